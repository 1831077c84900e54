/** Removal of compliance streams at the desk (spec/console.md#stream-accounts-at-the-desk). */
import assert from 'node:assert/strict'
import { suite } from 'node:test'
import { assertProblem, startDesk } from '../../../../../../test/support/console/desk.ts'
import { ENGINES } from '../../../../../../test/support/engines.ts'
import { slowOnPostgres } from '../../../../../../test/support/part.ts'
import { openStreamAccount } from '../../../../../domain/console/stream-account.ts'

const PATH = '/operator/accounts/zoo/streams/twitter/prod'

for (const engine of ENGINES) {
  const test = slowOnPostgres(engine)
  suite(`${PATH} on ${engine}`, () => {
    test('404/stream-not-found for a stream that was removed, and for unknown names', async (t) => {
      const { ann, context } = await startDesk(t, engine)
      await openStreamAccount(context, {
        ...{ accountName: 'zoo', email: 'zoo@example.org', password: 'battery staple' },
        ...{ publisher: 'twitter', label: 'prod' },
      })
      assert.equal((await ann.delete(PATH)).status, 204)
      for (const path of [PATH, '/operator/accounts/a%00/streams/x/y'])
        assertProblem(await ann.delete(path), '404/stream-not-found')
      const [entry] = (await ann.get('/operator/audit?action=stream.remove')).body.entries
      assert.equal(entry.subject.key, 'zoo/twitter/prod')
    })

    test('403/operators-only for other console users', async (t) => {
      const { developer } = await startDesk(t, engine)
      assertProblem(await developer.delete(PATH), '403/operators-only')
    })

    test('403/foreign-origin for a page of another site', async (t) => {
      const { ann } = await startDesk(t, engine)
      const headers = { origin: 'https://evil.example' }
      assertProblem(await ann.call('DELETE', PATH, undefined, headers), '403/foreign-origin')
    })
  })
}

/** Removal of compliance streams at the desk (spec/console.md#stream-accounts-at-the-desk). */
import assert from 'node:assert/strict'
import { suite } from 'node:test'
import { assertProblem, shareDesk } from '../../../../../../test/support/console/desk.ts'
import { ENGINES } from '../../../../../../test/support/engines.ts'
import { slowOnPostgres } from '../../../../../../test/support/part.ts'
import { openStreamAccount } from '../../../../../domain/console/stream-account.ts'

const PATH = '/operator/accounts/zoo/streams/twitter/prod'

for (const engine of ENGINES) {
  const test = slowOnPostgres(engine)
  suite(`${PATH} on ${engine}`, () => {
    const joinDesk = shareDesk(engine)

    test('404/stream-not-found for a stream that was removed, and for unknown names', async () => {
      const { ann, context } = await joinDesk()
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

    test('403/operators-only for other console users', async () => {
      const { developer } = await joinDesk()
      assertProblem(await developer.delete(PATH), '403/operators-only')
    })

    test('403/foreign-origin for a page of another site', async () => {
      const { ann } = await joinDesk()
      const headers = { origin: 'https://evil.example' }
      assertProblem(await ann.call('DELETE', PATH, undefined, headers), '403/foreign-origin')
    })
  })
}

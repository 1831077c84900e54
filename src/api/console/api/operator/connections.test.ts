/** Connections to the compliance stream at the desk (spec/console.md#stream-accounts-at-the-desk). */
import assert from 'node:assert/strict'
import { suite } from 'node:test'
import { assertProblem, shareDesk, startDesk } from '../../../../../test/support/console/desk.ts'
import { ENGINES } from '../../../../../test/support/engines.ts'
import { slowOnPostgres } from '../../../../../test/support/part.ts'
import {
  Consumer,
  createAccount,
  EMAIL,
  pathOf,
} from '../../../../../test/support/streams/compliance-stream.ts'

const PATH = '/operator/connections'

for (const engine of ENGINES) {
  const test = slowOnPostgres(engine)
  suite(`${PATH} on ${engine}`, () => {
    const joinDesk = shareDesk(engine)

    test('404/connection-not-found for a connection that is closed already, and for an invalid id', async (t) => {
      const { ann, context, url } = await startDesk(t, engine)
      await createAccount(context)
      const consumer = await Consumer.open(url, pathOf(3))
      const { node, connections } = (await ann.get(PATH)).body
      assert.match(node, /\S/)
      const [{ id, account_name, partition, email }] = connections
      assert.deepEqual([account_name, partition, email], ['acme', 3, EMAIL])
      assert.equal((await ann.delete(`${PATH}/${id}`)).status, 204)
      await consumer.ended
      for (const path of [`${PATH}/${id}`, `${PATH}/x`])
        assertProblem(await ann.delete(path), '404/connection-not-found')
      assert.deepEqual((await ann.get(PATH)).body.connections, [])
      const [entry] = (await ann.get('/operator/audit?action=stream.drop_connection')).body.entries
      assert.deepEqual([entry.subject.key, entry.details.email], ['acme/twitter/prod', EMAIL])
    })

    test('403/operators-only for other console users', async () => {
      const { developer } = await joinDesk()
      assertProblem(await developer.get(PATH), '403/operators-only')
      assertProblem(await developer.delete(`${PATH}/1`), '403/operators-only')
    })

    test('403/foreign-origin for a page of another site', async () => {
      const { ann } = await joinDesk()
      const headers = { origin: 'https://evil.example' }
      assertProblem(await ann.call('DELETE', `${PATH}/1`, undefined, headers), '403/foreign-origin')
    })
  })
}

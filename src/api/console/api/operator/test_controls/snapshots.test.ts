/** Snapshots at the desk (spec/console.md#test-controls). */
import assert from 'node:assert/strict'
import { suite } from 'node:test'
import { ConsoleClient } from '../../../../../../test/support/console/console.ts'
import { ENGINES, shareInSuite } from '../../../../../../test/support/engines.ts'
import { slowOnPostgres } from '../../../../../../test/support/part.ts'
import { startTestServer } from '../../../../../../test/support/server.ts'
import { startInTestMode } from '../../../../../../test/support/test-mode.ts'
import { MAX_SNAPSHOTS } from '../../../../../testing/snapshots.ts'

const PATH = '/operator/test_controls/snapshots'

for (const engine of ENGINES) {
  const test = slowOnPostgres(engine)
  suite(`/console/api/operator/test_controls/snapshots on ${engine}`, () => {
    const shared = shareInSuite((hooks) => startInTestMode(hooks, { engine }))

    test('200: saves and deletes a snapshot, with audit entries', async (t) => {
      const server = await startInTestMode(t, { engine })
      const operator = await ConsoleClient.signedIn(server, { isOperator: true })
      const names = ({ body }: Awaited<ReturnType<typeof operator.get>>) =>
        body.snapshots.map(({ name }: { name: string }) => name)
      assert.deepEqual(names(await operator.put(`${PATH}/before`)), ['before'])
      assert.deepEqual(names(await operator.delete(`${PATH}/before`)), [])
      const { entries } = (await operator.get('/operator/audit')).body
      assert.deepEqual(
        entries.map(({ action, subject }: { action: string; subject: object }) => [action, subject]),
        ['test.delete_snapshot', 'test.save_snapshot'].map((action) => [
          action,
          { kind: 'test-controls', key: 'snapshot', name: 'before' },
        ]),
      )
    })

    test('400/control-invalid for an invalid name', async () => {
      const server = await shared()
      const operator = await ConsoleClient.signedIn(server, { isOperator: true })
      for (const name of ['start', 'A', '%20', 'a%2Fb', '%00']) {
        const { status, body } = await operator.put(`${PATH}/${name}`)
        assert.deepEqual([status, body.reason], [400, 'control-invalid'], name)
      }
    })

    test('409/control-conflict beyond the maximum number of snapshots', async (t) => {
      const server = await shared()
      const { snapshots } = server.server.testControls ?? {}
      assert.ok(snapshots !== undefined)
      const all = Array.from({ length: MAX_SNAPSHOTS }, (_, at) => ({ name: `s${at}`, version: '1' }))
      t.mock.method(snapshots, 'list', async () => all)
      const operator = await ConsoleClient.signedIn(server, { isOperator: true })
      const { status, body } = await operator.put(`${PATH}/more`)
      assert.deepEqual([status, body.reason], [409, 'control-conflict'])
    })

    test('404/snapshot-not-found for an unknown name', async () => {
      const server = await shared()
      const operator = await ConsoleClient.signedIn(server, { isOperator: true })
      const { status, body } = await operator.delete(`${PATH}/before`)
      assert.deepEqual([status, body.reason], [404, 'snapshot-not-found'])
    })

    test('404/no-test-controls without test controls', async (t) => {
      const server = await startTestServer(t, { engine })
      const operator = await ConsoleClient.signedIn(server, { isOperator: true })
      const { status, body } = await operator.put(`${PATH}/before`)
      assert.deepEqual([status, body.reason], [404, 'no-test-controls'])
    })

    test('403/operators-only for another user of the console', async () => {
      const server = await shared()
      const client = await ConsoleClient.signedIn(server)
      for (const { status, body } of [await client.put(`${PATH}/a`), await client.delete(`${PATH}/a`)])
        assert.deepEqual([status, body.reason], [403, 'operators-only'])
    })

    test('403/foreign-origin from another site', async () => {
      const server = await shared()
      const operator = await ConsoleClient.signedIn(server, { isOperator: true })
      const site = { origin: 'https://evil.example' }
      for (const method of ['PUT', 'DELETE']) {
        const { status, body } = await operator.call(method, `${PATH}/a`, undefined, site)
        assert.deepEqual([status, body.reason], [403, 'foreign-origin'])
      }
    })
  })
}

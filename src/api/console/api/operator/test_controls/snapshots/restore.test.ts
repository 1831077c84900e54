/** Restoring a snapshot at the desk (spec/console.md#test-controls). */
import assert from 'node:assert/strict'
import { suite } from 'node:test'
import { ConsoleClient, openTestSession } from '../../../../../../../test/support/console/console.ts'
import { ENGINES, shareInSuite } from '../../../../../../../test/support/engines.ts'
import { slowOnPostgres } from '../../../../../../../test/support/part.ts'
import { startTestServer } from '../../../../../../../test/support/server.ts'
import { startInTestMode } from '../../../../../../../test/support/test-mode.ts'
import { createUsers } from '../../../../../../../test/support/users.ts'
import { findUser } from '../../../../../../domain/accounts/user.ts'
import { openRuntime } from '../../../../../../runtime.ts'

const PATH = '/operator/test_controls/snapshots'

/** Waits until the restore has ended, and returns the state of the controls. */
async function ended(client: ConsoleClient) {
  for (;;) {
    const { body } = await client.get('/operator/test_controls')
    if (body.restore?.state !== 'running') return body
  }
}

for (const engine of ENGINES) {
  const test = slowOnPostgres(engine)
  suite(`POST /console/api/operator/test_controls/snapshots/:name/restore on ${engine}`, () => {
    const shared = shareInSuite((hooks) => startInTestMode(hooks, { engine }))

    test('202: the data of the snapshot and its session are restored, and the audit entry is added afterwards', async (t) => {
      const server = await startInTestMode(t, { engine })
      const operator = await ConsoleClient.signedIn(server, { isOperator: true })
      await operator.put(`${PATH}/before`)
      const [user] = await createUsers(server.context, 1)
      const answer = await operator.post(`${PATH}/before/restore`)
      assert.deepEqual([answer.status, answer.body], [202, { name: 'before' }])
      const { restore } = await ended(operator)
      assert.deepEqual(restore, { name: 'before', state: 'complete', failure: null })
      assert.equal(await findUser(server.context.store, { id: user?.id ?? 0n }), undefined)
      const { entries } = (await operator.get('/operator/audit')).body
      assert.deepEqual(
        entries.map(({ action }: { action: string }) => action),
        ['test.restore_snapshot'],
      )
    })

    test('202: a session that is not in the snapshot ends', async (t) => {
      const server = await startInTestMode(t, { engine })
      await server.control('PUT', '/test/snapshots/before')
      const operator = await ConsoleClient.signedIn(server, { isOperator: true })
      assert.equal((await operator.post(`${PATH}/before/restore`)).status, 202)
      for (;;) {
        const { status, body } = await operator.get('/session')
        if (status === 200) continue
        assert.deepEqual([status, body.reason], [401, 'session-ended'])
        break
      }
    })

    test('404/snapshot-not-found for an unknown name', async () => {
      const server = await shared()
      const operator = await ConsoleClient.signedIn(server, { isOperator: true })
      const { status, body } = await operator.post(`${PATH}/before/restore`)
      assert.deepEqual([status, body.reason], [404, 'snapshot-not-found'])
      assert.equal((await operator.get('/operator/test_controls')).body.restore, null)
    })

    test('409/control-conflict while a command uses the data', async (t) => {
      const server = await startInTestMode(t, { engine })
      const operator = await ConsoleClient.signedIn(server, { isOperator: true })
      await operator.put(`${PATH}/before`)
      const command = await openRuntime(server.config, { manner: 'command' })
      t.after(command.close)
      const { status, body } = await operator.post(`${PATH}/before/restore`)
      assert.deepEqual([status, body.reason], [409, 'control-conflict'])
      assert.equal((await operator.get('/operator/test_controls')).body.restore, null)
    })

    test('403/operators-only for another user of the console', async () => {
      const server = await shared()
      const { status, body } = await (await ConsoleClient.signedIn(server)).post(`${PATH}/a/restore`)
      assert.deepEqual([status, body.reason], [403, 'operators-only'])
    })

    test('403/foreign-origin from another site', async () => {
      const server = await shared()
      const session = await openTestSession(server.context, { isOperator: true })
      const operator = new ConsoleClient(server.url, session)
      const site = { origin: 'https://evil.example' }
      const { status, body } = await operator.call('POST', `${PATH}/a/restore`, undefined, site)
      assert.deepEqual([status, body.reason], [403, 'foreign-origin'])
    })

    test('404/no-test-controls without test controls', async (t) => {
      const server = await startTestServer(t, { engine })
      const operator = await ConsoleClient.signedIn(server, { isOperator: true })
      const { status, body } = await operator.post(`${PATH}/a/restore`)
      assert.deepEqual([status, body.reason], [404, 'no-test-controls'])
    })
  })
}

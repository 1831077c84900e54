/** Resetting the data at the desk (spec/console.md#test-controls). */
import assert from 'node:assert/strict'
import { suite } from 'node:test'
import { ConsoleClient } from '../../../../../../test/support/console/console.ts'
import { assertProblem } from '../../../../../../test/support/console/desk.ts'
import { ENGINES, shareInSuite } from '../../../../../../test/support/engines.ts'
import { slowOnPostgres } from '../../../../../../test/support/part.ts'
import { startTestServer } from '../../../../../../test/support/server.ts'
import { startInTestMode } from '../../../../../../test/support/test-mode.ts'
import { createUsers } from '../../../../../../test/support/users.ts'
import { waitUntil } from '../../../../../../test/support/wait-until.ts'
import { findUser } from '../../../../../domain/accounts/user.ts'
import { openRuntime } from '../../../../../runtime.ts'

const PATH = '/operator/test_controls/reset'

for (const engine of ENGINES) {
  const test = slowOnPostgres(engine)
  suite(`/console/api/operator/test_controls/reset on ${engine}`, () => {
    test('202: the server restores the data that it had at its start, and the audit log gets an entry', async (t) => {
      const server = await startInTestMode(t, { engine })
      const operator = await ConsoleClient.signedIn(server, { isOperator: true })
      // The saved state must contain the session.
      await server.server.testControls?.snapshots.saveStart()
      const [user] = await createUsers(server.context, 1)
      const answer = await operator.post(PATH)
      assert.deepEqual([answer.status, answer.body], [202, { name: 'start' }])
      const state = async () => (await operator.get('/operator/test_controls')).body.restore?.state
      await waitUntil(async () => (await state()) === 'complete')
      assert.equal(await findUser(server.context.store, { id: user?.id ?? 0n }), undefined)
      const { entries } = (await operator.get('/operator/audit')).body
      assert.equal(entries[0].action, 'test.reset')
    })

    test('409/control-conflict while a command uses the data', async (t) => {
      const server = await startInTestMode(t, { engine })
      const operator = await ConsoleClient.signedIn(server, { isOperator: true })
      const command = await openRuntime(server.config, { manner: 'command' })
      t.after(command.close)
      assertProblem(await operator.post(PATH), '409/control-conflict')
    })
  })
}

suite('/console/api/operator/test_controls/reset', () => {
  const test = slowOnPostgres('sqlite')
  const shared = shareInSuite((hooks) => startInTestMode(hooks))

  test('404/no-test-controls without test controls', async (t) => {
    const operator = await ConsoleClient.signedIn(await startTestServer(t), { isOperator: true })
    assertProblem(await operator.post(PATH), '404/no-test-controls')
  })

  test('403/operators-only for another user of the console', async () => {
    const client = await ConsoleClient.signedIn(await shared())
    assertProblem(await client.post(PATH), '403/operators-only')
  })

  test('403/foreign-origin from another site', async () => {
    const operator = await ConsoleClient.signedIn(await shared(), { isOperator: true })
    const site = { origin: 'https://evil.example' }
    assertProblem(await operator.call('POST', PATH, undefined, site), '403/foreign-origin')
  })
})

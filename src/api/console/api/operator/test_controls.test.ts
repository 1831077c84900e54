/** The test controls of the desk (spec/console.md#test-controls). */
import assert from 'node:assert/strict'
import { suite } from 'node:test'
import { ConsoleClient } from '../../../../../test/support/console/console.ts'
import { ENGINES } from '../../../../../test/support/engines.ts'
import { slowOnPostgres } from '../../../../../test/support/part.ts'
import { startTestServer } from '../../../../../test/support/server.ts'
import { startInTestMode } from '../../../../../test/support/test-mode.ts'

const PATH = '/operator/test_controls'

for (const engine of ENGINES) {
  const test = slowOnPostgres(engine)
  suite(`/console/api/operator/test_controls on ${engine}`, () => {
    test('200: clock, faults, snapshots and the address of the admin listener', async (t) => {
      const server = await startInTestMode(t, { engine })
      const operator = await ConsoleClient.signedIn(server, { isOperator: true })
      const { status, body } = await operator.get(PATH)
      assert.equal(status, 200)
      assert.equal(body.clock.speed, 1)
      assert.deepEqual(body.faults, { plan: null, counts: [] })
      assert.deepEqual([body.snapshots, body.restore, body.has_all_media], [[], null, true])
      assert.equal(body.address, server.server.opsUrl)
      assert.equal((await operator.get('/session')).body.has_test_controls, true)
    })

    test('403/operators-only for another user of the console', async (t) => {
      const server = await startInTestMode(t, { engine })
      const { status, body } = await (await ConsoleClient.signedIn(server)).get(PATH)
      assert.deepEqual([status, body.reason], [403, 'operators-only'])
    })

    test('404/no-test-controls without test controls, also for the clock, faults and snapshots', async (t) => {
      const server = await startTestServer(t, { engine })
      const operator = await ConsoleClient.signedIn(server, { isOperator: true })
      for (const answer of [
        await operator.get(PATH),
        await operator.put(`${PATH}/clock`, { step: '1m' }),
        await operator.put(`${PATH}/faults`, { plan: '{}' }),
        await operator.delete(`${PATH}/faults`),
        await operator.put(`${PATH}/snapshots/a`),
        await operator.post(`${PATH}/snapshots/a/restore`),
        await operator.delete(`${PATH}/snapshots/a`),
      ]) {
        assert.deepEqual([answer.status, answer.body.reason], [404, 'no-test-controls'])
      }
      assert.equal((await operator.get('/session')).body.has_test_controls, false)
    })
  })
}

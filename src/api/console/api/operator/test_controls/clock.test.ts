/** The clock at the desk (spec/console.md#test-controls). */
import assert from 'node:assert/strict'
import { suite } from 'node:test'
import { ConsoleClient } from '../../../../../../test/support/console/console.ts'
import { ENGINES, shareInSuite } from '../../../../../../test/support/engines.ts'
import { slowOnPostgres } from '../../../../../../test/support/part.ts'
import { startTestServer } from '../../../../../../test/support/server.ts'
import { TestClock } from '../../../../../../test/support/test-clock.ts'
import { startInTestMode } from '../../../../../../test/support/test-mode.ts'

const PATH = '/operator/test_controls/clock'
const START = Date.UTC(2020, 7, 12)

for (const engine of ENGINES) {
  const test = slowOnPostgres(engine)
  suite(`PUT /console/api/operator/test_controls/clock on ${engine}`, () => {
    const shared = shareInSuite((hooks) => startInTestMode(hooks, { engine }))

    test('200: sets, advances, stops and runs the clock, with audit entries', async (t) => {
      const server = await startInTestMode(t, { engine, clock: new TestClock(START) })
      const operator = await ConsoleClient.signedIn(server, { isOperator: true })
      assert.deepEqual((await operator.put(PATH, { step: '15m' })).body.clock, {
        now: START + 900_000,
        speed: 1,
      })
      assert.equal((await operator.put(PATH, { speed: 0 })).body.clock.speed, 0)
      const { body } = await operator.put(PATH, { now: '2020-08-12T03:00:00+01:00', speed: 60 })
      assert.deepEqual(body.clock, { now: START + 7_200_000, speed: 60 })
      const { entries } = (await operator.get('/operator/audit')).body
      assert.deepEqual(
        entries.map(({ action, details }: { action: string; details: object }) => [action, details]),
        [
          ['test.change_clock', { now: '2020-08-12T03:00:00+01:00', speed: 60 }],
          ['test.change_clock', { speed: 0 }],
          ['test.change_clock', { step: '15m' }],
        ],
      )
    })

    test('200: an advance by 25 hours succeeds, and the session expires', async (t) => {
      const server = await startInTestMode(t, { engine, clock: new TestClock(START) })
      const operator = await ConsoleClient.signedIn(server, { isOperator: true })
      assert.equal((await operator.put(PATH, { step: '25h' })).status, 200)
      const { status, body } = await operator.get('/session')
      assert.deepEqual([status, body.reason], [401, 'session-ended'])
    })

    test('400/control-invalid for no change, a time with a step, and an invalid value; the message is a sentence', async () => {
      const server = await shared()
      const operator = await ConsoleClient.signedIn(server, { isOperator: true })
      for (const change of [{}, { now: '2020-09-01', step: '1h' }, { step: 'soon' }, { speed: -1 }]) {
        const { status, body } = await operator.put(PATH, change)
        assert.deepEqual([status, body.reason], [400, 'control-invalid'])
        assert.match(body.message, /^[A-Z].*\.$/)
      }
      assert.deepEqual((await operator.get('/operator/audit')).body.entries, [])
    })

    test('400/field-invalid for a value of another type', async () => {
      const server = await shared()
      const operator = await ConsoleClient.signedIn(server, { isOperator: true })
      const { status, body } = await operator.put(PATH, { speed: 'fast' })
      assert.deepEqual([status, body.reason, body.field], [400, 'field-invalid', 'speed'])
    })

    test('403/operators-only for another user of the console', async () => {
      const server = await shared()
      const { status, body } = await (await ConsoleClient.signedIn(server)).put(PATH, { speed: 0 })
      assert.deepEqual([status, body.reason], [403, 'operators-only'])
      assert.equal(server.server.testControls?.clock.state.speed, 1)
    })

    test('403/foreign-origin from another site', async () => {
      const server = await shared()
      const operator = await ConsoleClient.signedIn(server, { isOperator: true })
      const site = { origin: 'https://evil.example' }
      const { status, body } = await operator.call('PUT', PATH, { speed: 0 }, site)
      assert.deepEqual([status, body.reason], [403, 'foreign-origin'])
    })

    test('404/no-test-controls without test controls', async (t) => {
      const server = await startTestServer(t, { engine })
      const operator = await ConsoleClient.signedIn(server, { isOperator: true })
      const { status, body } = await operator.put(PATH, { speed: 0 })
      assert.deepEqual([status, body.reason], [404, 'no-test-controls'])
    })
  })
}

/** Simulated traffic at the desk (spec/console.md#test-controls). */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ConsoleClient } from '../../../../../../test/support/console/console.ts'
import { refused } from '../../../../../../test/support/console/console-suites.ts'
import { refusesOthers } from '../../../../../../test/support/console/desk-refusals.ts'
import { startTestServer } from '../../../../../../test/support/server.ts'
import { TestClock } from '../../../../../../test/support/test-clock.ts'
import { startInTestMode } from '../../../../../../test/support/test-mode.ts'
import { must } from '../../../../../lib/assert.ts'

const PATH = '/operator/test_controls/traffic'
const GOOD = { seed: 7, rate: 20, seconds: 10, users: 10, storm: false }

test('201 traffic starts by the clock of the server, and can be ended; the audit log has both actions', async (t) => {
  const server = await startInTestMode(t, { clock: new TestClock(Date.UTC(2020, 7, 12)) })
  const operator = await ConsoleClient.signedIn(server, { isOperator: true })
  const developer = await ConsoleClient.signedIn(server)
  const started = await operator.post(PATH, GOOD)
  assert.equal(started.status, 201, JSON.stringify(started.body))
  const { kind, state, length_ms, failure } = started.body.traffic
  assert.deepEqual([kind, state, length_ms, failure], ['simulation', 'running', 10_000, null])
  await t.test('409/control-conflict while other traffic is running', () =>
    refused(operator.post(PATH, GOOD), 409, 'control-conflict'),
  )
  await must(server.server.testControls, 'controls').clock.step(5_000)
  const { traffic } = (await operator.get('/operator/test_controls')).body
  assert.ok(traffic.counts.posts > 0, JSON.stringify(traffic))
  assert.equal((await operator.delete(PATH)).body.traffic.state, 'stopped')
  const { entries } = (await operator.get('/operator/audit')).body
  assert.deepEqual(
    entries.map(({ action, details }: { action: string; details: object }) => [action, details]),
    [
      ['test.stop_traffic', {}],
      ['test.start_traffic', GOOD],
    ],
  )

  await t.test('400/control-invalid for values out of range, with advice', async () => {
    for (const wrong of [{ rate: 9_999 }, { users: 1 }, { seconds: 0 }, { seed: -1 }])
      await refused(operator.post(PATH, { ...GOOD, ...wrong }), 400, 'control-invalid')
  })
  await t.test('400/field-invalid for a value of another type', () =>
    refused(operator.post(PATH, { ...GOOD, rate: 'fast' }), 400, 'field-invalid'),
  )
  await t.test('404/no-test-controls without test controls', async (t) => {
    const other = await startTestServer(t)
    const client = await ConsoleClient.signedIn(other, { isOperator: true })
    await refused(client.post(PATH, GOOD), 404, 'no-test-controls')
    await refused(client.delete(PATH), 404, 'no-test-controls')
  })
  await refusesOthers(t, { operator, developer }, [
    ['POST', PATH, GOOD],
    ['DELETE', PATH],
  ])
})

/** Faults at the desk (spec/console.md#test-controls). */
import assert from 'node:assert/strict'
import { suite } from 'node:test'
import { ConsoleClient } from '../../../../../../test/support/console/console.ts'
import { ENGINES, shareInSuite } from '../../../../../../test/support/engines.ts'
import { slowOnPostgres } from '../../../../../../test/support/part.ts'
import { startTestServer } from '../../../../../../test/support/server.ts'
import { startInTestMode } from '../../../../../../test/support/test-mode.ts'

const PATH = '/operator/test_controls/faults'
const PLAN = '{"faults": [{"name": "busy", "do": {"error": 503}}]}'

for (const engine of ENGINES) {
  const test = slowOnPostgres(engine)
  suite(`/console/api/operator/test_controls/faults on ${engine}`, () => {
    const shared = shareInSuite((hooks) => startInTestMode(hooks, { engine }))

    test('200: a plan for all paths is loaded and removed; its faults are counted, and the console is not affected', async (t) => {
      const server = await startInTestMode(t, { engine })
      const operator = await ConsoleClient.signedIn(server, { isOperator: true })
      const loaded = await operator.put(PATH, { plan: PLAN })
      assert.deepEqual(loaded.body.faults, {
        plan: PLAN,
        counts: [{ name: 'busy', on: 'requests', calls: 0, hits: 0 }],
      })
      assert.equal((await server.get('/2/tweets/1')).status, 503)
      const shown = await operator.get('/operator/test_controls')
      assert.deepEqual([shown.status, shown.body.faults.counts[0].hits], [200, 1])
      assert.deepEqual((await operator.delete(PATH)).body.faults, { plan: null, counts: [] })
      assert.notEqual((await server.get('/2/tweets/1')).status, 503)
      const { entries } = (await operator.get('/operator/audit')).body
      assert.deepEqual(
        entries.map(({ action }: { action: string }) => action),
        ['test.clear_faults', 'test.load_faults'],
      )
    })

    test('200: a fault that names a path of the console affects the console', async (t) => {
      const server = await startInTestMode(t, { engine })
      const operator = await ConsoleClient.signedIn(server, { isOperator: true })
      await operator.put(PATH, {
        plan: '{"faults": [{"path": "/console/api/session", "do": {"error": "over-capacity"}}]}',
      })
      assert.equal((await operator.get('/session')).status, 503)
      assert.equal((await operator.get('/operator/test_controls')).status, 200)
    })

    test('400/control-invalid for an invalid plan, with the line of the mistake; the old plan stays', async (t) => {
      const server = await startInTestMode(t, { engine })
      const operator = await ConsoleClient.signedIn(server, { isOperator: true })
      await operator.put(PATH, { plan: PLAN })
      const { status, body } = await operator.put(PATH, { plan: '{"faults": [{"do": {"error": "none"}}]}' })
      assert.deepEqual([status, body.reason], [400, 'control-invalid'])
      assert.match(body.message, /line 1/i)
      assert.equal((await operator.get('/operator/test_controls')).body.faults.plan, PLAN)
    })

    test('400/field-invalid without a plan', async () => {
      const server = await shared()
      const operator = await ConsoleClient.signedIn(server, { isOperator: true })
      const { status, body } = await operator.put(PATH, {})
      assert.deepEqual([status, body.reason, body.field], [400, 'field-invalid', 'plan'])
    })

    test('403/operators-only for another user of the console', async () => {
      const server = await shared()
      const client = await ConsoleClient.signedIn(server)
      for (const { status, body } of [await client.put(PATH, { plan: PLAN }), await client.delete(PATH)])
        assert.deepEqual([status, body.reason], [403, 'operators-only'])
    })

    test('403/foreign-origin from another site', async () => {
      const server = await shared()
      const operator = await ConsoleClient.signedIn(server, { isOperator: true })
      const site = { origin: 'https://evil.example' }
      for (const method of ['PUT', 'DELETE']) {
        const { status, body } = await operator.call(method, PATH, { plan: PLAN }, site)
        assert.deepEqual([status, body.reason], [403, 'foreign-origin'])
      }
    })

    test('404/no-test-controls without test controls', async (t) => {
      const server = await startTestServer(t, { engine })
      const operator = await ConsoleClient.signedIn(server, { isOperator: true })
      for (const { status, body } of [await operator.put(PATH, { plan: PLAN }), await operator.delete(PATH)])
        assert.deepEqual([status, body.reason], [404, 'no-test-controls'])
    })
  })
}

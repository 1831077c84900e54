/** Reports about graded clients at the desk (spec/console.md#test-controls). */
import assert from 'node:assert/strict'
import { suite } from 'node:test'
import { ConsoleClient } from '../../../../../../test/support/console/console.ts'
import { ENGINES, shareInSuite } from '../../../../../../test/support/engines.ts'
import { slowOnPostgres } from '../../../../../../test/support/part.ts'
import { startTestServer } from '../../../../../../test/support/server.ts'
import { startInTestMode } from '../../../../../../test/support/test-mode.ts'

const PATH = '/operator/test_controls/grades'

const REPORT = {
  client: 'node my-bot.js',
  is_quick: true,
  trials: [{ name: 'drop', grade: 'pass', expected: 'connects again', seen: 'connected again' }],
}

for (const engine of ENGINES) {
  const test = slowOnPostgres(engine)
  suite(`/console/api/operator/test_controls/grades on ${engine}`, () => {
    const shared = shareInSuite((hooks) => startInTestMode(hooks, { engine }))

    test('200: a report that the admin listener received is listed, shown with its trials, and deleted', async (t) => {
      const server = await startInTestMode(t, { engine })
      const operator = await ConsoleClient.signedIn(server, { isOperator: true })
      assert.deepEqual((await operator.get(PATH)).body, { reports: [], max_reports: 50 })
      const sent = await server.control('POST', '/test/grades', REPORT)
      const received = Date.parse(String(sent.body['received_at']))
      const facts = {
        ...{ id: '1', client: REPORT.client, is_quick: true, received_at: received },
        ...{ passed: 1, failed: 0, not_seen: 0 },
      }
      assert.deepEqual((await operator.get(PATH)).body.reports, [facts])
      assert.deepEqual((await operator.get(`${PATH}/1`)).body, { ...facts, trials: REPORT.trials })
      const deleted = await operator.delete(`${PATH}/1`)
      assert.deepEqual([deleted.status, deleted.body], [200, { reports: [], max_reports: 50 }])
      const { entries } = (await operator.get('/operator/audit')).body
      assert.deepEqual(
        entries.map(({ action, subject }: { action: string; subject: object }) => [action, subject]),
        [['test.delete_grade', { kind: 'test-controls', key: 'grade 1', name: '' }]],
      )
    })

    test('404/grade-not-found for an unknown report', async () => {
      const server = await shared()
      const operator = await ConsoleClient.signedIn(server, { isOperator: true })
      for (const id of ['1', 'a', '%00', '__proto__'])
        for (const { status, body } of [
          await operator.get(`${PATH}/${id}`),
          await operator.delete(`${PATH}/${id}`),
        ])
          assert.deepEqual([status, body.reason], [404, 'grade-not-found'], id)
    })

    test('403/operators-only for another user of the console', async () => {
      const server = await shared()
      const client = await ConsoleClient.signedIn(server)
      for (const { status, body } of [
        await client.get(PATH),
        await client.get(`${PATH}/1`),
        await client.delete(`${PATH}/1`),
      ])
        assert.deepEqual([status, body.reason], [403, 'operators-only'])
    })

    test('403/foreign-origin from another site', async () => {
      const server = await shared()
      const operator = await ConsoleClient.signedIn(server, { isOperator: true })
      const site = { origin: 'https://evil.example' }
      const { status, body } = await operator.call('DELETE', `${PATH}/1`, {}, site)
      assert.deepEqual([status, body.reason], [403, 'foreign-origin'])
    })

    test('404/no-test-controls without test controls', async (t) => {
      const server = await startTestServer(t, { engine })
      const operator = await ConsoleClient.signedIn(server, { isOperator: true })
      for (const { status, body } of [
        await operator.get(PATH),
        await operator.get(`${PATH}/1`),
        await operator.delete(`${PATH}/1`),
      ])
        assert.deepEqual([status, body.reason], [404, 'no-test-controls'])
    })
  })
}

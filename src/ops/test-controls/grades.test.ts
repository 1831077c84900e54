import assert from 'node:assert/strict'
import { ENGINES } from '../../../test/support/engines.ts'
import { slowOnPostgres } from '../../../test/support/part.ts'
import { TestClock } from '../../../test/support/test-clock.ts'
import { startInTestMode } from '../../../test/support/test-mode.ts'

const START = Date.UTC(2020, 7, 12)

const TRIALS = [
  { name: 'drop', grade: 'pass', expected: 'connects again within 5 s', seen: 'connected again after 0.1 s' },
  {
    name: 'http-error',
    grade: 'fail',
    expected: 'waits 5 s',
    seen: 'connected again after 1.0 s',
    change: 'After an HTTP error wait 5 s.',
  },
]
const REPORT = { client: 'node my-bot.js', is_quick: true, trials: TRIALS }
const FACTS = {
  ...{ id: '1', client: REPORT.client, is_quick: true, received_at: '2020-08-12T00:00:00.000Z' },
  ...{ passed: 1, failed: 1, not_seen: 0 },
}

for (const engine of ENGINES) {
  const test = slowOnPostgres(engine)
  test(`reports about graded clients, on ${engine}`, async (t) => {
    const { server, control } = await startInTestMode(t, { engine, clock: new TestClock(START) })

    await t.test('a report is stored, listed and shown; its time comes from the system clock', async () => {
      assert.deepEqual((await control('GET', '/test/grades')).body, { reports: [], max_reports: 50 })
      await control('PUT', '/test/clock', { step: '1h' })
      assert.deepEqual((await control('POST', '/test/grades', REPORT)).body, FACTS)
      assert.deepEqual((await control('GET', '/test/grades')).body['reports'], [FACTS])
      assert.deepEqual((await control('GET', '/test/grades/1')).body, { ...FACTS, trials: TRIALS })
    })

    await t.test('a report survives a reset, because it is about a client', async () => {
      await server.testControls?.snapshots.saveStart()
      assert.equal((await control('POST', '/test/reset')).status, 200)
      assert.equal((await control('GET', '/test/grades/1')).status, 200)
      assert.deepEqual((await control('DELETE', '/test/grades/1')).body, FACTS)
      assert.deepEqual((await control('GET', '/test/grades')).body['reports'], [])
    })

    await t.test(
      'an unknown report gets 404; an invalid report gets 400 with advice, and is not stored',
      async () => {
        for (const method of ['GET', 'DELETE']) {
          const { status, body } = await control(method, '/test/grades/1')
          assert.deepEqual(
            [status, body['error']],
            [404, 'there is no report "1"; GET /test/grades lists them.'],
          )
        }
        const [trial] = TRIALS
        for (const wrong of [
          {},
          [],
          { ...REPORT, client: '' },
          { ...REPORT, client: 'x'.repeat(501) },
          { ...REPORT, is_quick: 'no' },
          { ...REPORT, trials: [] },
          { ...REPORT, trials: Array.from({ length: 51 }, () => trial) },
          { ...REPORT, trials: [{ ...trial, grade: 'maybe' }] },
          { ...REPORT, trials: [{ ...trial, seen: 'x'.repeat(2_001) }] },
          { ...REPORT, more: true },
        ]) {
          const { status, body } = await control('POST', '/test/grades', wrong)
          assert.equal(status, 400, JSON.stringify(wrong).slice(0, 80))
          assert.match(String(body['error']), /send \{"client": NAME/)
        }
        for (const client of ['a\u0000b', 'a\nb', '\ud800']) {
          const { status, body } = await control('POST', '/test/grades', { ...REPORT, client })
          assert.equal(status, 400, JSON.stringify(client))
          assert.match(String(body['error']), /client is a line of text/)
        }
        assert.deepEqual((await control('GET', '/test/grades')).body['reports'], [])
      },
    )
  })
}

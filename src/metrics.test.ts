import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createMetrics } from './metrics.ts'

test('responses are counted by endpoint and status, and durations are measured by family', async () => {
  const metrics = createMetrics()
  const observe = metrics.observer({ family: 'v1.1', method: 'GET', path: '/1.1/a.json' })
  observe(200, 2)
  observe(200, 30)
  observe(404, 1)
  metrics.unreadable(431)
  const text = await metrics.text()
  for (const line of [
    'aviary_requests_total{family="v1.1",method="GET",path="/1.1/a.json",status="200"} 2',
    'aviary_requests_total{family="v1.1",method="GET",path="/1.1/a.json",status="404"} 1',
    'aviary_request_seconds_bucket{le="0.0025",family="v1.1"} 2',
    'aviary_request_seconds_count{family="v1.1"} 3',
    'aviary_unreadable_requests_total{status="431"} 1',
  ]) {
    assert.ok(text.includes(`${line}\n`), line)
  }
})

test('a counter reads a value that only grows', async () => {
  let value = 1
  const metrics = createMetrics()
  metrics.counter('aviary_test_total', 'A test.', () => value)
  assert.match(await metrics.text(), /^# TYPE aviary_test_total counter\naviary_test_total 1$/m)
  value = 7
  assert.match(await metrics.text(), /^aviary_test_total 7$/m)
})

test('a gauge is read when metrics are requested, and each server has its own metrics', async () => {
  let value = 1
  const metrics = createMetrics()
  metrics.gauge('aviary_test', 'A test.', () => value)
  value = 7
  assert.match(await metrics.text(), /^aviary_test 7$/m)
  assert.doesNotMatch(await createMetrics().text(), /aviary_test/)
})

/** Adds metrics about the request log of test mode. */
import type { Metrics } from '../metrics.ts'
import type { TestControls } from '../testing/controls.ts'

export function requestLogMetrics(
  metrics: Pick<Metrics, 'gauge' | 'counter'>,
  { requests }: Pick<TestControls, 'requests'>,
): void {
  metrics.gauge('aviary_test_requests', 'Entries of the request log of test mode.', () => requests.size)
  metrics.gauge(
    'aviary_test_requests_bytes',
    'Estimated memory of the request log of test mode, in bytes.',
    () => requests.bytes,
  )
  metrics.counter(
    'aviary_test_requests_dropped_total',
    'Entries of the request log of test mode that were removed to make room.',
    () => requests.dropped,
  )
}

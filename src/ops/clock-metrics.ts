/** Adds metrics about the clock. */
import type { ClockWatch } from '../lib/time/clock-watch.ts'
import type { Metrics } from '../metrics.ts'

export function clockMetrics(
  metrics: Pick<Metrics, 'gauge' | 'counter'>,
  watch: ClockWatch,
  ids: { readonly idsAheadMs: number },
): void {
  metrics.gauge(
    'aviary_clock_offset_seconds',
    'How far the time of day was moved since the start, against a clock that never jumps.',
    () => {
      watch.look()
      return watch.offsetMs / 1000
    },
  )
  metrics.counter(
    'aviary_clock_steps_forward_total',
    'Steps of the clock forward, sleep of the machine included.',
    () => watch.forward,
  )
  metrics.counter('aviary_clock_steps_back_total', 'Steps of the clock back.', () => watch.back)
  metrics.gauge(
    'aviary_ids_ahead_seconds',
    'How far ids that any process has made lie ahead of the clock; 0 unless a clock was wrong.',
    () => ids.idsAheadMs / 1000,
  )
}

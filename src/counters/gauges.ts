/** Metrics of the counters in memory. */

import type { Metrics } from '../metrics.ts'
import type { FutureNonceStore } from './future-nonces.ts'
import type { MemoryNonceStore } from './memory-nonces.ts'
import type { MemoryWindowStore } from './memory-windows.ts'

export interface CountersInMemory {
  readonly windows: Pick<MemoryWindowStore, 'size' | 'evictions'>
  readonly nonces: Pick<MemoryNonceStore, 'size' | 'bytes'>
  readonly futureNonces: Pick<FutureNonceStore, 'size'>
}

export function countersGauges(
  metrics: Pick<Metrics, 'gauge' | 'counter'>,
  { windows, nonces, futureNonces }: CountersInMemory,
): void {
  metrics.gauge('aviary_rate_windows', 'Rate windows in memory.', () => windows.size)
  metrics.counter(
    'aviary_rate_window_evictions_total',
    'Live rate windows given up for lack of room.',
    () => windows.evictions,
  )
  metrics.gauge('aviary_nonces', 'Nonces remembered in memory.', () => nonces.size)
  metrics.gauge('aviary_nonce_bytes', 'Bytes of the nonces remembered in memory.', () => nonces.bytes)
  metrics.gauge(
    'aviary_ahead_nonces',
    'Nonces on disk, because they were stamped ahead of the clock.',
    () => futureNonces.size,
  )
}

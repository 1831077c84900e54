/**
 * Returns memory to the system while the process is idle. Under load, the space for new objects grows to 32 MiB and takes
 * three times as much memory. V8 shrinks the space only during a collection, and an idle process does not start one
 * (docs/decisions/0029-room-for-new-objects.md).
 */
import { performance } from 'node:perf_hooks'
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { Clock } from '../time/clock.ts'

const LOOK_MS = 1_000

/** Number of idle checks before the first collection. */
const IDLE_LOOKS = 3

/** Share of the time that the event loop works, above which the process is not idle. */
const IDLE_UTILIZATION = 0.05

/** Minimum bytes of the space for new objects for a collection. */
const LARGE_BYTES = 12 * 2 ** 20

/** Number of collections. The first two shrink the space; V8 returns its pages at a collection some seconds later. */
const COLLECTIONS = 12

export interface Heap {
  /** Bytes that the space for new objects has reserved. */
  newSpaceBytes(): number
  /** Share of the time since the last call in which the event loop worked, 0 to 1. */
  utilization(): number
  /** Collects new objects. Takes a few milliseconds, because an idle process has few live objects. */
  collectNew(): void
}

/** Checks once a second, until the returned function is called. */
export function returnMemoryWhenIdle(clock: Pick<Clock, 'every'>, heap: Heap = thisHeap()): () => void {
  let idleLooks = 0
  let due = 0
  return clock.every(LOOK_MS, () => {
    idleLooks = heap.utilization() > IDLE_UTILIZATION ? 0 : idleLooks + 1
    if (heap.newSpaceBytes() > LARGE_BYTES) due = COLLECTIONS
    if (idleLooks < IDLE_LOOKS || due === 0) return
    due -= 1
    heap.collectNew()
  })
}

function thisHeap(): Heap {
  // The function `gc` exists only in contexts that are created while the flag is set.
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as (options: { readonly type: 'minor' }) => void
  setFlagsFromString('--no-expose-gc')
  let last = performance.eventLoopUtilization()
  return {
    newSpaceBytes: () =>
      getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space')?.space_size ?? 0,
    utilization() {
      const now = performance.eventLoopUtilization()
      const { utilization } = performance.eventLoopUtilization(now, last)
      last = now
      return utilization
    },
    collectNew: () => collect({ type: 'minor' }),
  }
}

/**
 * Returns memory to the operating system while the process is idle. Under load, V8's space for new objects grows to 32
 * MiB and takes three times as much memory. V8 shrinks the space only during a garbage collection, and an idle process
 * starts no collection (docs/decisions/0029-room-for-new-objects.md).
 */
import { performance } from 'node:perf_hooks'
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { Clock } from '../time/clock.ts'

const LOOK_MS = 1_000

/** Number of consecutive idle checks before the first collection. */
const IDLE_LOOKS = 3

/** If the event loop works for a larger share of the time than this, the process is not idle. */
const IDLE_UTILIZATION = 0.05

/** Size of the space for new objects, in bytes, from which on collections begin. */
const LARGE_BYTES = 12 * 2 ** 20

/**
 * Number of collections after a check that finds a large space. The first two collections shrink the space; V8 returns
 * its pages at a later collection, some seconds later.
 */
const COLLECTIONS = 12

export interface Heap {
  /** Number of bytes that V8 reserves for the space for new objects. */
  newSpaceBytes(): number
  /** Share of the time since the last call in which the event loop worked, from 0 to 1. */
  utilization(): number
  /** Runs a collection of new objects. It takes a few milliseconds, because an idle process has few live objects. */
  collectNew(): void
}

/** Checks once a second whether the process is idle, until the returned function is called. */
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
  // The function `gc` exists only in contexts that were created while this flag was set.
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

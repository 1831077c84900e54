/**
 * Waits for the effects of events: stream messages, deliveries, entries of the search index. The controlled clock waits
 * for these effects, so that equal requests have equal effects at equal times.
 */
import type { Store } from '../db/store.ts'
import { sleep, systemClock } from '../lib/time/clock.ts'
import type { Settling } from './clock.ts'

/**
 * Maximum wait in milliseconds of real time. The wait is limited, because a receiver that does not respond must not
 * block the controlled clock. It is longer than the time that a receiver has to respond, so that a failed attempt is
 * stored before the next step.
 */
const MAX_SETTLE_MS = 4_000

/** Number of rounds of the event loop before the first pause. */
const QUICK_ROUNDS = 20

interface Reader {
  /** Position up to which all events have had their effects. */
  readonly position: bigint
}

export interface LogReaders {
  readonly tail: { readonly head: bigint; catchUp(): Promise<void> }
  readonly compliance: Reader
  readonly postStreams: Reader
  readonly statusStreams: Reader
  readonly userStreams: Reader
  readonly indexer: Reader
  readonly webhooks: { isIdleAt(position: bigint): boolean }
}

/** The log readers of a server, which a reset replaces. */
export interface ReplacedReaders {
  readonly live: LogReaders
  /** True while a reset replaces the readers. During that time, the old readers read no further events. */
  readonly isReplacing: boolean
}

/** Makes functions that wait for the readers of a server, but not for readers that a reset ends. */
export function settlingOf(store: Pick<Store, 'onAppend'>, readers: ReplacedReaders): Settling {
  let hasAppended = true
  store.onAppend(() => {
    hasAppended = true
  })
  const everything = () => {
    hasAppended = false
    return settle(readers)
  }
  return {
    settle: everything,
    // Most jobs append no event. Without a new event, nothing is read, because reading the head of the log needs a
    // query.
    settleOwn: async () => (hasAppended ? everything() : undefined),
  }
}

/** Resolves when all readers have processed every event, when a reset ends them, or after {@link MAX_SETTLE_MS}. */
function settle(readers: ReplacedReaders): Promise<void> {
  const { live } = readers
  const { compliance, postStreams, statusStreams, userStreams, indexer, webhooks } = live
  const all = [compliance, postStreams, statusStreams, userStreams, indexer]
  const isSettledAt = (head: bigint) =>
    readers.isReplacing ||
    readers.live !== live ||
    (all.every(({ position }) => position >= head) && webhooks.isIdleAt(head))
  return settled(live, isSettledAt)
}

/** Like {@link settle}, but for webhook deliveries only. */
export function settleDeliveries(readers: Pick<LogReaders, 'tail' | 'webhooks'>): Promise<void> {
  return settled(readers, (head) => readers.webhooks.isIdleAt(head))
}

async function settled(
  { tail }: Pick<LogReaders, 'tail'>,
  isSettledAt: (head: bigint) => boolean,
): Promise<void> {
  const end = systemClock.monotonic() + MAX_SETTLE_MS
  await tail.catchUp().catch(() => undefined) // If the log cannot be read, no event has further effects.
  for (let round = 0; !isSettledAt(tail.head) && systemClock.monotonic() < end; round += 1) {
    await (round < QUICK_ROUNDS ? new Promise(setImmediate) : sleep(systemClock, 1))
  }
}

/**
 * Resolves when `work` ends, or after {@link MAX_SETTLE_MS}. The limit is needed because `work` may itself wait for the
 * controlled clock.
 */
export async function withinSettleTime(work: Promise<void>): Promise<void> {
  const done = new AbortController()
  await Promise.race([work, sleep(systemClock, MAX_SETTLE_MS, done.signal)])
  done.abort()
}

/**
 * Durable readers of the log: named, with their position in the database, at least once and in order.
 *
 *   read a batch ─▶ deliver (outside effects) ─▶ one transaction: position from → to, apply (writes)
 *
 * Invariants: what `apply` writes and the position move together, both or neither; the move is a comparison
 * and a swap, so that of two processes that run the same consumer one applies a batch and the other goes on
 * behind it. What `deliver` does may happen again after a crash, or in both processes.
 */
import { query } from '../db/query.ts'
import type { Store, Tx } from '../db/store.ts'
import { must } from '../lib/assert.ts'
import { type Clock, sleep } from '../lib/clock.ts'
import type { Logger } from '../lib/log.ts'
import type { LoggedEvent } from './event.ts'
import { holdLog } from './log-head.ts'
import type { Tail } from './tail.ts'

export interface Consumer {
  /** Under which its position is kept: changing it begins anew. */
  readonly name: string
  /** Where it begins when it has never run: with the first event that is kept, or after the newest. */
  readonly begin: 'oldest' | 'newest'
  /** Effects outside the database. It should leave early, by throwing, when `signal` is aborted. */
  readonly deliver?: (events: readonly LoggedEvent[], signal: AbortSignal) => Promise<void>
  /** Writes that follow from the events. It may await nothing but the transaction. */
  readonly apply?: (tx: Tx, events: readonly LoggedEvent[]) => Promise<void>
  /** Called after what `apply` wrote is committed, by this process or another: a doorbell, which a crash may leave out. */
  readonly applied?: () => void
  /** Most events at once; 500 when left out. */
  readonly batch?: number
}

export interface ConsumerServices {
  readonly store: Store
  readonly tail: Tail
  readonly clock: Clock
  readonly logger: Pick<Logger, 'error'>
}

const BATCH = 500

/** Waits after failures in a row, in milliseconds: doubling from the first to the longest. */
const RETRY_FIRST_MS = 250
const RETRY_LONGEST_MS = 60_000

/**
 * Runs a consumer until `signal` is aborted. A batch that fails is tried again, later and later, and nothing
 * overtakes it; each failure is logged. Never rejects.
 */
export async function consume(
  services: ConsumerServices,
  consumer: Consumer,
  signal: AbortSignal,
): Promise<void> {
  const { clock, logger } = services
  let position: bigint | undefined
  let failures = 0
  while (!signal.aborted) {
    try {
      position ??= await takePlace(services.store, consumer)
      position = await consumeBatch(services, consumer, position, signal)
      failures = 0
    } catch (error) {
      if (signal.aborted) return
      // Whether the position moved is in the database.
      position = undefined
      const retryMs = Math.min(RETRY_LONGEST_MS, RETRY_FIRST_MS * 2 ** failures)
      failures += 1
      logger.error({ err: error, consumer: consumer.name, retryMs }, 'a reader of the log failed')
      await sleep(clock, retryMs, signal)
    }
  }
}

/** Forgets a consumer's position, which also holds the trimming of the log; whether there was one. */
export async function forgetConsumer(store: Store, name: string): Promise<boolean> {
  // No event: the place of a reader is not in what it reads.
  return store.write(async (tx) => (await tx.run(deletePosition, { name })) > 0)
}

/** The next position; undefined when another process was faster. */
async function consumeBatch(
  { store, tail }: ConsumerServices,
  consumer: Consumer,
  position: bigint,
  signal: AbortSignal,
): Promise<bigint | undefined> {
  const events = await tail.readAfter(position, consumer.batch ?? BATCH)
  const last = events.at(-1)
  if (last === undefined) {
    await tail.waitAfter(position, signal)
    return position
  }
  await consumer.deliver?.(events, signal)
  // No event: `apply` appends those of what it writes.
  const moved = await store.write(async (tx) => {
    const swapped = await tx.run(swapPosition, { name: consumer.name, from: position, to: last.position })
    if (swapped === 0) return false
    await consumer.apply?.(tx, events)
    return true
  })
  consumer.applied?.()
  return moved ? last.position : undefined
}

/** The consumer's position, noted now if it has none: from here on nothing is missed. */
export function takePlace(store: Store, { name, begin }: Pick<Consumer, 'name' | 'begin'>): Promise<bigint> {
  // No event: as in forgetConsumer.
  return store.write(async (tx) => {
    const known = await tx.first(positionOf, { name })
    if (known !== undefined) return known.position
    const { head, trimmed } = await holdLog(tx)
    await tx.run(insertPosition, { name, position: begin === 'oldest' ? trimmed : head })
    return must(await tx.first(positionOf, { name }), 'the position of a consumer').position
  })
}

const positionOf = query<{ name: string }>()((k, p) =>
  k.selectFrom('consumers').select('position').where('name', '=', p('name')),
)

const insertPosition = query<{ name: string; position: bigint }>()((k, p) =>
  k
    .insertInto('consumers')
    .values({ name: p('name'), position: p('position') })
    .onConflict((conflict) => conflict.column('name').doNothing()),
)

const swapPosition = query<{ name: string; from: bigint; to: bigint }>()((k, p) =>
  k
    .updateTable('consumers')
    .set({ position: p('to') })
    .where('name', '=', p('name'))
    .where('position', '=', p('from')),
)

const deletePosition = query<{ name: string }>()((k, p) =>
  k.deleteFrom('consumers').where('name', '=', p('name')),
)

/**
 * Deletes (trims) events that are old enough and that every consumer has processed.
 *
 * Invariant: `event_log.trimmed` and the rows agree at every moment, so that a reader can distinguish a trimmed event
 * from a lost event.
 */
import { query } from '../db/query.ts'
import type { Store, Tx } from '../db/store.ts'
import { type Clock, sleep } from '../lib/time/clock.ts'
import { lockLog } from './log-head.ts'

/**
 * Maximum events that one transaction deletes, so that a transaction does not block the event loop or the log for long.
 */
const SLICE = 1_000

const DAY_MS = 86_400_000

/**
 * Deletes events older than `days` days in slices. After each slice, pauses for as long as the slice took.
 * @returns number of deleted events
 */
export async function trimLog(
  store: Store,
  clock: Clock,
  days: number,
  signal?: AbortSignal,
): Promise<number> {
  const before = clock.now() - days * DAY_MS
  let deleted = 0
  while (signal?.aborted !== true) {
    const started = clock.monotonic()
    // No event: the deletion of old events changes no data of users.
    const slice = await store.writeAlone((tx) => trimSlice(tx, before))
    deleted += slice
    if (slice < SLICE) break
    const took = clock.monotonic() - started
    if (took > 0) await sleep(clock, took, signal)
  }
  return deleted
}

async function trimSlice(tx: Tx, before: number): Promise<number> {
  const [oldest] = await tx.rows(oldestEvents, { trimmed: 0n, max: 1 })
  if (oldest === undefined || oldest.at >= before) return 0
  // The row of the head is locked first, so that no new consumer can start before the new oldest event. A new consumer
  // (consumer.ts) takes the same lock.
  const { trimmed } = await lockLog(tx)
  const slowest = (await tx.first(slowestConsumer, {}))?.oldest_position ?? null
  const rows = await tx.rows(oldestEvents, { trimmed, max: SLICE })
  const firstKept = rows.findIndex((row) => row.at >= before || (slowest !== null && row.position > slowest))
  const old = firstKept === -1 ? rows : rows.slice(0, firstKept)
  const upTo = old.at(-1)?.position
  if (upTo === undefined) return 0
  await Promise.all([tx.run(deleteUpTo, { upTo }), tx.run(moveTrimmed, { upTo })])
  return old.length
}

const slowestConsumer = query()((k) =>
  k.selectFrom('consumers').select((eb) => eb.fn.min('position').as('oldest_position')),
)

const oldestEvents = query<{ trimmed: bigint; max: number }>()((k, p) =>
  k
    .selectFrom('events')
    .select(['position', 'at'])
    .where('position', '>', p('trimmed'))
    .orderBy('position')
    .limit(p('max')),
)

const deleteUpTo = query<{ upTo: bigint }>()((k, p) =>
  k.deleteFrom('events').where('position', '<=', p('upTo')),
)

const moveTrimmed = query<{ upTo: bigint }>()((k, p) =>
  k
    .updateTable('event_log')
    .set({ trimmed: p('upTo') })
    .where('one', '=', 1),
)

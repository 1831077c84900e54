/**
 * Appends events to the log.
 *
 * Positions must become visible in order. A reader that has seen position 11 must not see position 10 later. SQLite has
 * one writer, so its commits are always in order. On PostgreSQL, the numbers of a sequence would not have this
 * property, because transactions do not commit in the order in which they take numbers. Positions therefore come from
 * one row. The statement `update event_log set head = head + n` locks that row until the commit. Commits thus follow
 * the order of positions, and a failed transaction leaves no gap. The update is the last statement before the commit,
 * and one update serves all commands that are committed together, so the lock is held only for a short time. If only
 * one process writes, that process knows the end of the log and does not wait for the result of the update. The process
 * sends the positions that it expects, and the statement fails if they are wrong (docs/decisions/0003-gapless-log.md).
 *
 * Invariants: a change and its event are committed together or not at all. Positions are 1, 2, 3 … without gaps.
 */

import { sql } from 'kysely'
import { bulk, columnNames } from '../db/bulk.ts'
import type { BulkRow } from '../db/bulk-query.ts'
import { query } from '../db/query.ts'
import type { AppendedDrafts, EventDraft, Tx, Writer } from '../db/store.ts'
import { must } from '../lib/assert.ts'
import type { Event } from './event.ts'
import { checksumOf, toDraft } from './record.ts'

/**
 * Appends an event in the transaction of its change.
 * @param at time of the change, in milliseconds since the Unix epoch
 */
export function append(tx: Tx, at: number, event: Event): void {
  tx.drafts.push(toDraft(at, event))
}

/**
 * Assigns positions to the drafts (events without a position) of one transaction, and starts to insert them. Every
 * store calls this function as `appendDrafts`.
 */
export async function appendDrafts(
  writer: Writer,
  drafts: readonly EventDraft[],
  expected?: bigint,
): Promise<AppendedDrafts> {
  const count = BigInt(drafts.length)
  if (expected !== undefined) {
    const stored = appendExpected(writer, eventRows(expected + 1n, drafts))
    stored.catch(() => undefined) // The caller awaits this promise.
    return { head: expected + count, stored }
  }
  const { head } = must(await writer.first(takePositions, { count }), 'the head of the log')
  const stored = insertEvents(writer, eventRows(head - count + 1n, drafts))
  stored.catch(() => undefined) // The caller awaits this promise.
  return { head, stored }
}

/** @param first position of the first draft */
function eventRows(first: bigint, drafts: readonly EventDraft[]): readonly BulkRow[] {
  return drafts.map((draft, index) => {
    const position = first + BigInt(index)
    const { at, kind, user_id, post_id, partition, facts } = draft
    return [position, at, kind, user_id, post_id, partition, facts, checksumOf(position, draft)]
  })
}

const takePositions = query<{ count: bigint }>()((k, p) =>
  k
    .updateTable('event_log')
    .set((eb) => ({ head: eb('head', '+', p('count')) }))
    .where('one', '=', 1)
    .returning('head'),
)

/** Columns of a stored event, with their types. */
const EVENT_COLUMNS = {
  position: 'integer',
  at: 'integer',
  kind: 'text',
  user_id: 'integer',
  post_id: 'integer',
  partition: 'integer',
  facts: 'text',
  checksum: 'integer',
} as const

const NAMES = Object.keys(EVENT_COLUMNS) as (keyof typeof EVENT_COLUMNS)[]

const insertEvents = bulk(EVENT_COLUMNS, (k, rows) => k.insertInto('events').columns(NAMES).expression(rows))

/**
 * Inserts events at expected positions. The statement fails if the log does not end directly before the first row, and
 * then the transaction cannot be committed. The statement first locks the row with the head, because another
 * transaction may be about to take the same positions.
 */
const appendExpected = bulk(
  EVENT_COLUMNS,
  (_, rows) => sql`
    with added (${columnNames(EVENT_COLUMNS)}) as materialized (${rows}), taken as (
      update event_log
        set head = head + span.count / (case when head = span.first - 1 then 1 else 0 end)
        from (select count(*) as count, min(position) as first from added) as span
        where one = 1 returning head
    )
    insert into events (${columnNames(EVENT_COLUMNS)}) select added.* from taken, added`,
)

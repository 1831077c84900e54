/**
 * The writing end of the log.
 *
 * Positions must become visible in order: a reader that has seen 11 must never later meet a 10. SQLite has one
 * writer, so that is free. On PostgreSQL a sequence gives numbers in the order of asking while transactions
 * commit in another, so positions come from one row instead: `update event_log set head = head + n` holds that
 * row's lock until the commit, which makes numbering and committing one turn, and leaves no gap when a
 * transaction dies. It is the last statement before the commit and serves a whole group of verbs, so the turn
 * is short. A process that writes alone knows where the log ends, and need not wait for the answer: it sends what
 * it expects, and the statement fails where that is wrong. (docs/decisions/0003-gapless-log.md)
 *
 * Invariants: a change and its event are one, both or neither; positions are 1, 2, 3 … without gaps.
 */

import { sql } from 'kysely'
import { bulk } from '../db/bulk.ts'
import { query } from '../db/query.ts'
import type { EventDraft, Sealed, Tx, Writer } from '../db/store.ts'
import { must } from '../lib/assert.ts'
import type { Event } from './event.ts'
import { checksumOf, toDraft } from './record.ts'

/**
 * Appends an event to the transaction of the change it tells of.
 * @param at when it happened, in milliseconds since the Unix epoch
 */
export function append(tx: Tx, at: number, event: Event): void {
  tx.drafts.push(toDraft(at, event))
}

/** The `seal` of a store: numbers the drafts of a group and begins to insert them. */
export async function sealEvents(
  writer: Writer,
  drafts: readonly EventDraft[],
  expected?: bigint,
): Promise<Sealed> {
  const count = BigInt(drafts.length)
  if (expected !== undefined) {
    const taken = writer.run(takeExpected, { count, expected })
    const stored = Promise.all([taken, storeFrom(writer, expected + 1n, drafts)])
    stored.catch(() => undefined)
    return { head: expected + count, stored }
  }
  const { head } = must(await writer.first(takePositions, { count }), 'the head of the log')
  const stored = storeFrom(writer, head - count + 1n, drafts)
  stored.catch(() => undefined)
  return { head, stored }
}

function storeFrom(writer: Writer, first: bigint, drafts: readonly EventDraft[]): Promise<unknown> {
  return insertEvents(
    writer,
    drafts.map((draft, index) => {
      const position = first + BigInt(index)
      return [
        position,
        draft.at,
        draft.kind,
        draft.user_id,
        draft.post_id,
        draft.partition,
        draft.facts,
        checksumOf(position, draft),
      ]
    }),
  )
}

const takePositions = query<{ count: bigint }>()((k, p) =>
  k
    .updateTable('event_log')
    .set((eb) => ({ head: eb('head', '+', p('count')) }))
    .where('one', '=', 1)
    .returning('head'),
)

/** Fails where the log ends elsewhere, so that nothing of the transaction can be committed. */
const takeExpected = query<{ count: bigint; expected: bigint }>()(
  (_, p) => sql`update event_log
    set head = head + ${p('count')} / (case when head = ${p('expected')} then 1 else 0 end) where one = 1`,
)

const insertEvents = bulk(
  {
    position: 'integer',
    at: 'integer',
    kind: 'text',
    user_id: 'integer',
    post_id: 'integer',
    partition: 'integer',
    facts: 'text',
    checksum: 'integer',
  },
  (k, rows) =>
    k
      .insertInto('events')
      .columns(['position', 'at', 'kind', 'user_id', 'post_id', 'partition', 'facts', 'checksum'])
      .expression(rows),
)

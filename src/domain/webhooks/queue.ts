/**
 * What waits to be delivered. A delivery is a position of the log for one user of one webhook; those of a lane (a
 * subscription, or one replay of it) go in order.
 *
 *   fan-out ─▶ webhook_queue (a row a delivery) ─▶ courier ─▶ webhook_deliveries (settle.ts)
 *          └─▶ webhook_lanes (a row a lane with something in it: how much, and when its head is due) ─┘
 *
 * Invariants: `pending` of a lane is the number of its rows in the queue, and a lane without rows has none. Both sides
 * change it by an upsert, which holds the row to the end of the transaction, so that no lane is taken away while
 * something is put into it.
 */
import { type Expression, type RawBuilder, sql } from 'kysely'
import { bulk } from '../../db/bulk.ts'
import { idList, idsOf } from '../../db/id-list.ts'
import { type Engine, query } from '../../db/query.ts'
import type { Reader, Tx } from '../../db/store.ts'

/** `jobId` is a replay, or {@link LIVE}. */
export interface Lane {
  readonly webhookId: bigint
  readonly userId: bigint
  readonly jobId: bigint
}

export interface Delivery extends Lane {
  /** Of the event in the log. */
  readonly position: bigint
}

/** The job of what happens now. */
export const LIVE = 0n

/** In place of a user, in the lane that tells how a replay ended. */
export const NOBODY = 0n

/** A delivery that waits. */
export interface Waiting {
  readonly position: bigint
  /** In vain until now. */
  readonly attempts: number
}

/**
 * Puts deliveries into their lanes; each must be new.
 * @param now milliseconds since the Unix epoch
 * @returns the deliveries by their lane, in order
 */
export async function enqueue(
  tx: Tx,
  deliveries: readonly Delivery[],
  now: number,
): Promise<readonly Several<Delivery>[]> {
  if (deliveries.length === 0) return []
  const lanes = byLane(deliveries)
  await Promise.all([
    insertQueued(
      tx,
      lanes.flat().map(({ webhookId, userId, jobId, position }) => [webhookId, userId, jobId, position, now]),
    ),
    widenLanes(
      tx,
      lanes.map((each) => {
        const [{ webhookId, userId, jobId }] = each
        return [webhookId, userId, jobId, BigInt(each.length), now]
      }),
    ),
  ])
  return lanes
}

/** One at least. */
export type Several<Item> = readonly [Item, ...Item[]]

/** Items by their lane, the lanes in the order in which they are always locked, those of a lane in their own order. */
export function byLane<Item extends Lane>(items: readonly Item[]): readonly Several<Item>[] {
  const lanes: [Item, ...Item[]][] = []
  for (const item of items.toSorted(compareLanes)) {
    const last = lanes.at(-1)
    if (last !== undefined && compareLanes(last[0], item) === 0) last.push(item)
    else lanes.push([item])
  }
  return lanes
}

export function laneKey({ webhookId, userId, jobId }: Lane): string {
  return `${webhookId} ${userId} ${jobId}`
}

/** The order in which lanes are always locked. */
export function compareLanes(one: Lane, other: Lane): number {
  if (one.webhookId !== other.webhookId) return one.webhookId < other.webhookId ? -1 : 1
  if (one.userId !== other.userId) return one.userId < other.userId ? -1 : 1
  return one.jobId < other.jobId ? -1 : one.jobId > other.jobId ? 1 : 0
}

/**
 * The lanes of these webhooks whose head may be tried now, of each the `most` that are due the longest.
 * @param now milliseconds since the Unix epoch
 */
export async function dueLanes(
  reader: Reader,
  webhookIds: readonly bigint[],
  { now, most }: { readonly now: number; readonly most: number },
): Promise<readonly Lane[]> {
  const rows = await reader.rows(dueLanesOf, { ids: idList(webhookIds), now, most })
  return rows.map((row) => ({ webhookId: row.webhook_id, userId: row.user_id, jobId: row.job_id }))
}

/** What of a lane is asked for. */
export interface WaitingQuestion {
  readonly lane: Lane
  /** Only what is behind this position; 0 for the head of the lane. */
  readonly after: bigint
}

/** The first `most` deliveries of each of these lanes, in order. */
export async function waitingIn(
  reader: Reader,
  asked: readonly WaitingQuestion[],
  most: number,
): Promise<readonly (readonly Waiting[])[]> {
  const list = JSON.stringify(
    asked.map(({ lane, after }) => [lane.webhookId, lane.userId, lane.jobId, after].map(String)),
  )
  const rows = await reader.rows(headsOfLanes, { asked: list, most })
  const waiting = asked.map((): readonly Waiting[] => [])
  for (const { nth, head } of rows) if (head !== null) waiting[nth] = head.split(',').map(waitingOf)
  return waiting
}

/** @param written a position and the tries, with a space between them */
function waitingOf(written: string): Waiting {
  const space = written.indexOf(' ')
  return { position: BigInt(written.slice(0, space)), attempts: Number(written.slice(space + 1)) }
}

/** What of a replay still waits. */
export async function pendingOfJob(
  reader: Reader,
  job: { readonly webhookId: bigint; readonly jobId: bigint },
): Promise<number> {
  return Number((await reader.first(pendingInJob, job))?.waiting ?? 0)
}

/** How much waits for a webhook, and since when the oldest of it does. */
export interface Backlog {
  readonly webhookId: bigint
  readonly waiting: number
  /** Milliseconds since the Unix epoch. */
  readonly since: number
}

/** Of every webhook for which something waits. */
export async function backlogs(reader: Reader): Promise<readonly Backlog[]> {
  const rows = await reader.rows(backlogByWebhook, {})
  return rows.map((row) => ({
    webhookId: row.webhook_id,
    waiting: Number(row.waiting),
    since: Number(row.since),
  }))
}

const insertQueued = bulk(
  {
    webhook_id: 'shared',
    user_id: 'shared',
    job_id: 'shared',
    position: 'integer',
    queued_at: 'integer',
  },
  (k, rows) =>
    k
      .insertInto('webhook_queue')
      .columns(['webhook_id', 'user_id', 'job_id', 'position', 'queued_at', 'attempts'])
      .expression(rows),
  undefined,
  [0],
)

/** A lane that waits for another try of its head goes on waiting. */
export const widenLanes = bulk(
  { webhook_id: 'integer', user_id: 'integer', job_id: 'integer', pending: 'integer', due_at: 'integer' },
  (k, rows) =>
    k
      .insertInto('webhook_lanes')
      .columns(['webhook_id', 'user_id', 'job_id', 'pending', 'due_at'])
      .expression(rows)
      .onConflict((conflict) =>
        conflict.columns(['webhook_id', 'user_id', 'job_id']).doUpdateSet((eb) => ({
          pending: eb('webhook_lanes.pending', '+', eb.ref('excluded.pending')),
        })),
      ),
)

// Uses the index webhook_lanes_due, once for each webhook.
const dueLanesOf = query<{ ids: string; now: number; most: number }>()((_, p, engine) => {
  const due = sql`where webhook_lanes.webhook_id = asked.id and due_at <= ${p('now')}
    order by due_at, user_id, job_id limit ${p('most')}`
  return sql<{ webhook_id: bigint; user_id: bigint; job_id: bigint }>`
    select lanes.webhook_id, lanes.user_id, lanes.job_id
    from ${idsOf(p('ids'), engine)} as asked cross join ${
      engine === 'sqlite'
        ? sql`webhook_lanes as lanes where lanes.rowid in (select rowid from webhook_lanes ${due})`
        : sql`lateral (select * from webhook_lanes ${due}) as lanes`
    }
    order by lanes.due_at, lanes.user_id, lanes.job_id`
})

/** A table of the questions, with their places. @param list the parameter: JSON, arrays of decimal strings */
function listed(list: Expression<string>, engine: Engine): RawBuilder<unknown> {
  const columns = ['webhook_id', 'user_id', 'job_id', 'after'].map((column, index) =>
    engine === 'sqlite'
      ? sql`cast(json_extract(value, ${sql.lit(`$[${index}]`)}) as integer) as ${sql.ref(column)}`
      : sql`cast(value ->> ${sql.lit(index)} as bigint) as ${sql.ref(column)}`,
  )
  return engine === 'sqlite'
    ? sql`(select key as nth, ${sql.join(columns)} from json_each(${list}))`
    : sql`(select place - 1 as nth, ${sql.join(columns)}
        from json_array_elements(${list}::text::json) with ordinality as listed (value, place))`
}

// A look-up in the primary key for each lane, and one row: of each that is waiting the driver would make an object.
const headsOfLanes = query<{ asked: string; most: number }>()((_, p, engine) => {
  const written = sql`cast(position as text) || ' ' || cast(attempts as text)`
  const list = engine === 'sqlite' ? sql`group_concat` : sql`string_agg`
  return sql<{ nth: number; head: string | null }>`
    select asked.nth, (
      select ${list}(${written}, ',' order by position)
      from (
        select position, attempts from webhook_queue
        where webhook_id = asked.webhook_id and user_id = asked.user_id and job_id = asked.job_id
          and position > asked.after
        order by position limit ${p('most')}
      ) as waiting
    ) as head
    from ${listed(p('asked'), engine)} as asked`
})

// Uses the index webhook_lanes_due.
const pendingInJob = query<{ webhookId: bigint; jobId: bigint }>()((k, p) =>
  k
    .selectFrom('webhook_lanes')
    .select((eb) => eb.fn.sum<number | bigint>('pending').as('waiting'))
    .where('webhook_id', '=', p('webhookId'))
    .where('job_id', '=', p('jobId')),
)

// A look at the head of each lane: the queue itself may be long.
const backlogByWebhook = query()(
  () => sql<{ webhook_id: bigint; waiting: number | bigint; since: number | bigint }>`
    select webhook_id, sum(pending) as waiting, min(queued_at) as since
    from (
      select webhook_lanes.webhook_id, webhook_lanes.pending,
        (select webhook_queue.queued_at from webhook_queue
          where webhook_queue.webhook_id = webhook_lanes.webhook_id
            and webhook_queue.user_id = webhook_lanes.user_id and webhook_queue.job_id = webhook_lanes.job_id
          order by webhook_queue.position limit 1) as queued_at
      from webhook_lanes
    ) as heads
    group by webhook_id order by webhook_id`,
)

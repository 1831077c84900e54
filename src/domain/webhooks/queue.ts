/**
 * Invariants: `pending` in a row of webhook_lanes is the number of deliveries of that queue in webhook_queue, and an
 * empty queue has no row. Every addition and removal of deliveries changes `pending` by an upsert, and the upsert locks
 * the row until the end of the transaction. So no row is deleted while deliveries are added to its queue.
 */
import { type Expression, type RawBuilder, sql } from 'kysely'
import { bulk } from '../../db/bulk.ts'
import { idList, idsOf } from '../../db/id-list.ts'
import { type Engine, query } from '../../db/query.ts'
import type { Reader, Store, Tx } from '../../db/store.ts'

/** Identifies a queue. `jobId` is the id of a replay, or {@link LIVE_JOB}. */
export interface QueueKey {
  readonly webhookId: bigint
  readonly userId: bigint
  readonly jobId: bigint
}

export interface Delivery extends QueueKey {
  /** Position of the event in the log. */
  readonly position: bigint
}

/** The job id of the queues with current events, which belong to no replay. */
export const LIVE_JOB = 0n

/** The user id of the queue for the report about the end of a replay. */
export const NO_USER = 0n

/** A delivery in its queue. */
export interface QueuedDelivery {
  readonly position: bigint
  /** Number of failed attempts so far. */
  readonly attempts: number
}

/**
 * Adds deliveries to their queues. The deliveries must not be queued already.
 * @param now milliseconds since the Unix epoch
 * @returns the deliveries grouped by queue, in order
 */
export async function enqueue(
  tx: Tx,
  deliveries: readonly Delivery[],
  now: number,
): Promise<readonly NonEmpty<Delivery>[]> {
  if (deliveries.length === 0) return []
  const queues = groupByQueue(deliveries)
  await Promise.all([
    insertQueued(
      tx,
      queues
        .flat()
        .map(({ webhookId, userId, jobId, position }) => [webhookId, userId, jobId, position, now]),
    ),
    addPending(
      tx,
      queues.map((each) => {
        const [{ webhookId, userId, jobId }] = each
        return [webhookId, userId, jobId, BigInt(each.length), now]
      }),
    ),
  ])
  return queues
}

export type NonEmpty<Item> = readonly [Item, ...Item[]]

/**
 * Groups items by queue. The queues are in the order in which they are locked ({@link compareQueues}). The items of a
 * queue keep their order.
 */
export function groupByQueue<Item extends QueueKey>(items: readonly Item[]): readonly NonEmpty<Item>[] {
  const queues: [Item, ...Item[]][] = []
  for (const item of items.toSorted(compareQueues)) {
    const last = queues.at(-1)
    if (last !== undefined && compareQueues(last[0], item) === 0) last.push(item)
    else queues.push([item])
  }
  return queues
}

export function queueName({ webhookId, userId, jobId }: QueueKey): string {
  return `${webhookId} ${userId} ${jobId}`
}

/** The order in which all transactions lock the rows of queues, so that they do not deadlock. */
export function compareQueues(one: QueueKey, other: QueueKey): number {
  if (one.webhookId !== other.webhookId) return one.webhookId < other.webhookId ? -1 : 1
  if (one.userId !== other.userId) return one.userId < other.userId ? -1 : 1
  return one.jobId < other.jobId ? -1 : one.jobId > other.jobId ? 1 : 0
}

/**
 * The queues of these webhooks whose first delivery can be sent now. Returns at most `max` queues for each webhook, the
 * queues with the earliest due time.
 * @param now milliseconds since the Unix epoch
 */
export async function dueQueues(
  reader: Reader,
  webhookIds: readonly bigint[],
  { now, max }: { readonly now: number; readonly max: number },
): Promise<readonly QueueKey[]> {
  const rows = await reader.rows(dueQueuesOf, { ids: idList(webhookIds), now, max })
  return rows.map((row) => ({ webhookId: row.webhook_id, userId: row.user_id, jobId: row.job_id }))
}

/**
 * Moves attempts that are planned for a time after `latest` to the present time. No delay is that long, so the clock
 * was set back after such an attempt was planned.
 * @param times milliseconds since the Unix epoch
 */
export async function hastenDue(
  store: Pick<Store, 'write'>,
  times: { readonly now: number; readonly latest: number },
): Promise<void> {
  // No event: the deliveries stay queued.
  await store.write((tx) => tx.run(hasten, times))
}

export interface QueueQuery {
  readonly queue: QueueKey
  /** Selects deliveries after this position; 0 selects from the beginning of the queue. */
  readonly after: bigint
}

/** The first `max` deliveries of each of these queues, in order. @returns the results in the order of the queries */
export async function readQueues(
  reader: Reader,
  queries: readonly QueueQuery[],
  max: number,
): Promise<readonly (readonly QueuedDelivery[])[]> {
  const list = JSON.stringify(
    queries.map(({ queue, after }) => [queue.webhookId, queue.userId, queue.jobId, after].map(String)),
  )
  const rows = await reader.rows(headsOfQueues, { asked: list, max })
  const deliveries = queries.map((): readonly QueuedDelivery[] => [])
  for (const { nth, head } of rows) if (head !== null) deliveries[nth] = head.split(',').map(parseQueued)
  return deliveries
}

/** @param text a position and the number of failed attempts, separated by a space */
function parseQueued(text: string): QueuedDelivery {
  const space = text.indexOf(' ')
  return { position: BigInt(text.slice(0, space)), attempts: Number(text.slice(space + 1)) }
}

/** Number of deliveries in a replay that are still queued. */
export async function countPending(
  reader: Reader,
  job: { readonly webhookId: bigint; readonly jobId: bigint },
): Promise<number> {
  return Number((await reader.first(pendingInJob, job))?.waiting ?? 0)
}

/** Number of deliveries that are queued for a webhook, and the time of the oldest delivery. */
export interface Backlog {
  readonly webhookId: bigint
  readonly waiting: number
  /** Milliseconds since the Unix epoch. */
  readonly since: number
}

/** The backlog of every webhook that has queued deliveries. */
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

/** If a queue waits for the next attempt of its first delivery, its `due_at` does not change. */
export const addPending = bulk(
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
const dueQueuesOf = query<{ ids: string; now: number; max: number }>()((_, p, engine) => {
  const due = sql`where webhook_lanes.webhook_id = asked.id and due_at <= ${p('now')}
    order by due_at, user_id, job_id limit ${p('max')}`
  return sql<{ webhook_id: bigint; user_id: bigint; job_id: bigint }>`
    select lanes.webhook_id, lanes.user_id, lanes.job_id
    from ${idsOf(p('ids'), engine)} as asked cross join ${
      engine === 'sqlite'
        ? sql`webhook_lanes as lanes where lanes.rowid in (select rowid from webhook_lanes ${due})`
        : sql`lateral (select * from webhook_lanes ${due}) as lanes`
    }
    order by lanes.due_at, lanes.user_id, lanes.job_id`
})

// Reads all rows. There is one row for each queue with deliveries. Runs only after the clock was set back.
const hasten = query<{ now: number; latest: number }>()((k, p) =>
  k
    .updateTable('webhook_lanes')
    .set({ due_at: p('now') })
    .where('due_at', '>', p('latest')),
)

/**
 * SQL for a table of the queries, with their index as `nth`. @param list parameter with JSON: arrays of decimal texts
 */
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

// Looks up each queue once in the primary key. Returns one row for a queue and not one for a delivery, because the
// driver creates an object for each row.
const headsOfQueues = query<{ asked: string; max: number }>()((_, p, engine) => {
  const written = sql`cast(position as text) || ' ' || cast(attempts as text)`
  const list = engine === 'sqlite' ? sql`group_concat` : sql`string_agg`
  return sql<{ nth: number; head: string | null }>`
    select asked.nth, (
      select ${list}(${written}, ',' order by position)
      from (
        select position, attempts from webhook_queue
        where webhook_id = asked.webhook_id and user_id = asked.user_id and job_id = asked.job_id
          and position > asked.after
        order by position limit ${p('max')}
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

// Reads only the first delivery of each queue, because queues can be long.
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

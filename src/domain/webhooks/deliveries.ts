/** Reads the delivery log: the result of each delivery, and its failed attempts. */
import { type Selectable, sql } from 'kysely'
import { type Builder, type ParameterOf, query } from '../../db/query.ts'
import type { WebhookDeliveriesTable } from '../../db/schema.ts'
import type { Reader } from '../../db/store.ts'
import type { Attempt, AttemptOutcome, Outcome } from './delivery-results.ts'
import type { Delivery } from './queue.ts'

/** A finished delivery. */
export interface LoggedDelivery extends Delivery {
  readonly outcome: Outcome
  readonly attempts: number
  /** Milliseconds since the Unix epoch. */
  readonly settledAt: number
  /** Duration of the last attempt in milliseconds. The fields after this one are about the last attempt too. */
  readonly tookMs: number
  readonly status: number | null
  readonly requestBytes: number
  readonly response: string
}

/** A failed attempt. */
export interface LoggedAttempt extends Attempt {
  /** Milliseconds since the Unix epoch. */
  readonly madeAt: number
}

export interface DeliveryQuery {
  readonly webhookId: bigint
  /** Selects deliveries with this outcome; all outcomes when omitted. */
  readonly outcome?: Outcome
  /** Selects deliveries that come after this delivery in the list. */
  readonly after?: DeliveryCursor
  /** Maximum number of deliveries, 1 to 200. */
  readonly max: number
}

/** The position of a delivery in the list of its webhook. */
export type DeliveryCursor = Pick<LoggedDelivery, 'settledAt' | 'position' | 'userId' | 'jobId'>

/** A position before the first item of the list, which is the latest delivery. */
const FIRST: DeliveryCursor = { settledAt: Number.MAX_SAFE_INTEGER, position: 0n, userId: 0n, jobId: 0n }

/** The finished deliveries of a webhook, latest first. */
export async function deliveriesOf(
  reader: Reader,
  { webhookId, outcome, after = FIRST, max }: DeliveryQuery,
): Promise<readonly LoggedDelivery[]> {
  const { settledAt, position, userId, jobId } = after
  const page = { webhookId, settledAt, position, userId, jobId, max: Math.min(200, max) }
  const rows = await (outcome === undefined
    ? reader.rows(latestDeliveries, page)
    : reader.rows(latestWithOutcome, { ...page, outcome }))
  return rows.map(deliveryOf)
}

/** A finished delivery; undefined while it is queued, and after it was deleted. */
export async function findDelivery(reader: Reader, delivery: Delivery): Promise<LoggedDelivery | undefined> {
  const { webhookId, userId, jobId, position } = delivery
  const row = await reader.first(oneDelivery, { webhookId, userId, jobId, position })
  return row && deliveryOf(row)
}

/** Number of deliveries of a webhook with a given outcome. */
export async function countDeliveries(
  reader: Reader,
  { webhookId, outcome }: { readonly webhookId: bigint; readonly outcome: Outcome },
): Promise<number> {
  return Number((await reader.first(deliveryCount, { webhookId, outcome }))?.count ?? 0)
}

function deliveryOf(row: Selectable<WebhookDeliveriesTable>): LoggedDelivery {
  return {
    webhookId: row.webhook_id,
    userId: row.user_id,
    jobId: row.job_id,
    position: row.position,
    outcome: row.outcome as Outcome,
    attempts: row.attempts,
    settledAt: row.settled_at,
    tookMs: row.took_ms,
    status: row.status,
    requestBytes: row.request_bytes,
    response: row.response,
  }
}

/** The failed attempts of a delivery, in order; at most 100. */
export async function attemptsOf(reader: Reader, delivery: Delivery): Promise<readonly LoggedAttempt[]> {
  const { webhookId, userId, jobId, position } = delivery
  const rows = await reader.rows(attemptsOfDelivery, { webhookId, userId, jobId, position })
  return rows.map((row) => ({
    madeAt: row.made_at,
    outcome: row.outcome as AttemptOutcome,
    tookMs: row.took_ms,
    status: row.status,
    requestBytes: row.request_bytes,
    response: row.response,
  }))
}

interface Page {
  webhookId: bigint
  settledAt: number
  position: bigint
  userId: bigint
  jobId: bigint
  max: number
}

// Uses the index webhook_deliveries_settled.
const latestDeliveries = query<Page>()((k, p) => latest(k, p).limit(p('max')))

// Between the matching rows, the statement also reads rows with other outcomes.
const latestWithOutcome = query<Page & { outcome: string }>()((k, p) =>
  latest(k, p).where('outcome', '=', p('outcome')).limit(p('max')),
)

function latest(k: Builder, p: ParameterOf<Page>) {
  return k
    .selectFrom('webhook_deliveries')
    .selectAll()
    .where('webhook_id', '=', p('webhookId'))
    .where('settled_at', '<=', p('settledAt'))
    .where(
      sql<boolean>`(settled_at, position, user_id, job_id)
        < (${p('settledAt')}, ${p('position')}, ${p('userId')}, ${p('jobId')})`,
    )
    .orderBy('settled_at', 'desc')
    .orderBy('position', 'desc')
    .orderBy('user_id', 'desc')
    .orderBy('job_id', 'desc')
}

const deliveryCount = query<{ webhookId: bigint; outcome: string }>()((k, p) =>
  k
    .selectFrom('webhook_deliveries')
    .select((eb) => eb.fn.countAll<number | bigint>().as('count'))
    .where('webhook_id', '=', p('webhookId'))
    .where('outcome', '=', p('outcome')),
)

const oneDelivery = query<Key>()((k, p) =>
  k
    .selectFrom('webhook_deliveries')
    .selectAll()
    .where('webhook_id', '=', p('webhookId'))
    .where('user_id', '=', p('userId'))
    .where('job_id', '=', p('jobId'))
    .where('position', '=', p('position')),
)

const attemptsOfDelivery = query<Key>()((k, p) =>
  k
    .selectFrom('webhook_attempts')
    .selectAll()
    .where('webhook_id', '=', p('webhookId'))
    .where('user_id', '=', p('userId'))
    .where('job_id', '=', p('jobId'))
    .where('position', '=', p('position'))
    .orderBy('made_at')
    .limit(100),
)

interface Key {
  webhookId: bigint
  userId: bigint
  jobId: bigint
  position: bigint
}

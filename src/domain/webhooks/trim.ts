/** Deletes old deliveries and the rows of removed webhooks, in slices. */
import { sql } from 'kysely'
import { query } from '../../db/query.ts'
import type { Store, Tx } from '../../db/store.ts'
import { type ItemGuard, UNGUARDED } from '../../lib/item-guard.ts'
import { type Clock, sleep } from '../../lib/time/clock.ts'
import { applyResults } from './delivery-results.ts'

const DAY_MS = 86_400_000

/** Number of rows that one transaction changes, so that the transaction does not block the event loop for long. */
const SLICE = 500

/** Time after the removal of a webhook, in milliseconds. After this time, no process still sends to the webhook. */
const REMOVAL_GRACE_MS = 3_600_000

/**
 * Deletes rows of the delivery log that are older than `days` days. Expires deliveries that have waited for that many
 * days. Deletes all rows of removed webhooks. Pauses after each slice for as long as the slice took.
 * @returns the number of deleted or expired rows
 */
export async function trimDeliveries(
  store: Store,
  clock: Clock,
  days: number,
  signal?: AbortSignal,
  guard: ItemGuard = UNGUARDED,
): Promise<number> {
  const before = clock.now() - days * DAY_MS
  const webhooks = await store.rows(everyWebhook, {})
  let deleted = await inSlices(clock, signal, () =>
    // No event: webhooks do not deliver events about deliveries.
    store.writeAlone((tx) => expire(tx, before, clock.now())),
  )
  for (const webhook of webhooks) {
    const trim = () => trimWebhook(store, clock, webhook, before, signal)
    deleted += (await guard.attempt(`webhook ${webhook.id}`, trim)) ?? 0
  }
  return deleted
}

/** @returns the number of deleted rows */
async function trimWebhook(
  store: Store,
  clock: Clock,
  { id, removed_at }: { readonly id: bigint; readonly removed_at: number | null },
  before: number,
  signal: AbortSignal | undefined,
): Promise<number> {
  const isRemoved = removed_at !== null && removed_at < clock.now() - REMOVAL_GRACE_MS
  const input = { id, before: isRemoved ? Number.MAX_SAFE_INTEGER : before, slice: SLICE }
  let deleted = 0
  for (const each of isRemoved ? ALL_OF_A_WEBHOOK : AGING) {
    // No event: the event log is about the network, and not about deliveries.
    deleted += await inSlices(clock, signal, () => store.writeAlone((tx) => tx.run(each, input)))
  }
  // No event: the removal of the webhook has an event.
  if (isRemoved && signal?.aborted !== true) await store.writeAlone((tx) => deleteWebhookRows(tx, id))
  return deleted
}

async function inSlices(
  clock: Clock,
  signal: AbortSignal | undefined,
  slice: () => Promise<number>,
): Promise<number> {
  let total = 0
  while (signal?.aborted !== true) {
    const started = clock.monotonic()
    const count = await slice()
    total += count
    if (count < SLICE) break
    const took = clock.monotonic() - started
    if (took > 0) await sleep(clock, took, signal)
  }
  return total
}

async function expire(tx: Tx, before: number, now: number): Promise<number> {
  const rows = await tx.rows(oldestQueued, { before, max: SLICE })
  await applyResults(
    tx,
    rows.map((row) => ({
      webhookId: row.webhook_id,
      userId: row.user_id,
      jobId: row.job_id,
      position: row.position,
      attempts: row.attempts,
      at: now,
      outcome: 'expired' as const,
      attempt: undefined,
    })),
  )
  return rows.length
}

async function deleteWebhookRows(tx: Tx, id: bigint): Promise<void> {
  await tx.run(deleteQueues, { id })
  await tx.run(deleteReplays, { id })
  await tx.run(deleteWebhook, { id })
}

interface Slice {
  id: bigint
  before: number
  slice: number
}

const everyWebhook = query()((k) => k.selectFrom('webhooks').select(['id', 'removed_at']).orderBy('id'))

// Uses the index webhook_queue_age. The index in PostgreSQL has no order, so the statement selects any old rows.
const oldestQueued = query<{ before: number; max: number }>()((k, p, engine) => {
  const old = k
    .selectFrom('webhook_queue')
    .select(['webhook_id', 'user_id', 'job_id', 'position', 'attempts'])
    .where('queued_at', '<', p('before'))
    .limit(p('max'))
  return engine === 'sqlite' ? old.orderBy('queued_at') : old
})

// Uses the index webhook_deliveries_settled.
const deleteDeliveries = query<Slice>()(
  (_, p) => sql`
    delete from webhook_deliveries where (webhook_id, user_id, job_id, position) in (
      select webhook_id, user_id, job_id, position from webhook_deliveries
      where webhook_id = ${p('id')} and settled_at < ${p('before')} limit ${p('slice')})`,
)

// Uses the index webhook_attempts_made.
const deleteAttempts = query<Slice>()(
  (_, p) => sql`
    delete from webhook_attempts where (webhook_id, user_id, job_id, position, made_at) in (
      select webhook_id, user_id, job_id, position, made_at from webhook_attempts
      where webhook_id = ${p('id')} and made_at < ${p('before')} limit ${p('slice')})`,
)

const deleteQueued = query<Slice>()(
  (_, p) => sql`
    delete from webhook_queue where (webhook_id, user_id, job_id, position) in (
      select webhook_id, user_id, job_id, position from webhook_queue
      where webhook_id = ${p('id')} and queued_at < ${p('before')} limit ${p('slice')})`,
)

const AGING = [deleteDeliveries, deleteAttempts]
const ALL_OF_A_WEBHOOK = [deleteQueued, ...AGING]

const deleteQueues = query<{ id: bigint }>()((k, p) =>
  k.deleteFrom('webhook_lanes').where('webhook_id', '=', p('id')),
)

const deleteReplays = query<{ id: bigint }>()((k, p) =>
  k.deleteFrom('webhook_replays').where('webhook_id', '=', p('id')),
)

const deleteWebhook = query<{ id: bigint }>()((k, p) =>
  k.deleteFrom('webhooks').where('id', '=', p('id')).where('removed_at', 'is not', null),
)

/** Starts and ends replays, which deliver the events of a period again (spec/webhooks.md#calls). */
import type { Selectable } from 'kysely'
import { query } from '../../db/query.ts'
import type { WebhookReplaysTable } from '../../db/schema.ts'
import type { Reader, Tx } from '../../db/store.ts'
import { append } from '../../log/append.ts'
import { type Context, Refusal } from '../context.ts'
import { requireWebhook } from './webhook.ts'

export interface Replay {
  readonly id: bigint
  readonly webhookId: bigint
  /** The period, in milliseconds since the Unix epoch; `toAt` is exclusive. */
  readonly fromAt: number
  readonly toAt: number
  /** Position in the event log up to which events have been queued. */
  readonly position: bigint
  readonly createdAt: number
}

/**
 * Starts a replay.
 * @returns the replay; the webhook receives a report when the replay ends
 * @throws {Refusal} `webhook-not-found`; `replay-in-progress` while another replay of the webhook runs
 */
export async function startReplay(
  context: Context,
  { webhookId, fromAt, toAt }: Pick<Replay, 'webhookId' | 'fromAt' | 'toAt'>,
): Promise<Pick<Replay, 'id' | 'createdAt'>> {
  const id = await context.ids.make()
  const now = context.clock.now()
  return context.store.write(async (tx) => {
    await tx.run(lockWebhook, { webhookId })
    await requireWebhook(tx, webhookId)
    if ((await runningReplays(tx, webhookId)).length > 0) {
      throw new Refusal('replay-in-progress', 'another replay of the webhook is not over')
    }
    const position = await positionAt(tx, fromAt)
    await tx.run(insertReplay, { id, webhookId, fromAt, toAt, position, now })
    append(tx, now, { kind: 'webhook.replay_started', webhook_id: webhookId, job_id: id })
    return { id, createdAt: now }
  })
}

export interface ListedReplay extends Replay {
  /** `incomplete` when the log no longer had some events of the period. */
  readonly state: 'running' | 'complete' | 'incomplete'
  /** In milliseconds since the Unix epoch; undefined while the replay runs. */
  readonly endedAt: number | undefined
}

/** The replays of a webhook, latest first; at most 20. */
export async function latestReplays(reader: Reader, webhookId: bigint): Promise<readonly ListedReplay[]> {
  const rows = await reader.rows(replaysOfWebhook, { webhookId })
  return rows.map((row) => ({
    ...replayOf(row),
    state: row.state as ListedReplay['state'],
    endedAt: row.ended_at ?? undefined,
  }))
}

/** The running replays of a webhook. */
export async function runningReplays(reader: Reader, webhookId: bigint): Promise<readonly Replay[]> {
  const rows = await reader.rows(replaysUnderWay, { webhookId })
  return rows.map(replayOf)
}

function replayOf(row: Selectable<WebhookReplaysTable>): Replay {
  return {
    id: row.id,
    webhookId: row.webhook_id,
    fromAt: row.from_at,
    toAt: row.to_at,
    position: row.position,
    createdAt: row.created_at,
  }
}

/**
 * Moves the position of a replay, in the transaction that queues the events up to the new position.
 * @returns false when another process has moved the position first
 */
export async function moveReplay(
  tx: Tx,
  { id, position }: Pick<Replay, 'id' | 'position'>,
  to: bigint,
): Promise<boolean> {
  return (await tx.run(swapPosition, { id, from: position, to })) > 0
}

/**
 * Ends a replay.
 * @param isComplete false when the log no longer had some events of the period
 */
export async function endReplay(
  context: Pick<Context, 'store' | 'clock'>,
  { id, webhookId }: Pick<Replay, 'id' | 'webhookId'>,
  isComplete: boolean,
): Promise<void> {
  const now = context.clock.now()
  await context.store.write(async (tx) => {
    if ((await tx.run(markEnded, { id, now, state: isComplete ? 'complete' : 'incomplete' })) === 0) return
    append(tx, now, {
      kind: 'webhook.replay_ended',
      webhook_id: webhookId,
      job_id: id,
      is_complete: isComplete,
    })
  })
}

/**
 * Maximum difference between the clocks of processes, in milliseconds. Times in the log can be out of order by this
 * difference.
 */
export const SKEW_MS = 60_000

/**
 * A position in the event log. All events with the time `at` or a later time come after this position. Found
 * by bisection.
 */
async function positionAt(tx: Tx, at: number): Promise<bigint> {
  const ends = await tx.first(endsOfLog, {})
  let low = ends?.trimmed ?? 0n
  let high = ends?.head ?? 0n
  while (low < high) {
    const middle = (low + high + 1n) / 2n
    const event = await tx.first(timeOf, { position: middle })
    if (event !== undefined && event.at < at - SKEW_MS) low = middle
    else high = middle - 1n
  }
  return low
}

const lockWebhook = query<{ webhookId: bigint }>()((k, p) =>
  k
    .updateTable('webhooks')
    .set((eb) => ({ url: eb.ref('url') }))
    .where('id', '=', p('webhookId')),
)

const insertReplay = query<{
  id: bigint
  webhookId: bigint
  fromAt: number
  toAt: number
  position: bigint
  now: number
}>()((k, p) =>
  k.insertInto('webhook_replays').values({
    id: p('id'),
    webhook_id: p('webhookId'),
    from_at: p('fromAt'),
    to_at: p('toAt'),
    position: p('position'),
    state: 'running',
    created_at: p('now'),
    ended_at: null,
  }),
)

// Uses the index webhook_replays_webhook.
const replaysUnderWay = query<{ webhookId: bigint }>()((k, p) =>
  k
    .selectFrom('webhook_replays')
    .selectAll()
    .where('webhook_id', '=', p('webhookId'))
    .where('ended_at', 'is', null)
    .orderBy('id')
    .limit(10),
)

// Uses the index webhook_replays_webhook.
const replaysOfWebhook = query<{ webhookId: bigint }>()((k, p) =>
  k
    .selectFrom('webhook_replays')
    .selectAll()
    .where('webhook_id', '=', p('webhookId'))
    .orderBy('id', 'desc')
    .limit(20),
)

const swapPosition = query<{ id: bigint; from: bigint; to: bigint }>()((k, p) =>
  k
    .updateTable('webhook_replays')
    .set({ position: p('to') })
    .where('id', '=', p('id'))
    .where('position', '=', p('from'))
    .where('ended_at', 'is', null),
)

const markEnded = query<{ id: bigint; now: number; state: string }>()((k, p) =>
  k
    .updateTable('webhook_replays')
    .set({ ended_at: p('now'), state: p('state') })
    .where('id', '=', p('id'))
    .where('ended_at', 'is', null),
)

const endsOfLog = query()((k) => k.selectFrom('event_log').select(['head', 'trimmed']).where('one', '=', 1))

const timeOf = query<{ position: bigint }>()((k, p) =>
  k.selectFrom('events').select('at').where('position', '=', p('position')),
)

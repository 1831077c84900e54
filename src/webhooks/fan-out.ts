/**
 * The reader of the log that turns events into deliveries: a row for each webhook and user, in the transaction in
 * which the reader's position moves, so that each event is put into each lane once.
 */
import type { Tx } from '../db/store.ts'
import { hasLiveToken } from '../domain/apps/tokens.ts'
import { type Delivery, enqueue, LIVE, NOBODY } from '../domain/webhooks/queue.ts'
import { subscriptionsOfApp, subscriptionsTo, unsubscribeIn } from '../domain/webhooks/subscriptions.ts'
import { hasWebhooks } from '../domain/webhooks/webhook.ts'
import type { Consumer } from '../events/consumer.ts'
import type { LoggedEvent } from '../events/event.ts'
import type { Clock } from '../lib/clock.ts'
import { hearersOf } from './hearers.ts'

type Revocation = Extract<LoggedEvent, { readonly kind: 'token.revoked' }>

/** The durable reader. What happened before it ran for the first time is told to nobody. */
export function webhookFanOut(clock: Pick<Clock, 'now'>): Consumer {
  return {
    name: 'webhooks',
    begin: 'newest',
    // Where there is a webhook, one that is not valid hears nothing of what happens meanwhile: its place must be noted.
    concerns: (reader) => hasWebhooks(reader),
    apply: (tx, events) => fanOut(tx, events, clock.now()),
  }
}

/** @param now milliseconds since the Unix epoch */
async function fanOut(tx: Tx, events: readonly LoggedEvent[], now: number): Promise<void> {
  const heard = events.map((event) => ({ event, hearers: hearersOf(event) }))
  const users = [...new Set(heard.flatMap(({ hearers }) => hearers))]
  const webhooks = webhooksByUser(await subscriptionsTo(tx, users))
  const deliveries: Delivery[] = heard.flatMap(({ event: { position }, hearers }) =>
    hearers.flatMap((userId) =>
      (webhooks.get(userId) ?? []).map((webhookId) => ({ webhookId, userId, jobId: LIVE, position })),
    ),
  )
  for (const event of events) {
    if (event.kind === 'token.revoked') deliveries.push(...(await revoke(tx, event, now)))
    if (event.kind === 'webhook.replay_ended') {
      const { webhook_id: webhookId, job_id: jobId, position } = event
      deliveries.push({ webhookId, userId: NOBODY, jobId, position })
    }
  }
  await enqueue(tx, deliveries, now)
}

function webhooksByUser(
  subscriptions: readonly { readonly webhookId: bigint; readonly userId: bigint }[],
): ReadonlyMap<bigint, readonly bigint[]> {
  const webhooks = new Map<bigint, bigint[]>()
  for (const { webhookId, userId } of subscriptions) {
    const known = webhooks.get(userId)
    if (known === undefined) webhooks.set(userId, [webhookId])
    else known.push(webhookId)
  }
  return webhooks
}

/**
 * Ends what a user had let an app hear, once no token is left that would let it; the app hears of that as the last
 * thing, once no token is left at all.
 */
async function revoke(tx: Tx, event: Revocation, now: number): Promise<readonly Delivery[]> {
  const { user_id: userId, app_id: appId, position } = event
  const pair = { appId, userId }
  if (await hasLiveToken(tx, { ...pair, permissions: 'read-write-directmessages' })) return []
  const subscriptions = await subscriptionsOfApp(tx, pair)
  const isRevoked = !(await hasLiveToken(tx, { ...pair, permissions: 'read' }))
  for (const { webhookId } of subscriptions) await unsubscribeIn(tx, now, { webhookId, userId, appId })
  return subscriptions
    .filter(({ isValid }) => isValid && isRevoked)
    .map(({ webhookId }) => ({ webhookId, userId, jobId: LIVE, position }))
}

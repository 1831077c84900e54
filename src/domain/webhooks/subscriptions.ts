/** Adds, ends and finds subscriptions: the users whose events a webhook receives (spec/webhooks.md#occasions). */
import { sql } from 'kysely'
import { idList, idsOf } from '../../db/id-list.ts'
import { query } from '../../db/query.ts'
import type { Reader, Tx } from '../../db/store.ts'
import { append } from '../../log/append.ts'
import { type Context, Refusal } from '../context.ts'
import { requireWebhook } from './webhook.ts'

export interface Subscription {
  readonly webhookId: bigint
  readonly userId: bigint
}

/**
 * Subscribes a webhook to a user.
 * @param subscription `max` is the maximum number of subscriptions of the webhook
 * @throws {Refusal} `webhook-not-found`, `subscribed-already`, `too-many-subscriptions`
 */
export async function subscribe(
  context: Context,
  { webhookId, userId, max }: Subscription & { readonly max: number },
): Promise<void> {
  const now = context.clock.now()
  await context.store.write(async (tx) => {
    // Because of the lock, two calls cannot both take the last free subscription, and no call subscribes a webhook that
    // is being removed.
    await tx.run(lockWebhook, { webhookId })
    const { appId } = await requireWebhook(tx, webhookId)
    if (await isSubscribed(tx, { webhookId, userId })) {
      throw new Refusal('subscribed-already', `${webhookId} is subscribed to ${userId} already`)
    }
    if ((await countSubscriptions(tx, [webhookId])) >= max) {
      throw new Refusal('too-many-subscriptions', `a webhook has at most ${max} subscriptions`)
    }
    await tx.run(insertSubscription, { webhookId, userId, now })
    append(tx, now, { kind: 'webhook.subscribed', user_id: userId, app_id: appId, webhook_id: webhookId })
  })
}

/** Ends a subscription. Its queued deliveries are not sent any more. @throws {Refusal} `subscription-not-found` */
export async function unsubscribe(context: Context, subscription: Subscription): Promise<void> {
  const now = context.clock.now()
  await context.store.write(async (tx) => {
    const { appId } = await requireWebhook(tx, subscription.webhookId)
    if (!(await unsubscribeIn(tx, now, { ...subscription, appId }))) {
      throw new Refusal('subscription-not-found', 'the webhook is not subscribed to the user')
    }
  })
}

/** As {@link unsubscribe}, inside a transaction of the caller. @returns true when the subscription existed */
export async function unsubscribeIn(
  tx: Tx,
  now: number,
  { webhookId, userId, appId }: Subscription & { readonly appId: bigint },
): Promise<boolean> {
  if ((await tx.run(deleteSubscription, { webhookId, userId })) === 0) return false
  append(tx, now, { kind: 'webhook.unsubscribed', user_id: userId, app_id: appId, webhook_id: webhookId })
  return true
}

export async function isSubscribed(reader: Reader, subscription: Subscription): Promise<boolean> {
  return (await reader.first(oneSubscription, { ...subscription })) !== undefined
}

/** The users to whom a webhook is subscribed, oldest subscription first; at most 10,000. */
export async function subscribersOf(reader: Reader, webhookId: bigint): Promise<readonly bigint[]> {
  const rows = await reader.rows(subscribers, { webhookId })
  return rows.map((row) => row.user_id)
}

/** The total number of subscriptions of these webhooks. */
export async function countSubscriptions(reader: Reader, webhookIds: readonly bigint[]): Promise<number> {
  if (webhookIds.length === 0) return 0
  const row = await reader.first(subscriptionCount, { ids: idList(webhookIds) })
  return Number(row?.count ?? 0)
}

/** The subscriptions of valid webhooks to any of these users. */
export async function subscriptionsTo(
  reader: Reader,
  userIds: readonly bigint[],
): Promise<readonly Subscription[]> {
  if (userIds.length === 0) return []
  const rows = await reader.rows(subscriptionsByUsers, { ids: idList(userIds) })
  return rows.map((row) => ({ webhookId: row.webhook_id, userId: row.user_id }))
}

/** The subscriptions of an app's webhooks to one user, including the subscriptions of invalid webhooks. */
export async function subscriptionsOfApp(
  reader: Reader,
  { appId, userId }: { readonly appId: bigint; readonly userId: bigint },
): Promise<readonly (Subscription & { readonly isValid: boolean })[]> {
  const rows = await reader.rows(subscriptionsByApp, { appId, userId })
  return rows.map((row) => ({ webhookId: row.webhook_id, userId, isValid: row.is_valid === 1 }))
}

const lockWebhook = query<{ webhookId: bigint }>()((k, p) =>
  k
    .updateTable('webhooks')
    .set((eb) => ({ url: eb.ref('url') }))
    .where('id', '=', p('webhookId')),
)

const insertSubscription = query<{ webhookId: bigint; userId: bigint; now: number }>()((k, p) =>
  k
    .insertInto('webhook_subscriptions')
    .values({ webhook_id: p('webhookId'), user_id: p('userId'), created_at: p('now') }),
)

const deleteSubscription = query<{ webhookId: bigint; userId: bigint }>()((k, p) =>
  k
    .deleteFrom('webhook_subscriptions')
    .where('webhook_id', '=', p('webhookId'))
    .where('user_id', '=', p('userId')),
)

const oneSubscription = query<{ webhookId: bigint; userId: bigint }>()((k, p) =>
  k
    .selectFrom('webhook_subscriptions')
    .select('user_id')
    .where('webhook_id', '=', p('webhookId'))
    .where('user_id', '=', p('userId')),
)

const subscribers = query<{ webhookId: bigint }>()((k, p) =>
  k
    .selectFrom('webhook_subscriptions')
    .select('user_id')
    .where('webhook_id', '=', p('webhookId'))
    .orderBy('created_at')
    .orderBy('user_id')
    .limit(10_000),
)

const subscriptionCount = query<{ ids: string }>()(
  (_, p, engine) => sql<{ count: number | bigint }>`
    select count(*) as count from ${idsOf(p('ids'), engine)} as wanted
    join webhook_subscriptions on webhook_subscriptions.webhook_id = wanted.id`,
)

// Uses the index webhook_subscriptions_user.
const subscriptionsByUsers = query<{ ids: string }>()(
  (_, p, engine) => sql<{ webhook_id: bigint; user_id: bigint }>`
    select webhook_subscriptions.webhook_id, webhook_subscriptions.user_id
    from ${idsOf(p('ids'), engine)} as wanted
    join webhook_subscriptions on webhook_subscriptions.user_id = wanted.id
    join webhooks on webhooks.id = webhook_subscriptions.webhook_id
    where webhooks.is_valid = 1 and webhooks.removed_at is null
    order by webhook_subscriptions.webhook_id, webhook_subscriptions.user_id`,
)

// Uses the index webhook_subscriptions_user.
const subscriptionsByApp = query<{ appId: bigint; userId: bigint }>()((k, p) =>
  k
    .selectFrom('webhook_subscriptions')
    .innerJoin('webhooks', 'webhooks.id', 'webhook_subscriptions.webhook_id')
    .select(['webhook_subscriptions.webhook_id', 'webhooks.is_valid'])
    .where('webhook_subscriptions.user_id', '=', p('userId'))
    .where('webhooks.app_id', '=', p('appId'))
    .where('webhooks.removed_at', 'is', null)
    .orderBy('webhook_subscriptions.webhook_id'),
)

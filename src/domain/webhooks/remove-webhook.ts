import { query } from '../../db/query.ts'
import type { Tx } from '../../db/store.ts'
import { append } from '../../log/append.ts'
import { type Context, Refusal } from '../context.ts'
import { requireWebhook, type Webhook, webhooksOfApp } from './webhook.ts'

/**
 * Removes a webhook and its subscriptions. After the commit, no further request to the webhook begins. Its queues are
 * deleted later in steps (trim.ts).
 * @throws {Refusal} `webhook-not-found`
 */
export async function removeWebhook(context: Context, id: bigint): Promise<void> {
  const now = context.clock.now()
  await context.store.write(async (tx) => {
    if (!(await removeWebhookIn(tx, now, await requireWebhook(tx, id)))) {
      throw new Refusal('webhook-not-found', 'it was removed a moment ago')
    }
  })
}

/** Removes all webhooks and environments of an app inside a transaction. The caller must have locked the app. */
export async function removeWebhooksIn(tx: Tx, now: number, appId: bigint): Promise<void> {
  for (const webhook of await webhooksOfApp(tx, appId)) await removeWebhookIn(tx, now, webhook)
  await tx.run(deleteEnvironments, { appId })
}

/** @returns false if the webhook was removed already */
async function removeWebhookIn(tx: Tx, now: number, { id, appId }: Webhook): Promise<boolean> {
  if ((await tx.run(markRemoved, { id, now })) === 0) return false
  await tx.run(deleteSubscriptions, { id })
  append(tx, now, { kind: 'webhook.changed', webhook_id: id, app_id: appId, change: 'removed' })
  return true
}

const deleteEnvironments = query<{ appId: bigint }>()((k, p) =>
  k.deleteFrom('webhook_environments').where('app_id', '=', p('appId')),
)

const markRemoved = query<{ id: bigint; now: number }>()((k, p) =>
  k
    .updateTable('webhooks')
    .set({ removed_at: p('now'), is_valid: 0 })
    .where('id', '=', p('id'))
    .where('removed_at', 'is', null),
)

const deleteSubscriptions = query<{ id: bigint }>()((k, p) =>
  k.deleteFrom('webhook_subscriptions').where('webhook_id', '=', p('id')),
)

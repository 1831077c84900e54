import { query } from '../../db/query.ts'
import { append } from '../../log/append.ts'
import { type Context, Refusal } from '../context.ts'
import { requireWebhook } from './webhook.ts'

/**
 * Removes a webhook and its subscriptions. Nothing is sent to it after the commit; its queues are deleted in steps
 * (trim.ts).
 * @throws {Refusal} `webhook-not-found`
 */
export async function removeWebhook(context: Context, id: bigint): Promise<void> {
  const now = context.clock.now()
  await context.store.write(async (tx) => {
    const { appId } = await requireWebhook(tx, id)
    if ((await tx.run(markRemoved, { id, now })) === 0) {
      throw new Refusal('webhook-not-found', 'it was removed a moment ago')
    }
    await tx.run(deleteSubscriptions, { id })
    append(tx, now, { kind: 'webhook.changed', webhook_id: id, app_id: appId, change: 'removed' })
  })
}

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

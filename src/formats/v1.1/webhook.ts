/** Webhooks as v1.1 shows them (spec/webhooks.md#webhook-object). */
import type { Webhook } from '../../domain/webhooks/webhook.ts'

/** The webhook object. */
export function webhookObject({ id, url, isValid, createdAt }: Webhook): object {
  return { id: String(id), url, valid: isValid, created_at: isoSecond(createdAt) }
}

/** A moment such as `2020-06-02T23:54:02Z`. @param ms since the Unix epoch */
export function isoSecond(ms: number): string {
  return new Date(ms).toISOString().replace(/\.\d+Z$/, 'Z')
}

/** The members of a list of subscriptions. */
export function subscriptionObjects(userIds: readonly bigint[]): readonly object[] {
  return userIds.map((userId) => ({ user_id: String(userId) }))
}

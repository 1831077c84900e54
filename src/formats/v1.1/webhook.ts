/** Renders webhooks in v1.1 (spec/webhooks.md#webhook-object), with fields in the order of recorded responses. */
import { Type } from 'typebox'
import type { Webhook } from '../../domain/webhooks/webhook.ts'
import { ObjectTable } from '../fields/object-table.ts'
import { idText } from './scalars.ts'

export const WEBHOOK_FIELDS = new ObjectTable<Webhook>([
  { name: 'id', schema: idText('The webhook.'), value: ({ id }) => String(id) },
  { name: 'url', schema: Type.String({ description: 'URL as registered.' }), value: ({ url }) => url },
  {
    name: 'valid',
    schema: Type.Boolean({
      description:
        'True when the receiver has passed the last challenge. Only these webhooks receive events.',
    }),
    value: ({ isValid }) => isValid,
  },
  {
    name: 'created_at',
    schema: Type.String({
      pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\dZ$',
      examples: ['2020-06-02T23:54:02Z'],
    }),
    value: ({ createdAt }) => isoSecond(createdAt),
  },
])

export function webhookObject(webhook: Webhook): object {
  return WEBHOOK_FIELDS.object(webhook)
}

/** A time such as `2020-06-02T23:54:02Z`. @param ms milliseconds since the Unix epoch */
export function isoSecond(ms: number): string {
  return new Date(ms).toISOString().replace(/\.\d+Z$/, 'Z')
}

export const SUBSCRIPTION_FIELDS = new ObjectTable<bigint>([
  {
    name: 'user_id',
    schema: idText('The user whose account activity is delivered.'),
    value: (userId) => String(userId),
  },
])

/** The entries of a list of subscriptions. */
export function subscriptionObjects(userIds: readonly bigint[]): readonly object[] {
  return userIds.map((userId) => SUBSCRIPTION_FIELDS.object(userId))
}

/** Stores whether a webhook is valid, after a challenge or after a delivery that proves the webhook invalid. */
import { query } from '../../db/query.ts'
import { append } from '../../log/append.ts'
import type { Context } from '../context.ts'
import { findWebhook } from './webhook.ts'

export interface WebhookValidity {
  readonly webhookId: bigint
  readonly isValid: boolean
  /** Time of the next challenge; milliseconds since the Unix epoch. */
  readonly challengeDueAt: number
}

/**
 * Stores the validity of a webhook. Appends an event if the validity changes. A removed webhook does not change.
 * @returns true when the validity changed
 */
export async function setWebhookValidity(context: Context, validity: WebhookValidity): Promise<boolean> {
  const { webhookId: id, isValid, challengeDueAt } = validity
  const now = context.clock.now()
  return context.store.write(async (tx) => {
    const webhook = await findWebhook(tx, id)
    if (webhook === undefined) return false
    await tx.run(setValidity, { id, isValid: isValid ? 1 : 0, challengeDueAt })
    if (webhook.isValid === isValid) return false
    const change = isValid ? 'validated' : 'invalidated'
    append(tx, now, { kind: 'webhook.changed', webhook_id: id, app_id: webhook.appId, change })
    return true
  })
}

const setValidity = query<{ id: bigint; isValid: number; challengeDueAt: number }>()((k, p) =>
  k
    .updateTable('webhooks')
    .set({ is_valid: p('isValid'), challenge_due_at: p('challengeDueAt') })
    .where('id', '=', p('id'))
    .where('removed_at', 'is', null),
)

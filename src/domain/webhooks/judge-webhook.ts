/** What a challenge of the receiver, or a delivery to it, has shown of a webhook. */
import { query } from '../../db/query.ts'
import { append } from '../../log/append.ts'
import type { Context } from '../context.ts'
import { findWebhook } from './webhook.ts'

export interface Judgement {
  readonly webhookId: bigint
  readonly isValid: boolean
  /** When the receiver is to be challenged next; milliseconds since the Unix epoch. */
  readonly challengeDueAt: number
}

/**
 * Notes whether a webhook is valid, and says so in the log when that is new. One that was removed is left alone.
 * @returns whether it changed
 */
export async function judgeWebhook(context: Context, judgement: Judgement): Promise<boolean> {
  const { webhookId: id, isValid, challengeDueAt } = judgement
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

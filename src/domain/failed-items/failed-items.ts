/** Operations on failed items: events and jobs that the server skipped because processing them failed. */
import { dismissFailed, type ItemName, requestRetry } from '../../log/failed-items.ts'
import { type AuditSubject, auditStamp, recordAudit } from '../audit/record-audit.ts'
import type { Context } from '../context.ts'

/** Selects an item of a reader, all items of a reader, or all items. A reader is a consumer of the event log. */
export type WhichItems = Partial<ItemName>

/** Requests a retry; a running server then retries the items. @returns the number of items */
export async function retryFailed(context: Context, which: WhichItems): Promise<number> {
  const made = auditStamp(context)
  const stamp = made && (await made)
  const now = context.clock.now()
  return context.store.write(async (tx) => {
    const items = await requestRetry(tx, which, now)
    const entry = { action: 'failed-items.retry', subject: subjectOf(which), details: { items } } as const
    if (items > 0) await recordAudit(tx, stamp, entry)
    return items
  })
}

/** Removes items from the list without a retry. @returns the number of items */
export async function forgetFailedItems(context: Context, which: WhichItems): Promise<number> {
  const made = auditStamp(context)
  const stamp = made && (await made)
  // No event: failed items are not part of the network.
  return context.store.write(async (tx) => {
    const items = await dismissFailed(tx, which)
    const entry = { action: 'failed-items.forget', subject: subjectOf(which), details: { items } } as const
    if (items > 0) await recordAudit(tx, stamp, entry)
    return items
  })
}

function subjectOf({ reader = 'all', item = '' }: WhichItems): AuditSubject {
  return { kind: 'failed-items', key: reader, name: item }
}

/** Writes audit entries about changes that are not in the database, such as changes by test controls. */
import type { Context } from '../context.ts'
import { type AuditEntry, auditStamp, recordAudit } from './record-audit.ts'

/** Records a completed action. Records nothing when no operator acts. */
export async function noteAction(context: Context, entry: AuditEntry): Promise<void> {
  const stamp = await auditStamp(context)
  if (stamp === undefined) return
  // No event: the audit log is about operators, and not about the network.
  await context.store.writeAlone((tx) => recordAudit(tx, stamp, entry))
}

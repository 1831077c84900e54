/** Closes reports and opens them again, for operators (spec/console.md#reports). */
import { query } from '../../db/query.ts'
import type { Tx } from '../../db/store.ts'
import { type AuditStamp, auditStamp, recordAudit } from '../audit/record-audit.ts'
import { type Context, Refusal } from '../context.ts'
import { type Report, reportText, requireReport } from './report.ts'

export interface ReportDecision {
  readonly reportId: bigint
  /** Reason of the operator, up to 1,000 characters. */
  readonly note: string
}

/**
 * Closes a report. If two operators close the same report at the same time, only one of them succeeds.
 * @throws {Refusal} `report-invalid`, `report-not-found`, `state-already-so`
 */
export async function closeReport(context: Context, { reportId, note }: ReportDecision): Promise<Report> {
  const text = reportText(note)
  const stamp = await auditStamp(context)
  const closedAt = context.clock.now()
  const closedBy = context.operator?.actor ?? ''
  // No event: only operators see reports.
  return context.store.write(async (tx) => {
    const report = await requireReport(tx, reportId)
    const changed = await tx.run(setClosed, { id: reportId, closedAt, closedBy, note: text })
    if (changed === 0) throw new Refusal('state-already-so', `the report ${reportId} is closed already`)
    await record(tx, stamp, 'report.close', report, text)
    return { ...report, closedAt, closedBy, note: text }
  })
}

/**
 * Opens a closed report again. The audit log keeps the note of the operator who closed the report.
 * @throws {Refusal} as {@link closeReport}
 */
export async function reopenReport(context: Context, { reportId, note }: ReportDecision): Promise<Report> {
  const text = reportText(note)
  const stamp = await auditStamp(context)
  // No event: only operators see reports.
  return context.store.write(async (tx) => {
    const report = await requireReport(tx, reportId)
    const changed = await tx.run(setOpen, { id: reportId })
    if (changed === 0) throw new Refusal('state-already-so', `the report ${reportId} is open already`)
    await record(tx, stamp, 'report.reopen', report, text)
    return { ...report, closedAt: null, closedBy: null, note: '' }
  })
}

async function record(
  tx: Tx,
  stamp: AuditStamp | undefined,
  action: 'report.close' | 'report.reopen',
  { id, userId, postId, reason: reported }: Report,
  note: string,
): Promise<void> {
  const details = { user_id: userId, post_id: postId, reported }
  await recordAudit(tx, stamp, { action, subject: { kind: 'report', key: id }, reason: note, details })
}

const setClosed = query<{ id: bigint; closedAt: number; closedBy: string; note: string }>()((k, p) =>
  k
    .updateTable('reports')
    .set({ closed_at: p('closedAt'), closed_by: p('closedBy'), note: p('note') })
    .where('id', '=', p('id'))
    .where('closed_at', 'is', null),
)

const setOpen = query<{ id: bigint }>()((k, p) =>
  k
    .updateTable('reports')
    .set({ closed_at: null, closed_by: null, note: '' })
    .where('id', '=', p('id'))
    .where('closed_at', 'is not', null),
)

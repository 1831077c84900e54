/** Reads the reports that users made about users and posts (spec/pages.md#reports). */
import type { Selectable } from 'kysely'
import { query } from '../../db/query.ts'
import type { ReportsTable } from '../../db/schema.ts'
import type { Reader } from '../../db/store.ts'
import { Refusal } from '../context.ts'

export const REPORT_REASONS = [
  'spam',
  'harassment',
  'private-data',
  'impersonation',
  'illegal',
  'other',
] as const

export type ReportReason = (typeof REPORT_REASONS)[number]

/** Maximum length of the comment in a report, and of the note of the operator who closes the report, in characters. */
export const MAX_REPORT_TEXT = 1_000

export interface Report {
  readonly id: bigint
  readonly reporterId: bigint
  /** The reported user, or the author of the reported post. */
  readonly userId: bigint
  /** Id of the first version of the reported post; null for a report about a user. */
  readonly postId: bigint | null
  /** One of {@link REPORT_REASONS}. */
  readonly reason: string
  /** Comment of the reporter; may be empty. */
  readonly comment: string
  /** Milliseconds since the Unix epoch, as are all times in this object. */
  readonly createdAt: number
  /** Null while the report is open. */
  readonly closedAt: number | null
  /** Name of the operator who closed the report. */
  readonly closedBy: string | null
  /** Note of the operator who closed the report. */
  readonly note: string
}

export async function findReport(reader: Reader, id: bigint): Promise<Report | undefined> {
  const row = await reader.first(reportById, { id })
  return row === undefined ? undefined : reportOf(row)
}

/** The report with an id. @throws {Refusal} `report-not-found` */
export async function requireReport(reader: Reader, id: bigint): Promise<Report> {
  const report = await findReport(reader, id)
  if (report === undefined) throw new Refusal('report-not-found', `there is no report with the id ${id}`)
  return report
}

/**
 * Removes leading and trailing spaces from a text, and requires that the text can be stored.
 * @throws {Refusal} `report-invalid`
 */
export function reportText(text: string): string {
  const trimmed = text.trim()
  if ([...trimmed].length > MAX_REPORT_TEXT)
    throw new Refusal('report-invalid', `a text has up to ${MAX_REPORT_TEXT} characters`)
  if (trimmed.includes('\0') || !trimmed.isWellFormed())
    throw new Refusal('report-invalid', 'the text has characters that cannot be stored')
  return trimmed
}

/** Converts a stored report. */
export function reportOf(row: Selectable<ReportsTable>): Report {
  return {
    id: row.id,
    reporterId: row.reporter_id,
    userId: row.user_id,
    postId: row.post_id,
    reason: row.reason,
    comment: row.comment,
    createdAt: row.created_at,
    closedAt: row.closed_at,
    closedBy: row.closed_by,
    note: row.note,
  }
}

const reportById = query<{ id: bigint }>()((k, p) =>
  k.selectFrom('reports').selectAll().where('id', '=', p('id')),
)

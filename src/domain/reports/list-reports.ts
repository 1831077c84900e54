/** Lists reports, newest first. */
import { once } from '../../db/query.ts'
import type { Reader } from '../../db/store.ts'
import { type Page, type PageRequest, pageOf } from '../../lib/pages.ts'
import { type Report, type ReportReason, reportOf } from './report.ts'

export const REPORT_STATES = ['open', 'closed', 'all'] as const
export type ReportState = (typeof REPORT_STATES)[number]

/** A filter that is undefined matches every report. */
export interface ReportFilter {
  readonly state: ReportState
  /** Selects reports about users, or reports about posts. */
  readonly kind?: 'user' | 'post' | undefined
  readonly reason?: ReportReason | undefined
  /** The reported user, or the author of reported posts. */
  readonly userId?: bigint | undefined
  /** Id of the first version of a post. */
  readonly postId?: bigint | undefined
}

/** A page of reports, newest first. `after` is the id of the last report of the previous page. */
export async function listReports(
  reader: Reader,
  { state, kind, reason, userId, postId }: ReportFilter,
  { after, count }: PageRequest<bigint>,
): Promise<Page<Report, bigint>> {
  // Uses reports_post, reports_user, reports_open, reports_closed or the primary key. The filters for kind and reason
  // use no index: the statement also reads rows that do not match, and skips them.
  const page = once((k) => {
    let reports = k
      .selectFrom('reports')
      .selectAll()
      .orderBy('id', 'desc')
      .limit(count + 1)
    if (after !== undefined) reports = reports.where('id', '<', after)
    if (state !== 'all') reports = reports.where('closed_at', state === 'open' ? 'is' : 'is not', null)
    if (kind !== undefined) reports = reports.where('post_id', kind === 'user' ? 'is' : 'is not', null)
    if (reason !== undefined) reports = reports.where('reason', '=', reason)
    if (userId !== undefined) reports = reports.where('user_id', '=', userId)
    if (postId !== undefined) reports = reports.where('post_id', '=', postId)
    return reports
  })
  return pageOf((await reader.rows(page, {})).map(reportOf), count, ({ id }) => id)
}

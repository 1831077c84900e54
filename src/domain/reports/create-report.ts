import { query } from '../../db/query.ts'
import type { Tx } from '../../db/store.ts'
import { append } from '../../log/append.ts'
import { lockAndFindUsers } from '../accounts/find-users.ts'
import { type Context, Refusal } from '../context.ts'
import { requirePost } from '../posts/read/find-posts.ts'
import { type Report, type ReportReason, reportOf, reportText } from './report.ts'

/** Maximum number of reports by a user in 24 hours. */
export const MAX_REPORTS_PER_DAY = 50

const DAY_MS = 86_400_000

/** The reported user or post. */
export type ReportSubject = { readonly userId: bigint } | { readonly postId: bigint }

export interface CreateReportInput {
  readonly reporterId: bigint
  readonly subject: ReportSubject
  readonly reason: ReportReason
  /** Up to 1,000 characters; default: empty. */
  readonly comment?: string
}

/**
 * Reports a user or a post to the operators of the server (spec/pages.md#reports). If the same user has reported the
 * same object within a day, and that report is open, the function returns that report and creates no report.
 * @throws {Refusal} `report-invalid`, `user-not-found`, `post-not-found`, `reports-oneself`, `reports-too-many`
 */
export async function createReport(context: Context, input: CreateReportInput): Promise<Report> {
  const { reporterId, subject, reason } = input
  const comment = reportText(input.comment ?? '')
  const now = context.clock.now()
  const made = context.ids.make()
  const id = typeof made === 'bigint' ? made : await made
  return context.store.write(async (tx) => {
    const about = await objectOf(tx, subject)
    if (about.userId === reporterId) throw new Refusal('reports-oneself', 'a user cannot report itself')
    // The lock also serializes the reports that one user makes, which are counted below.
    await lockAndFindUsers(tx, reporterId, about.userId)
    const recent = (await tx.rows(reportsSince, { reporterId, since: now - DAY_MS })).map(reportOf)
    const same = recent.find(
      ({ userId, postId, closedAt }) =>
        userId === about.userId && postId === about.postId && closedAt === null,
    )
    if (same !== undefined) return same
    if (recent.length >= MAX_REPORTS_PER_DAY)
      throw new Refusal('reports-too-many', `a member reports up to ${MAX_REPORTS_PER_DAY} times a day`)
    const row = { id, reporterId, ...about, reason, comment, now }
    await tx.run(insertReport, row)
    append(tx, now, { kind: 'user.reported', user_id: reporterId, reported_id: about.userId })
    return {
      ...{ id, reporterId, ...about, reason, comment, createdAt: now },
      ...{ closedAt: null, closedBy: null, note: '' },
    }
  })
}

async function objectOf(tx: Tx, subject: ReportSubject): Promise<Pick<Report, 'userId' | 'postId'>> {
  if ('userId' in subject) return { userId: subject.userId, postId: null }
  const { authorId, initialId } = await requirePost(tx, subject.postId)
  return { userId: authorId, postId: initialId }
}

// Uses the index reports_reporter and reads at most MAX_REPORTS_PER_DAY rows.
const reportsSince = query<{ reporterId: bigint; since: number }>()((k, p) =>
  k
    .selectFrom('reports')
    .selectAll()
    .where('reporter_id', '=', p('reporterId'))
    .where('created_at', '>', p('since')),
)

interface NewRow {
  readonly id: bigint
  readonly reporterId: bigint
  readonly userId: bigint
  readonly postId: bigint | null
  readonly reason: string
  readonly comment: string
  readonly now: number
}

const insertReport = query<NewRow>()((k, p) =>
  k.insertInto('reports').values({
    id: p('id'),
    reporter_id: p('reporterId'),
    user_id: p('userId'),
    post_id: p('postId'),
    reason: p('reason'),
    comment: p('comment'),
    created_at: p('now'),
    closed_at: null,
    closed_by: null,
    note: '',
  }),
)

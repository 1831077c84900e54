/** Reports by members, as the desk shows them (spec/console.md#reports). */
import { Type } from 'typebox'
import { findUsers } from '../../../domain/accounts/find-users.ts'
import type { User } from '../../../domain/accounts/user.ts'
import { findPosts } from '../../../domain/posts/read/find-posts.ts'
import type { Report } from '../../../domain/reports/report.ts'
import type { Services } from '../../_services.ts'

const USER = Type.Object({ id: Type.String(), username: Type.String(), name: Type.String() })

export const DESK_REPORT = Type.Object(
  {
    id: Type.String(),
    created_at: Type.Integer({ description: 'Unix milliseconds.' }),
    reason: Type.String({ description: 'Such as `spam`.' }),
    comment: Type.String({ description: 'Comment of the reporter; may be empty.' }),
    reporter: USER,
    user: Type.Object(USER.properties, { description: 'The reported user, or the author of the post.' }),
    post: Type.Union(
      [
        Type.Object({
          id: Type.String({ description: 'Id of the first version.' }),
          text: Type.Union([Type.String(), Type.Null()], { description: 'Null for a deleted post.' }),
        }),
        Type.Null(),
      ],
      { description: 'Null for a report about a user.' },
    ),
    closed_at: Type.Union([Type.Integer(), Type.Null()], { description: 'Null while the report is open.' }),
    closed_by: Type.Union([Type.String(), Type.Null()]),
    note: Type.String({ description: 'Note of the operator who closed the report.' }),
  },
  { title: 'ConsoleDeskReport' },
)

/** The objects of {@link DESK_REPORT} for these reports, in the same order. */
export async function deskReports({ store }: Pick<Services, 'store'>, reports: readonly Report[]) {
  const userIds = new Set(reports.flatMap(({ reporterId, userId }) => [reporterId, userId]))
  const postIds = new Set(reports.flatMap(({ postId }) => postId ?? []))
  const [users, posts] = await Promise.all([findUsers(store, [...userIds]), findPosts(store, [...postIds])])
  return reports.map(({ id, createdAt, reason, comment, closedAt, closedBy, note, ...report }) => ({
    ...{ id, created_at: createdAt, reason, comment },
    reporter: userBody(report.reporterId, users.get(report.reporterId)),
    user: userBody(report.userId, users.get(report.userId)),
    post:
      report.postId === null
        ? null
        : { id: report.postId, text: posts.get(report.postId)?.content.text ?? null },
    ...{ closed_at: closedAt, closed_by: closedBy, note },
  }))
}

function userBody(id: bigint, user: User | undefined) {
  return { id, username: user?.screenName ?? '', name: user?.name ?? '' }
}

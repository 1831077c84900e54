/** Reports that members made about posts and users (spec/pages.md#reports). */
import type { Migration } from '../migration.ts'

export const reports: Migration = {
  name: '0064-reports',
  statements: ({ int64 }) => [
    `create table reports (
      id ${int64} primary key,
      reporter_id ${int64} not null,
      user_id ${int64} not null,
      post_id ${int64},
      reason text not null,
      comment text not null,
      created_at ${int64} not null,
      closed_at ${int64},
      closed_by text,
      note text not null
    )`,
    'create index reports_open on reports (id) where closed_at is null',
    'create index reports_closed on reports (id) where closed_at is not null',
    'create index reports_closed_at on reports (closed_at) where closed_at is not null',
    'create index reports_user on reports (user_id, id)',
    'create index reports_post on reports (post_id, id) where post_id is not null',
    'create index reports_reporter on reports (reporter_id, created_at)',
  ],
  sqliteStatements: [
    `create index reports_copy on reports (id, reporter_id, user_id, post_id, reason, comment, created_at, closed_at,
      closed_by, note)`,
  ],
}

/**
 * The times of posts whose ids contain no time (lib/ids/snowflake.ts), and the posts that were counted as usage today
 * (domain/usage).
 */
import type { Migration } from '../migration.ts'

export const earlyAndCountedPosts: Migration = {
  name: '0050-early-and-counted-posts',
  statements: ({ int64 }) => [
    'create index posts_early on posts (created_at, id) where id < 30000000000',
    // The table has row ids, so its primary key is a separate index. On SQLite, `aviary verify` uses this
    // index as the second copy of the columns.
    `create table counted_posts (
      day integer not null,
      account_id ${int64} not null,
      post_id ${int64} not null,
      primary key (day, account_id, post_id)
    )`,
  ],
}

/** The times of posts whose ids contain none (lib/ids/snowflake.ts), for searches and counts of that time. */
import type { Migration } from '../migration.ts'

export const earlyPosts: Migration = {
  name: '0050-early-posts',
  statements: () => ['create index posts_early on posts (created_at, id) where id < 30000000000'],
}

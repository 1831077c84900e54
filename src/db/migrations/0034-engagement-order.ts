/** Indexes for pages of likes and quotes in order of time. */
import type { Migration } from '../migration.ts'

export const engagementOrder: Migration = {
  name: '0034-engagement-order',
  statements: () => [
    'create index likes_order on likes (user_id, position)',
    // PostgreSQL would use an index of post and author instead of the new index, and sort all quotes of a post.
    'drop index posts_quotes',
    'create index posts_quotes on posts (quoted_id, id) where quoted_id is not null',
    'create index posts_quote_pair on posts (author_id, quoted_id) where quoted_id is not null',
  ],
}

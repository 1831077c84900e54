/** Bookmarks of posts (spec/v2-posts.md#likes-reposts-bookmarks), and the number of bookmarks of each post. */
import type { Migration } from '../migration.ts'

export const bookmarks: Migration = {
  name: '0037-bookmarks',
  statements: ({ int64, clustered }) => [
    `create table bookmarks (
      user_id ${int64} not null,
      position ${int64} not null,
      post_id ${int64} not null,
      primary key (user_id, position)
    )${clustered}`,
    'create unique index bookmarks_pair on bookmarks (user_id, post_id)',
    'create index bookmarks_post on bookmarks (post_id)',
    `alter table post_counts add column bookmark_count ${int64} not null default 0`,
  ],
  sqliteStatements: [
    'drop index post_counts_copy',
    `create index post_counts_copy on post_counts (post_id, retweet_count, reply_count, like_count, quote_count,
      impression_count, url_link_clicks, user_profile_clicks, bookmark_count)`,
  ],
}

/**
 * On PostgreSQL, counts of posts and users had 32 bits, so an imported count at the limit could not be increased.
 * Integers of SQLite have 64 bits already.
 */
import type { Migration } from '../migration.ts'

export const wideCounts: Migration = {
  name: '0021-wide-counts',
  statements: () => [],
  // One statement changes all columns of a table, so that PostgreSQL rewrites the table only once.
  postgresStatements: [
    widened('post_counts', [
      'retweet_count',
      'reply_count',
      'like_count',
      'quote_count',
      'impression_count',
      'url_link_clicks',
      'user_profile_clicks',
    ]),
    widened('user_counts', ['followers_count', 'friends_count', 'statuses_count', 'favourites_count']),
    widened('profiles', ['listed_count']),
  ],
}

function widened(table: string, columns: readonly string[]): string {
  return `alter table ${table} ${columns.map((column) => `alter column ${column} type bigint`).join(', ')}`
}

/**
 * On PostgreSQL counts of posts and users were 32 bits wide: an imported count at the limit could not be increased.
 * SQLite's integers are already wide.
 */
import type { Migration } from '../migration.ts'

export const wideCounts: Migration = {
  name: '0021-wide-counts',
  statements: () => [],
  // All columns of a table together: the table is rewritten only once.
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

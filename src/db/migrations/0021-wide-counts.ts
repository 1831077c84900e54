/**
 * On PostgreSQL what is counted of posts and users was 32 bits wide: an imported count may be as large as that holds, and
 * then nothing could be added to it. SQLite's integers are wide already.
 */
import type { Migration } from '../migration.ts'

export const wideCounts: Migration = {
  name: '0021-wide-counts',
  statements: () => [],
  // All columns of a table at once: it is written anew only once.
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

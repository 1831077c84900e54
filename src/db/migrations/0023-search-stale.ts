/**
 * Posts whose words an import changed, so that they are indexed anew: in an event, which stays in memory, their ids would
 * need too much room. As the index itself it is derived, and no backup holds it.
 */
import type { Migration } from '../migration.ts'

export const searchStale: Migration = {
  name: '0023-search-stale',
  statements: () => [],
  sqliteStatements: [
    'create table post_search_stale (post_id integer primary key)',
    'create index post_search_stale_copy on post_search_stale (post_id)',
  ],
  postgresStatements: ['create table post_search_stale (post_id bigint primary key)'],
}

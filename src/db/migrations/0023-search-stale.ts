/**
 * Posts that must be indexed again, because an import changed their words. A list of their ids would be too
 * large for an event, because events are kept in memory. The table is not backed up, because it is derived
 * data, as the index is.
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

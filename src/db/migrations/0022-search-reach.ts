/**
 * Records how far back the search index goes. The index contains every post from `oldest_id` on. An index from before
 * this migration may cover any number of days, so the migration treats the index as empty.
 */
import { LARGEST_ID } from '../../lib/ids/largest-id.ts'
import type { Migration } from '../migration.ts'

export const searchReach: Migration = {
  name: '0022-search-reach',
  statements: () => [],
  sqliteStatements: [
    `alter table post_search_state add column oldest_id integer not null default ${LARGEST_ID}`,
    'drop index post_search_state_copy',
    'create index post_search_state_copy on post_search_state (one, key_check, oldest_id)',
  ],
  postgresStatements: [
    `alter table post_search_state add column oldest_id bigint not null default ${LARGEST_ID}`,
  ],
}

/**
 * Second copies of the full-text index of SQLite. SQLite has no checksums, so a flipped bit could remove a post from
 * every search without notice. An index over each table of the full-text index stores every byte twice, and the check
 * of the file compares both copies.
 */
import type { Migration } from '../migration.ts'

export const searchCopies: Migration = {
  name: '0015-search-copies',
  statements: () => [],
  sqliteStatements: [
    'create index post_search_data_copy on post_search_data (id, block)',
    'create index post_search_idx_copy on post_search_idx (segid, term, pgno)',
    'create index post_search_docsize_copy on post_search_docsize (id, sz, origin)',
    'create index post_search_config_copy on post_search_config (k, v)',
  ],
}

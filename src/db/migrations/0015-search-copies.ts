/**
 * Second copies of what SQLite's full-text index consists of. It has no checksums: a bit that flipped in a list of
 * posts left one out of every search, and nothing could tell. With an index over each of its tables every byte stands
 * twice, as everywhere else, and the check of the file compares the two.
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

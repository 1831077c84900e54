/**
 * The index of recent posts. It is derived from posts and differs by engine. Backups do not contain the index, and the
 * server rebuilds a missing index. Words are stored as keyed fingerprints, so that no text can be read from the index.
 */
import type { Migration } from '../migration.ts'

export const search: Migration = {
  name: '0013-search',
  statements: () => [],
  sqliteStatements: [
    `create virtual table post_search using fts5(words, content='', contentless_delete=1, detail='none',
      tokenize='ascii')`,
    // The table has one row while the index is complete, and no row otherwise.
    'create table post_search_state (one integer primary key check (one = 1), key_check integer not null)',
    'create index post_search_state_copy on post_search_state (one, key_check)',
  ],
  postgresStatements: [
    'create table post_search (post_id bigint primary key, words tsvector not null)',
    'create index post_search_words on post_search using gin (words)',
    'create table post_search_state (one integer primary key check (one = 1), key_check bigint not null)',
  ],
}

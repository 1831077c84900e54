/**
 * The table of saved searches, and an index of the users who block a user, because streams of the user leave out their
 * posts.
 */
import type { Migration } from '../migration.ts'

export const v11Calls: Migration = {
  name: '0043-v11-calls',
  statements: ({ clustered, int64 }) => [
    // With both columns in this order, the index answers without the table.
    'create index blocks_blocked on blocks (blocked_id, user_id)',
    `create table saved_searches (
      user_id ${int64} not null,
      search_id ${int64} not null,
      query text not null,
      created_at ${int64} not null,
      primary key (user_id, search_id)
    )${clustered}`,
    'create unique index saved_searches_id on saved_searches (search_id)',
  ],
  sqliteStatements: [
    'create index saved_searches_copy on saved_searches (user_id, search_id, query, created_at)',
  ],
}

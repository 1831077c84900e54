/**
 * The table of saved searches, and an index for finding the users who block a given user. The streams of a user leave
 * out the posts of users who block that user.
 */
import type { Migration } from '../migration.ts'

export const v11Calls: Migration = {
  name: '0043-v11-calls',
  statements: ({ clustered, int64 }) => [
    // With both columns in this order, queries read only the index.
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

/** Changes of state that users made themselves, for the history at the desk (spec/console.md#moderation-at-the-desk). */
import type { Migration } from '../migration.ts'

export const ownChanges: Migration = {
  name: '0067-own-changes',
  statements: ({ int64 }) => [
    `create table own_changes (
      id ${int64} primary key,
      user_id ${int64} not null,
      at ${int64} not null,
      action text not null
    )`,
    'create index own_changes_user on own_changes (user_id, id)',
  ],
  sqliteStatements: ['create index own_changes_copy on own_changes (id, user_id, at, action)'],
}

/** Former screen names of users, from the archives that the users downloaded (spec/archives.md#archive-files). */
import type { Migration } from '../migration.ts'

export const formerNames: Migration = {
  name: '0051-former-names',
  statements: ({ int64, clustered }) => [
    `create table former_names (
      user_id ${int64} not null,
      changed_at ${int64} not null,
      screen_name text not null,
      primary key (user_id, changed_at)
    )${clustered}`,
  ],
  sqliteStatements: ['create index former_names_copy on former_names (user_id, changed_at, screen_name)'],
}

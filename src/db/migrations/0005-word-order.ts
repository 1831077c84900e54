/** Words of names in the order of their bytes, as SQLite has them: beginnings of words are sought by ranges. */
import type { Migration } from '../migration.ts'

export const wordOrder: Migration = {
  name: '0005-word-order',
  statements: () => [],
  // A database may have been created with another collation, in which a range is not what begins alike.
  postgresStatements: ['alter table user_words alter column word type text collate "C"'],
}

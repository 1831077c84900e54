/** Sorts words of names by bytes, as SQLite does, because prefix searches are range queries. */
import type { Migration } from '../migration.ts'

export const wordOrder: Migration = {
  name: '0005-word-order',
  statements: () => [],
  // In other collations a byte range is not a prefix range.
  postgresStatements: ['alter table user_words alter column word type text collate "C"'],
}

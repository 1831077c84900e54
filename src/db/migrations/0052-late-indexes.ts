/** Indexes that a large import has dropped and builds at its end (docs/decisions/0089-posts-in-bulk.md). */
import type { Migration } from '../migration.ts'

export const lateIndexes: Migration = {
  name: '0052-late-indexes',
  statements: () => ['create table late_indexes (name text primary key, definition text not null)'],
  sqliteStatements: ['create index late_indexes_copy on late_indexes (name, definition)'],
}

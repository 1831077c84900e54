/** State of imports with several input files, whose progress is more than a number of lines. */
import type { Migration } from '../migration.ts'

export const importState: Migration = {
  name: '0046-import-state',
  statements: () => [`alter table imports add column state text not null default ''`],
  sqliteStatements: ['create index imports_state_copy on imports (state)'],
}

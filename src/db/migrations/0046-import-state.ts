/** State of imports of several files, whose progress consists of more than counts. */
import type { Migration } from '../migration.ts'

export const importState: Migration = {
  name: '0046-import-state',
  statements: () => [`alter table imports add column state text not null default ''`],
  sqliteStatements: ['create index imports_state_copy on imports (state)'],
}

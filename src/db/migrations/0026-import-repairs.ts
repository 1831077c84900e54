/** Imports also count repairs and omissions, and continue these counts after an interruption. */
import type { Migration } from '../migration.ts'

export const importRepairs: Migration = {
  name: '0026-import-repairs',
  statements: () => ["alter table imports add column repairs text not null default '[]'"],
  sqliteStatements: ['create index imports_repairs_copy on imports (repairs)'],
}

/** Items that log readers and timed jobs skipped because of their own data (log/failed-items.ts). */
import type { Migration } from '../migration.ts'

export const failedItems: Migration = {
  name: '0025-failed-items',
  statements: ({ int64, clustered }) => [
    `create table failed_items (
      reader text not null,
      item text not null,
      detail text not null,
      first_at ${int64} not null,
      last_at ${int64} not null,
      attempts integer not null,
      error text not null,
      is_asked integer not null default 0,
      primary key (reader, item)
    )${clustered}`,
    'create index failed_items_asked on failed_items (reader, item) where is_asked = 1',
  ],
  sqliteStatements: [
    `create index failed_items_copy on failed_items (reader, item, detail, first_at, last_at, attempts, error, is_asked)`,
  ],
}

/**
 * Deletions and other notices in recordings, for posts and users that no import has added yet
 * (docs/decisions/0080-notices-of-recordings.md).
 */
import type { Migration } from '../migration.ts'

export const importNotices: Migration = {
  name: '0048-import-notices',
  statements: ({ clustered, int64 }) => [
    `create table import_notices (
      subject_id ${int64} not null,
      kind text not null,
      author_id ${int64} not null,
      value text not null,
      noticed_at ${int64} not null,
      primary key (subject_id, kind, author_id)
    )${clustered}`,
  ],
  sqliteStatements: [
    'create index import_notices_copy on import_notices (subject_id, kind, author_id, value, noticed_at)',
  ],
}

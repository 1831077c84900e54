/** Subtitles of videos (spec/v2-messages-and-media.md#subtitles). */
import type { Migration } from '../migration.ts'

export const subtitles: Migration = {
  name: '0045-subtitles',
  statements: () => [`alter table media add column subtitles text not null default '[]'`],
  sqliteStatements: [
    'drop index media_copy',
    `create index media_copy on media (id, owner_id, folder, category, state, is_shared, additional_owners, total_bytes,
      facts, alt_text, uses, used_in, created_at, expires_at, subtitles)`,
  ],
}

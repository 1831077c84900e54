/** Times of messages whose ids were sequential and contain none, until the middle of 2011 (spec/archives.md#archive-messages). */
import type { Migration } from '../migration.ts'

export const sentAt: Migration = {
  name: '0047-sent-at',
  statements: ({ int64 }) => [
    `alter table messages add column sent_at ${int64}`,
    `alter table group_events add column sent_at ${int64}`,
  ],
}

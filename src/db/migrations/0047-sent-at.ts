/**
 * Times of messages from before the middle of 2011, whose sequential ids contain no time
 * (spec/archives.md#archive-messages).
 */
import type { Migration } from '../migration.ts'

export const sentAt: Migration = {
  name: '0047-sent-at',
  statements: ({ int64 }) => [
    `alter table messages add column sent_at ${int64}`,
    `alter table group_events add column sent_at ${int64}`,
  ],
}

/** One-time links with which members set a new password (spec/pages.md#password-links). */
import type { Migration } from '../migration.ts'

export const passwordLinks: Migration = {
  name: '0063-password-links',
  statements: ({ int64 }) => [
    `create table password_links (
      token_hash text primary key,
      user_id ${int64} not null references users (id),
      created_at ${int64} not null,
      expires_at ${int64} not null
    )`,
    'create index password_links_user on password_links (user_id, created_at)',
    'create index password_links_expiry on password_links (expires_at)',
  ],
  sqliteStatements: [
    'create index password_links_copy on password_links (token_hash, user_id, created_at, expires_at)',
  ],
}

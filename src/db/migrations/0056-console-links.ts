/** One-time links that sign in to the console, and passkeys of console users. */
import type { Migration } from '../migration.ts'

export const consoleLinks: Migration = {
  name: '0056-console-links',
  statements: ({ int64 }) => [
    `create table console_links (
      token_hash text primary key,
      console_user_id ${int64} not null references console_users (id),
      created_at ${int64} not null,
      expires_at ${int64} not null
    )`,
    'create index console_links_user on console_links (console_user_id, created_at)',
    `create table console_passkeys (
      credential_id text primary key,
      console_user_id ${int64} not null references console_users (id),
      public_key text not null,
      counter ${int64} not null,
      transports text not null,
      name text not null,
      created_at ${int64} not null,
      used_at ${int64}
    )`,
    'create index console_passkeys_user on console_passkeys (console_user_id, created_at)',
    // Challenges that were answered. A new challenge is not stored.
    `create table console_challenges (
      challenge_hash text primary key,
      expires_at ${int64} not null
    )`,
    'create index console_challenges_expiry on console_challenges (expires_at)',
  ],
  sqliteStatements: [
    'create index console_links_copy on console_links (token_hash, console_user_id, created_at, expires_at)',
    `create index console_passkeys_copy on console_passkeys (credential_id, console_user_id, public_key, counter,
      transports, name, created_at, used_at)`,
    'create index console_challenges_copy on console_challenges (challenge_hash, expires_at)',
  ],
}

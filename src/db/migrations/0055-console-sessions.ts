/** Adds sessions of the console. Links a console user to a user of the network, whose apps the console user manages. */
import type { Migration } from '../migration.ts'

export const consoleSessions: Migration = {
  name: '0055-console-sessions',
  statements: ({ int64 }) => [
    `alter table console_users add column user_id ${int64} references users (id)`,
    `create table console_sessions (
      id_hash text primary key,
      console_user_id ${int64} not null references console_users (id),
      created_at ${int64} not null,
      seen_at ${int64} not null,
      expires_at ${int64} not null,
      browser text not null,
      address text not null
    )`,
    'create index console_sessions_user on console_sessions (console_user_id, created_at)',
    'create index console_sessions_expiry on console_sessions (expires_at)',
  ],
  sqliteStatements: [
    'drop index console_users_copy',
    `create index console_users_copy on console_users (id, account_name, email, email_key, password_hash, role,
      created_at, user_id)`,
    `create index console_sessions_copy on console_sessions (id_hash, console_user_id, created_at, seen_at, expires_at,
      browser, address)`,
  ],
}

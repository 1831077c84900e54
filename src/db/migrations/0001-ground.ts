/** Users, the follow graph, apps and tokens, the log, leases. */
import type { Migration } from '../migration.ts'
import { RATE_WINDOWS_TABLE } from '../rate-windows-table.ts'

export const ground: Migration = {
  name: '0001-ground',
  statements: ({ int64, clustered }) => [
    `create table users (
      id ${int64} primary key,
      screen_name text not null,
      screen_name_key text not null,
      name text not null,
      created_at ${int64} not null,
      is_protected integer not null default 0,
      suspended_at ${int64},
      deactivated_at ${int64},
      withheld_in_countries text not null default '[]'
    )`,
    'create unique index users_screen_name on users (screen_name_key)',
    `create table sign_ins (
      user_id ${int64} primary key references users (id),
      email text not null,
      email_key text not null,
      password_hash text not null
    )`,
    'create unique index sign_ins_email on sign_ins (email_key)',
    `create table user_counts (
      user_id ${int64} primary key references users (id),
      followers_count integer not null default 0,
      friends_count integer not null default 0
    )`,
    // Suspended and deactivated users. The table has few rows, and is read for each row of a page of followers.
    `create table hidden_users (user_id ${int64} primary key references users (id))`,
    // Each follow is stored in two tables. The key of one begins with the followed user, the key of the other
    // with the follower, so that each table can be distributed by user.
    `create table followers (
      followee_id ${int64} not null,
      position ${int64} not null,
      follower_id ${int64} not null,
      primary key (followee_id, position)
    )${clustered}`,
    `create table friends (
      follower_id ${int64} not null,
      position ${int64} not null,
      followee_id ${int64} not null,
      primary key (follower_id, position)
    )${clustered}`,
    'create unique index friends_edge on friends (follower_id, followee_id)',
    `create table apps (
      id ${int64} primary key,
      owner_id ${int64} not null references users (id),
      name text not null,
      permissions text not null,
      callback_urls text not null default '[]',
      consumer_key text not null,
      consumer_secret text not null,
      bearer_generation integer not null default 0,
      bearer_hash text,
      created_at ${int64} not null,
      suspended_at ${int64}
    )`,
    'create unique index apps_consumer_key on apps (consumer_key)',
    'create unique index apps_bearer on apps (bearer_hash)',
    'create index apps_owner on apps (owner_id)',
    `create table access_tokens (
      token text primary key,
      app_id ${int64} not null references apps (id),
      user_id ${int64} not null references users (id),
      secret text not null,
      permissions text not null,
      created_at ${int64} not null,
      revoked_at ${int64}
    )`,
    'create index access_tokens_user on access_tokens (user_id, app_id)',
    'create index access_tokens_app on access_tokens (app_id)',
    `create table request_tokens (
      token text primary key,
      app_id ${int64} not null references apps (id),
      secret text not null,
      callback text not null,
      permissions text not null,
      expires_at ${int64} not null,
      user_id ${int64},
      verifier_hash text,
      wrong_tries integer not null default 0
    )`,
    'create index request_tokens_expiry on request_tokens (expires_at)',
    'create index request_tokens_user on request_tokens (user_id, app_id)',
    `create table sessions (
      id_hash text primary key,
      user_id ${int64} not null references users (id),
      expires_at ${int64} not null
    )`,
    'create index sessions_expiry on sessions (expires_at)',
    'create index sessions_user on sessions (user_id, expires_at)',
    `create table events (
      position ${int64} primary key,
      at ${int64} not null,
      kind text not null,
      user_id ${int64},
      post_id ${int64},
      partition integer not null,
      facts text not null,
      checksum ${int64} not null
    )`,
    `create table event_log (
      one integer primary key,
      head ${int64} not null,
      trimmed ${int64} not null
    )`,
    'insert into event_log (one, head, trimmed) values (1, 0, 0)',
    `create table consumers (name text primary key, position ${int64} not null)`,
    `create table workers (
      worker integer primary key,
      holder text not null,
      role text not null,
      leased_until ${int64} not null
    )`,
    `create table imports (
      fingerprint text primary key,
      lines ${int64} not null,
      imported ${int64} not null,
      skipped ${int64} not null,
      rejected ${int64} not null,
      updated_at ${int64} not null
    )`,
    'create table facts (name text primary key, value text not null)',
  ],
  // Indexes as second copies of columns that have no other index. SQLite's integrity_check compares both copies, so
  // "aviary verify" finds a flipped byte in either. PostgreSQL has page checksums for that.
  sqliteStatements: [
    // SQLite has one server process. It counts in memory, and saves here the windows that must survive a restart.
    `create table rate_windows (
      key text primary key,
      started_at integer not null,
      length_s integer not null,
      used integer not null
    ) without rowid`,
    `create index users_copy on users (id, screen_name, name, created_at, is_protected, suspended_at,
      deactivated_at, withheld_in_countries)`,
    'create index sign_ins_copy on sign_ins (user_id, email, password_hash)',
    'create index user_counts_copy on user_counts (user_id, followers_count, friends_count)',
    `create index apps_copy on apps (id, owner_id, name, permissions, callback_urls, consumer_key,
      consumer_secret, bearer_generation, created_at, suspended_at)`,
    `create index access_tokens_copy on access_tokens (token, app_id, user_id, secret, permissions, created_at,
      revoked_at)`,
    `create index request_tokens_copy on request_tokens (token, secret, callback, permissions, verifier_hash,
      wrong_tries)`,
    'create index consumers_copy on consumers (name, position)',
    'create index workers_copy on workers (worker, holder, role, leased_until)',
    'create index imports_copy on imports (fingerprint, lines, imported, skipped, rejected, updated_at)',
    'create index facts_copy on facts (name, value)',
    'create index rate_windows_copy on rate_windows (key, started_at, length_s, used)',
    'create index migrations_copy on migrations (name, applied_at)',
  ],
  postgresStatements: [
    ...RATE_WINDOWS_TABLE,
    // The table is unlogged, because a nonce is needed for only ten minutes. After a crash, requests with older
    // timestamps are refused instead.
    'create unlogged table nonces (fingerprint bigint primary key, second bigint not null)',
    // Marker row that counters/postgres-nonces.ts looks for. While the row exists, the table contains every used nonce.
    // Migration 0029 makes this table logged.
    'insert into nonces (fingerprint, second) values (0, 0)',
    'create index nonces_second on nonces (second)',
  ],
}

/** Clients, authorization codes and grants of OAuth 2.0 (spec/oauth2.md#clients). */
import type { Migration } from '../migration.ts'

export const oauth2: Migration = {
  name: '0041-oauth2',
  statements: ({ int64 }) => [
    `create table oauth2_clients (
      app_id ${int64} primary key references apps (id),
      client_id text not null,
      type text not null,
      credential_hash text,
      created_at ${int64} not null
    )`,
    'create unique index oauth2_clients_id on oauth2_clients (client_id)',
    `create table oauth2_codes (
      code_hash text primary key,
      app_id ${int64} not null references apps (id),
      user_id ${int64} not null references users (id),
      redirect_uri text not null,
      scope text not null,
      challenge text not null,
      challenge_method text not null,
      expires_at ${int64} not null,
      tries integer not null default 0,
      grant_id ${int64}
    )`,
    'create index oauth2_codes_expiry on oauth2_codes (expires_at)',
    'create index oauth2_codes_user on oauth2_codes (user_id, app_id, expires_at)',
    `create table oauth2_grants (
      id ${int64} primary key,
      app_id ${int64} not null references apps (id),
      user_id ${int64} not null references users (id),
      scope text not null,
      access_hash text not null,
      access_scope text not null,
      access_expires_at ${int64} not null,
      refresh_hash text,
      created_at ${int64} not null,
      expires_at ${int64} not null
    )`,
    'create unique index oauth2_grants_access on oauth2_grants (access_hash)',
    'create index oauth2_grants_user on oauth2_grants (user_id, app_id, id)',
    'create index oauth2_grants_app on oauth2_grants (app_id, id)',
    'create index oauth2_grants_expiry on oauth2_grants (expires_at)',
  ],
  sqliteStatements: [
    'create index oauth2_clients_copy on oauth2_clients (app_id, client_id, type, credential_hash, created_at)',
    `create index oauth2_codes_copy on oauth2_codes (code_hash, app_id, user_id, redirect_uri, scope, challenge,
      challenge_method, expires_at, tries, grant_id)`,
    `create index oauth2_grants_copy on oauth2_grants (id, app_id, user_id, scope, access_hash, access_scope,
      access_expires_at, refresh_hash, created_at, expires_at)`,
  ],
}

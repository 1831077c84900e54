/** Invitations of the operator, and sign-ups that wait for approval (spec/pages.md#sign-up). */
import type { Migration } from '../migration.ts'

export const signUp: Migration = {
  name: '0062-sign-up',
  statements: ({ int64 }) => [
    `create table invitations (
      id ${int64} primary key,
      token_hash text not null,
      note text not null,
      created_by text not null,
      created_at ${int64} not null,
      expires_at ${int64} not null,
      used_at ${int64},
      user_id ${int64}
    )`,
    'create unique index invitations_token on invitations (token_hash)',
    `create table sign_up_requests (
      id ${int64} primary key,
      screen_name text not null,
      screen_name_key text not null,
      name text not null,
      email text not null,
      password_hash text not null,
      created_at ${int64} not null
    )`,
    'create unique index sign_up_requests_name on sign_up_requests (screen_name_key)',
  ],
  sqliteStatements: [
    `create index invitations_copy on invitations (id, token_hash, note, created_by, created_at, expires_at, used_at,
      user_id)`,
    `create index sign_up_requests_copy on sign_up_requests (id, screen_name, screen_name_key, name, email,
      password_hash, created_at)`,
  ],
}

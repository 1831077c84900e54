/** Mails to people who sign up. The mails wait until they are sent (spec/pages.md#mails-about-sign-ups). */
import type { Migration } from '../migration.ts'

export const signUpMails: Migration = {
  name: '0068-sign-up-mails',
  statements: ({ int64 }) => [
    `create table sign_up_mails (
      id ${int64} primary key,
      kind text not null,
      email text not null,
      screen_name text not null,
      details text not null,
      created_at ${int64} not null,
      due_at ${int64} not null,
      attempts integer not null
    )`,
    'create index sign_up_mails_due on sign_up_mails (due_at)',
    'alter table sign_up_requests add column gets_mail integer not null default 0',
  ],
  sqliteStatements: [
    `create index sign_up_mails_copy on sign_up_mails (id, kind, email, screen_name, details, created_at, due_at,
      attempts)`,
    'drop index sign_up_requests_copy',
    `create index sign_up_requests_copy on sign_up_requests (id, screen_name, screen_name_key, name, email,
      password_hash, created_at, gets_mail)`,
  ],
}

/**
 * Console accounts and their users. These users also open the compliance stream (spec/console.md#enterprise-console).
 */
import type { Migration } from '../migration.ts'

export const consoleAccounts: Migration = {
  name: '0002-console',
  statements: ({ int64 }) => [
    `create table console_accounts (
      account_name text primary key,
      created_at ${int64} not null
    )`,
    `create table console_users (
      id ${int64} primary key,
      account_name text not null references console_accounts (account_name),
      email text not null,
      email_key text not null,
      password_hash text not null,
      role text not null,
      created_at ${int64} not null
    )`,
    'create unique index console_users_email on console_users (email_key)',
    'create index console_users_account on console_users (account_name)',
    `create table projects (
      id ${int64} primary key,
      owner_id ${int64} not null references users (id),
      name text not null,
      created_at ${int64} not null
    )`,
    'create index projects_owner on projects (owner_id)',
    // An app belongs to at most one project; apps without a project can use only v1.1 and Labs.
    `create table project_apps (
      app_id ${int64} primary key references apps (id),
      project_id ${int64} not null references projects (id)
    )`,
    'create index project_apps_project on project_apps (project_id)',
  ],
  sqliteStatements: [
    'create index console_accounts_copy on console_accounts (account_name, created_at)',
    `create index console_users_copy on console_users (id, account_name, email, email_key, password_hash, role,
      created_at)`,
    'create index projects_copy on projects (id, owner_id, name, created_at)',
    'create index project_apps_copy on project_apps (app_id, project_id)',
  ],
}

/**
 * Deleted apps, public facts about apps in addition to name and home page, and the purpose of a project
 * (spec/console.md#apps, spec/console.md#projects).
 */
import type { Migration } from '../migration.ts'

export const ownApps: Migration = {
  name: '0057-own-apps',
  statements: ({ int64 }) => [
    `alter table apps add column deleted_at ${int64}`,
    `alter table projects add column use_case text not null default ''`,
    `alter table projects add column description text not null default ''`,
    `create table app_about (
      app_id ${int64} primary key references apps (id),
      terms_url text not null,
      privacy_url text not null,
      organisation text not null,
      organisation_url text not null,
      allows_sign_in integer not null
    )`,
    // Deleted apps whose tokens and grants have not been removed yet.
    `create table deleted_apps (app_id ${int64} primary key references apps (id))`,
    // Index for pages of the users who authorized an app.
    'create index access_tokens_users on access_tokens (app_id, user_id) where revoked_at is null',
    'create index oauth2_grants_users on oauth2_grants (app_id, user_id)',
  ],
  sqliteStatements: [
    'drop index apps_copy',
    `create index apps_copy on apps (id, owner_id, name, permissions, callback_urls, consumer_key, consumer_secret,
      bearer_generation, created_at, suspended_at, may_read_email, url, description, level, deleted_at)`,
    'drop index projects_copy',
    'create index projects_copy on projects (id, owner_id, name, created_at, use_case, description)',
    `create index app_about_copy on app_about (app_id, terms_url, privacy_url, organisation, organisation_url,
      allows_sign_in)`,
    'create index deleted_apps_copy on deleted_apps (app_id)',
  ],
}

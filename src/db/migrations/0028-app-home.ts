/**
 * Home page and description of an app (spec/console.md#apps), an index for pages of an app's tokens, and the addresses
 * of running servers, for commands that print URLs.
 */
import type { Migration } from '../migration.ts'

export const appHome: Migration = {
  name: '0028-app-home',
  statements: ({ int64 }) => [
    `alter table apps add column url text not null default ''`,
    `alter table apps add column description text not null default ''`,
    'drop index access_tokens_app',
    'create index access_tokens_app on access_tokens (app_id, token)',
    `create table servers (
      holder text primary key,
      started_at ${int64} not null,
      place text not null
    )`,
  ],
  sqliteStatements: [
    'drop index apps_copy',
    `create index apps_copy on apps (id, owner_id, name, permissions, callback_urls, consumer_key,
      consumer_secret, bearer_generation, created_at, suspended_at, may_read_email, url, description)`,
    'create index servers_copy on servers (holder, started_at, place)',
  ],
}

/** Levels of apps, which decide their limits in API v2 (spec/v2.md#app-levels). */
import type { Migration } from '../migration.ts'

export const appLevels: Migration = {
  name: '0042-app-levels',
  statements: () => [`alter table apps add column level text not null default 'standard'`],
  sqliteStatements: [
    'drop index apps_copy',
    `create index apps_copy on apps (id, owner_id, name, permissions, callback_urls, consumer_key, consumer_secret,
      bearer_generation, created_at, suspended_at, may_read_email, url, description, level)`,
  ],
}

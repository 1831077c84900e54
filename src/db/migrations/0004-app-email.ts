/** The right of an app to read the e-mail addresses of its users (spec/users.md#verify-credentials). */
import type { Migration } from '../migration.ts'

export const appEmail: Migration = {
  name: '0004-app-email',
  statements: () => ['alter table apps add column may_read_email integer not null default 0'],
  sqliteStatements: [
    'drop index apps_copy',
    `create index apps_copy on apps (id, owner_id, name, permissions, callback_urls, consumer_key,
      consumer_secret, bearer_generation, created_at, suspended_at, may_read_email)`,
  ],
}

/** Apps that the operator removed from Labs. All other apps are enrolled (spec/labs-lookup.md#enrolment). */
import type { Migration } from '../migration.ts'

export const labsEnrolment: Migration = {
  name: '0012-labs-enrolment',
  statements: ({ int64 }) => [
    `create table unenrolled_apps (
      app_id ${int64} primary key references apps (id),
      created_at ${int64} not null
    )`,
  ],
  sqliteStatements: ['create index unenrolled_apps_copy on unenrolled_apps (app_id, created_at)'],
}

/** Requests and delivered posts of apps by hour. */
import type { Migration } from '../migration.ts'

export const requestHours: Migration = {
  name: '0058-request-hours',
  statements: ({ clustered, int64 }) => [
    `create table request_hours (
      app_id ${int64} not null,
      hour integer not null,
      family text not null,
      status_class integer not null,
      requests ${int64} not null,
      primary key (app_id, hour, family, status_class)
    )${clustered}`,
    'create index request_hours_hour on request_hours (hour)',
    `create table post_hours (
      app_id ${int64} not null,
      hour integer not null,
      posts ${int64} not null,
      primary key (app_id, hour)
    )${clustered}`,
    'create index post_hours_hour on post_hours (hour)',
  ],
}

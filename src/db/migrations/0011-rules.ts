/** Rules of filtered streams, their match counts, and the posts sent to apps per day. */
import type { Migration } from '../migration.ts'

export const rules: Migration = {
  name: '0011-rules',
  statements: ({ int64, clustered }) => [
    `create table rules (
      id ${int64} primary key,
      app_id ${int64} not null references apps (id),
      product text not null,
      value text not null,
      tag text,
      created_at ${int64} not null
    )`,
    'create unique index rules_value on rules (app_id, product, value)',
    // This table is separate from `rules`, because it is updated constantly. A rule without a row has never matched.
    `create table rule_counts (
      rule_id ${int64} primary key,
      matched ${int64} not null,
      last_matched_at ${int64} not null
    )`,
    // `project_id` is the project to which the app belonged on that day; 0 without a project.
    `create table usage_days (
      app_id ${int64} not null,
      project_id ${int64} not null,
      product text not null,
      day integer not null,
      posts ${int64} not null,
      primary key (app_id, product, day, project_id)
    )${clustered}`,
    'create index usage_days_project on usage_days (project_id, product, day)',
  ],
  sqliteStatements: [
    'create index rules_copy on rules (id, app_id, product, value, tag, created_at)',
    'create index rule_counts_copy on rule_counts (rule_id, matched, last_matched_at)',
  ],
}

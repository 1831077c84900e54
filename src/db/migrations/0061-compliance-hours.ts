/** Messages of the compliance stream by hour, and the position up to which they are counted. */
import type { Migration } from '../migration.ts'

export const complianceHours: Migration = {
  name: '0061-compliance-hours',
  statements: ({ clustered, int64 }) => [
    `create table compliance_hours (
      hour integer not null,
      partition integer not null,
      name text not null,
      messages ${int64} not null,
      primary key (hour, partition, name)
    )${clustered}`,
    `create table compliance_counted (
      one integer primary key check (one = 1),
      position ${int64} not null,
      since ${int64} not null
    )`,
  ],
  sqliteStatements: [
    'create index compliance_hours_copy on compliance_hours (hour, partition, name, messages)',
    'create index compliance_counted_copy on compliance_counted (one, position, since)',
  ],
}

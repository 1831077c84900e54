/** The compliance streams of console accounts, by the parts of their URLs (spec/compliance-stream.md#request). */
import type { Migration } from '../migration.ts'

export const complianceStreams: Migration = {
  name: '0006-compliance-streams',
  statements: ({ int64 }) => [
    `create table compliance_streams (
      account_name text not null references console_accounts (account_name),
      publisher text not null,
      label text not null,
      created_at ${int64} not null,
      primary key (account_name, publisher, label)
    )`,
  ],
  sqliteStatements: [
    `create index compliance_streams_copy on compliance_streams (account_name, publisher, label, created_at)`,
  ],
}

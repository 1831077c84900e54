/**
 * Requests for password links by mail. The requests wait until the mail is sent (spec/pages.md#forgotten-passwords).
 */
import type { Migration } from '../migration.ts'

export const passwordRequests: Migration = {
  name: '0066-password-requests',
  statements: ({ int64 }) => [
    `create table password_requests (
      id ${int64} primary key,
      login text not null,
      created_at ${int64} not null,
      due_at ${int64} not null,
      attempts integer not null
    )`,
    'create index password_requests_due on password_requests (due_at)',
  ],
  sqliteStatements: [
    'create index password_requests_copy on password_requests (id, login, created_at, due_at, attempts)',
  ],
}

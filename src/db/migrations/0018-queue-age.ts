/**
 * Old deliveries are searched once an hour, but every delivery changes rows. On PostgreSQL a BRIN index costs almost
 * nothing, while an index entry for each row was a tenth of the database cost of a delivery. On SQLite the index is
 * also the second copy of the queue.
 */
import type { Migration } from '../migration.ts'

export const queueAge: Migration = {
  name: '0018-queue-age',
  statements: () => [],
  postgresStatements: [
    'drop index webhook_queue_age',
    'create index webhook_queue_age on webhook_queue using brin (queued_at, attempts)',
  ],
}

/**
 * Makes the index by age of the queue cheaper on PostgreSQL. Old deliveries are searched once an hour, but
 * every delivery changes rows. An index entry for each row was a tenth of the database cost of a delivery, and
 * a BRIN index costs almost nothing. On SQLite the index stays, because it is also the second copy of the
 * queue.
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

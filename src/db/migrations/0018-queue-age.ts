/**
 * Old deliveries are searched once an hour, while rows change with every delivery: on PostgreSQL a BRIN index costs
 * nothing,
 * where an index entry per row was a tenth of the database cost of a delivery. On SQLite the index is also the second
 * copy of the queue.
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

/**
 * What has waited for too long is looked for once an hour, and rows come and go with every delivery: on PostgreSQL the span
 * of times of every megabyte will do, which costs nothing, where an entry for each row was a tenth of what a delivery costs
 * the database. On SQLite the index is also the second copy of the queue.
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

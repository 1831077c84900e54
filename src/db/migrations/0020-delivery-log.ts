/**
 * On SQLite the delivery log had two indexes, one for lists by time and one as the second copy. Each delivery writes a
 * row, so one index now has both purposes. It has all columns, so lists do not read the table.
 */
import type { Migration } from '../migration.ts'

export const deliveryLog: Migration = {
  name: '0020-delivery-log',
  statements: () => [],
  sqliteStatements: [
    'drop index webhook_deliveries_copy',
    'drop index webhook_deliveries_settled',
    `create index webhook_deliveries_settled on webhook_deliveries (webhook_id, settled_at, position, user_id, job_id,
      outcome, attempts, took_ms, status, request_bytes, response)`,
  ],
}

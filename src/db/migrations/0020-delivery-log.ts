/**
 * On SQLite the log of deliveries had two indexes: one to list it by time, one as its second copy. A row is written for every
 * delivery, so one index is both, and lists without looking up each row in the table.
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

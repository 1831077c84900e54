/** Drops the columns for the leases of webhooks, because the table cluster_leases has these leases now. */
import type { Migration } from '../migration.ts'

export const webhookLeases: Migration = {
  name: '0031-webhook-leases',
  statements: () => [
    'alter table webhooks drop column lease_holder',
    'alter table webhooks drop column leased_until',
  ],
  sqliteStatements: [
    `create index webhooks_copy on webhooks (id, app_id, environment, url, origin, is_valid, created_at, challenge_due_at,
      removed_at)`,
  ],
}

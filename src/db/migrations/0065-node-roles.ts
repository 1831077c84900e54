/** Roles, version and load of each node (docs/decisions/0152-roles.md). A node of an earlier version has every role. */
import type { Migration } from '../migration.ts'

/** Each engine defines the table cluster_nodes separately, so these columns are not in the common statements. */
const COLUMNS = [
  "alter table cluster_nodes add column roles text not null default 'api,streams,webhooks,jobs'",
  "alter table cluster_nodes add column version text not null default ''",
  "alter table cluster_nodes add column load text not null default ''",
]

export const nodeRoles: Migration = {
  name: '0065-node-roles',
  statements: () => [],
  sqliteStatements: [
    ...COLUMNS,
    'drop index cluster_nodes_copy',
    `create index cluster_nodes_copy
      on cluster_nodes (id, name, started_at, seen_at, address, roles, version, load)`,
  ],
  postgresStatements: COLUMNS,
}

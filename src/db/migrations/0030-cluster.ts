/** The server processes (nodes) that use this database, and their leases (docs/decisions/0060-cluster.md). */
import type { Migration } from '../migration.ts'

export const cluster: Migration = {
  name: '0030-cluster',
  statements: () => ['drop table servers'],
  sqliteStatements: [
    // The index has columns that the next migration drops, because leases of webhooks move to cluster_leases.
    'drop index webhooks_copy',
    `create table cluster_nodes (
      id text primary key,
      name text not null,
      started_at integer not null,
      seen_at integer not null,
      address text not null
    )`,
    'create index cluster_nodes_copy on cluster_nodes (id, name, started_at, seen_at, address)',
  ],
  postgresStatements: [
    `create table cluster_nodes (
      id text primary key,
      name text not null,
      started_at bigint not null,
      seen_at bigint not null,
      session_key bigint not null,
      address text not null
    ) with (fillfactor = 50)`,
    `create table cluster_leases (
      name text primary key,
      node text not null,
      epoch bigint not null,
      ttl_ms bigint
    )`,
    'create index cluster_leases_node on cluster_leases (node)',
    'create sequence cluster_epochs',
  ],
}

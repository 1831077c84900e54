/**
 * SQL texts for the database session of a node. Each function returns a text of one or more statements, which
 * PostgreSQL runs as one transaction. Each statement sees all changes that were committed before it. Names contain no
 * quotes (cluster.ts checks them).
 *
 * A lease with a ttl (time to live) belongs to its node until the last renewal of the node is older than the ttl, by
 * the clock of the database. A lease without a ttl belongs to its node as long as the session of the node holds the
 * advisory lock `session_key`.
 */
import { createHash } from 'node:crypto'
import { roleNames } from '../lib/hosts/roles.ts'
import { type ClusterNode, NO_TTL, type NodeFacts } from './cluster.ts'
import { loadText, type NodeLoad } from './node-load.ts'
import { DATABASE_NOW } from './nodes.ts'

/** Milliseconds for which the row of a node is kept after its last renewal, when the session of the node has ended. */
const FORGOTTEN_MS = 600_000

/** The text that reads `session`, a name of the current session that is unique among all present and past sessions. */
export const THIS_SESSION = `select pid || ' ' || backend_start as session from pg_stat_activity where pid = pg_backend_pid()`

/** Ends a former session of this node, which PostgreSQL may still regard as open. */
export function endSession(session: string): string {
  return `select pg_terminate_backend(pid) from pg_stat_activity where pid || ' ' || backend_start = '${session}'`
}

/**
 * The key of the advisory lock of a node. The key has 64 bits. So the lock never conflicts with other advisory locks,
 * whose keys are two 32-bit numbers.
 */
function sessionKey(node: string): bigint {
  return createHash('sha256').update(`aviary node ${node}`).digest().readBigInt64BE()
}

export function lockSession(node: string): string {
  return `select pg_advisory_lock(${sessionKey(node)})`
}

/**
 * Stores the row of the node, and deletes the rows of nodes that ended without leaving.
 * @param facts undefined for a node that has not joined
 * @param load the current load; undefined for a node that has not joined
 */
export function enter(
  { id, name }: ClusterNode,
  facts: NodeFacts | undefined,
  load: NodeLoad | undefined,
): string {
  const { address = '', roles = [], version = '' } = facts ?? {}
  const texts = [name, address, roleNames(roles), version, load === undefined ? '' : loadText(load)]
  const values = texts.map(quoted)
  return `
    delete from cluster_nodes where seen_at < ${DATABASE_NOW} - ${FORGOTTEN_MS} and id <> '${id}'
      and pg_try_advisory_xact_lock_shared(session_key);
    delete from cluster_leases where not exists (select from cluster_nodes where id = node) and node <> '${id}';
    insert into cluster_nodes (id, started_at, seen_at, session_key, name, address, roles, version, load)
      values ('${id}', ${DATABASE_NOW}, ${DATABASE_NOW}, ${sessionKey(id)}, ${values.join(', ')})
      on conflict (id) do update set seen_at = excluded.seen_at, address = excluded.address,
        roles = excluded.roles, version = excluded.version, load = excluded.load`
}

/**
 * Renews the node and all its leases. The last statement returns the leases that the node holds.
 * @param load undefined for a node that has not joined
 */
export function renewal(node: string, load: NodeLoad | undefined): string {
  const change = load === undefined ? '' : `, load = ${quoted(loadText(load))}`
  return `
    update cluster_nodes set seen_at = ${DATABASE_NOW}${change} where id = '${node}';
    select name, epoch from cluster_leases where node = '${node}'`
}

/**
 * Takes a lease. The last statement returns the epoch of the lease, or no row while another node holds the lease. The
 * text first locks the row of the holder. So a concurrent renewal by the holder ends before the text changes the lease,
 * or the renewal runs afterwards and finds that the lease is lost.
 */
export function taking(node: string, name: string, ttlMs: number): string {
  return `
    select from cluster_nodes where id = (select node from cluster_leases where name = '${name}') for share;
    insert into cluster_leases as held (name, node, epoch, ttl_ms)
      values ('${name}', '${node}', nextval('cluster_epochs'), ${ttlMs === NO_TTL ? 'null' : ttlMs})
      on conflict (name) do update set node = excluded.node, epoch = excluded.epoch, ttl_ms = excluded.ttl_ms
      where held.node = '${node}' or not exists (
        select from cluster_nodes where id = held.node and case when held.ttl_ms is null
          then not pg_try_advisory_xact_lock_shared(session_key)
          else seen_at + held.ttl_ms >= ${DATABASE_NOW} end)
      returning epoch`
}

export function giving(node: string, name: string, epoch: bigint): string {
  return `delete from cluster_leases where name = '${name}' and node = '${node}' and epoch = ${epoch}`
}

export function leaving(node: string): string {
  return `delete from cluster_leases where node = '${node}'; delete from cluster_nodes where id = '${node}'`
}

/** Quotes a text for SQL: host names and addresses come from the machine and the settings, and may contain quotes. */
function quoted(text: string): string {
  return `'${text.replaceAll('\0', '').replaceAll("'", "''")}'`
}

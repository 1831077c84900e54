/** The table of nodes, which has the members and the times of their last renewals. */
import { sql } from 'kysely'
import { type Engine, query } from '../db/query.ts'
import type { ClusterNodesTable } from '../db/schema.ts'
import type { Store } from '../db/store.ts'
import { rolesIn } from '../lib/hosts/roles.ts'
import { type Clock, systemClock } from '../lib/time/clock.ts'
import { type ClusterMember, MAX_MEMBERS } from './cluster.ts'
import { loadIn } from './node-load.ts'

/** Milliseconds for which a node is listed after its last renewal. */
const LISTED_MS: Readonly<Record<Engine, number>> = { sqlite: 45_000, postgres: 15_000 }

/** Maximum milliseconds between two renewals of the membership. */
export const RENEW_MS: Readonly<Record<Engine, number>> = { sqlite: 15_000, postgres: 3_000 }

/** Reads the members. @param clock the clock of the machine, used only on SQLite; PostgreSQL uses its own clock */
export async function readMembers(
  store: Pick<Store, 'rows'>,
  clock: Pick<Clock, 'now'> = systemClock,
): Promise<readonly ClusterMember[]> {
  const rows = await store.rows(listed, { now: clock.now() })
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    since: row.started_at,
    lastSeen: row.seen_at,
    address: row.address,
    roles: rolesIn(row.roles),
    version: row.version,
    load: loadIn(row.load),
  }))
}

/** The time of day of the database in milliseconds since the Unix epoch, the common clock of all nodes. */
export const DATABASE_NOW = '(extract(epoch from clock_timestamp()) * 1000)::bigint'

type ListedRow = Pick<
  ClusterNodesTable,
  'id' | 'name' | 'started_at' | 'seen_at' | 'address' | 'roles' | 'version' | 'load'
>

const listed = query<{ now: number }>()((_, p, engine) => {
  // PostgreSQL does not use the parameter, but requires a type for it.
  const now = engine === 'postgres' ? sql`${sql.raw(DATABASE_NOW)} + 0 * ${p('now')}::bigint` : p('now')
  return sql<ListedRow>`
    select id, name, started_at, seen_at, address, roles, version, load from cluster_nodes
    where address <> '' and seen_at >= ${now} - ${sql.lit(LISTED_MS[engine])}
    order by started_at desc, id limit ${sql.lit(MAX_MEMBERS)}`
})

interface NodeRow {
  readonly id: string
  readonly name: string
  readonly now: number
  readonly address: string
  readonly roles: string
  readonly version: string
  readonly load: string
}

/** Deletes all nodes. On SQLite, a node that joins is the only node. */
export const eraseNodes = query()((k) => k.deleteFrom('cluster_nodes'))

export const insertNode = query<NodeRow>()((k, p) =>
  k.insertInto('cluster_nodes').values({
    id: p('id'),
    name: p('name'),
    started_at: p('now'),
    seen_at: p('now'),
    address: p('address'),
    roles: p('roles'),
    version: p('version'),
    load: p('load'),
  }),
)

export const renewNode = query<{ id: string; now: number; load: string }>()((k, p) =>
  k
    .updateTable('cluster_nodes')
    .set({ seen_at: p('now'), load: p('load') })
    .where('id', '=', p('id')),
)

export const eraseNode = query<{ id: string }>()((k, p) =>
  k.deleteFrom('cluster_nodes').where('id', '=', p('id')),
)

/** Where the servers over this database are reached, for commands that print URLs. */

import type { ServerAddress } from '../lib/server-address.ts'
import type { Clock } from '../lib/time/clock.ts'
import { query } from './query.ts'
import type { Reader, Store } from './store.ts'

export interface RunningServer {
  /** Of its lease. */
  readonly holder: string
  readonly place: ServerAddress
  /** Whether no other can run over this data: then every other note is of one that was killed. */
  readonly isAlone: boolean
}

/**
 * Notes where a server is reached, for as long as its lease lives: a minute longer than the process if that is killed.
 * Notes of servers whose leases have run out are erased.
 */
export async function noteServer(store: Store, clock: Clock, server: RunningServer): Promise<void> {
  const { holder, place, isAlone } = server
  const now = clock.now()
  // No event: the place of a process is nobody's data.
  await store.write(async (tx) => {
    await (isAlone ? tx.run(eraseAll, {}) : tx.run(eraseDead, { now }))
    await tx.run(insertPlace, { holder, now, place: JSON.stringify(place) })
  })
}

/** Erases the note of a server that stops. */
export async function forgetServer(store: Store, holder: string): Promise<void> {
  // No event: the place of a process is nobody's data.
  await store.write((tx) => tx.run(erasePlace, { holder }))
}

/** Where the running servers are reached, the one that started last first; at most 100. */
export async function runningServers(reader: Reader, clock: Clock): Promise<readonly ServerAddress[]> {
  const rows = await reader.rows(livePlaces, { now: clock.now() })
  return rows.flatMap(({ place }) => placeIn(place) ?? [])
}

/** A stored place; undefined for a text that is none, as of a program that keeps it in another form. */
function placeIn(text: string): ServerAddress | undefined {
  try {
    const { local, baseUrl, streamUrl, hosts, isProxied } = JSON.parse(text) as Partial<ServerAddress>
    const isPlace =
      Object.values(local ?? {}).every((url) => URL.canParse(url)) &&
      local?.public !== undefined &&
      typeof baseUrl === 'string' &&
      typeof streamUrl === 'string' &&
      Array.isArray(hosts)
    return isPlace ? { local, baseUrl, streamUrl, hosts, isProxied: isProxied === true } : undefined
  } catch {
    // A note that another version wrote otherwise: its server is not listed.
    return undefined
  }
}

const eraseAll = query()((k) => k.deleteFrom('servers'))

const eraseDead = query<{ now: number }>()((k, p) =>
  k
    .deleteFrom('servers')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('workers')
            .select('worker')
            .whereRef('workers.holder', '=', 'servers.holder')
            .where('leased_until', '>=', p('now')),
        ),
      ),
    ),
)

const insertPlace = query<{ holder: string; now: number; place: string }>()((k, p) =>
  k.insertInto('servers').values({ holder: p('holder'), started_at: p('now'), place: p('place') }),
)

const erasePlace = query<{ holder: string }>()((k, p) =>
  k.deleteFrom('servers').where('holder', '=', p('holder')),
)

// A table of a few rows, and one of at most 1,024.
const livePlaces = query<{ now: number }>()((k, p) =>
  k
    .selectFrom('servers')
    .innerJoin('workers', 'workers.holder', 'servers.holder')
    .select('place')
    .where('leased_until', '>=', p('now'))
    .where('role', '=', 'server')
    .orderBy('started_at', 'desc')
    .orderBy('servers.holder')
    .limit(100),
)

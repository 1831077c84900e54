/** Nodes as the admin listener, the command `nodes` and the console show them. */

import type { Role } from '../lib/hosts/roles.ts'
import { parseServerAddress } from '../lib/server-address.ts'
import { isoTime } from '../lib/time/iso-time.ts'
import type { ClusterMember } from './cluster.ts'

export interface ShownNode {
  readonly id: string
  readonly name: string
  /** True for the node that sends the response; absent in the output of the command, which no node sends. */
  readonly is_self?: boolean
  /** URL of the node's public listener on its machine; empty when unknown. */
  readonly address: string
  readonly roles: readonly Role[]
  /** The version of the program; null for a node of an older version, which does not store it. */
  readonly version: string | null
  readonly since: string
  readonly last_seen: string
  /** The load at `last_seen`; null when the node did not store it. */
  readonly load: ShownLoad | null
}

interface ShownLoad {
  /** Position of the last event that the node has in memory. */
  readonly position: string
  /** Number of events that the node had not applied at `last_seen`, plus the events since then. */
  readonly behind: number
  readonly requests: number
  readonly connections: number
  readonly streams: number
  /** Processor time as a fraction of one processor; above 1 with several threads. */
  readonly processor: number
  readonly memory_bytes: number
}

/** @param head the last position of the log @param self id of the node that sends the response */
export function shownNodes(members: readonly ClusterMember[], head: bigint, self?: string): ShownNode[] {
  return members.map(({ id, name, address, roles, version, since, lastSeen, load }) => ({
    ...{ id, name },
    ...(self === undefined ? {} : { is_self: id === self }),
    address: parseServerAddress(address)?.local.public ?? '',
    roles,
    version: version === '' ? null : version,
    since: isoTime(since),
    last_seen: isoTime(lastSeen),
    load: load === undefined ? null : shownLoad(load, head),
  }))
}

function shownLoad(
  { position, memory, ...counts }: NonNullable<ClusterMember['load']>,
  head: bigint,
): ShownLoad {
  const behind = Number(head > position ? head - position : 0n)
  return { position: String(position), behind, ...counts, memory_bytes: memory }
}

/** Nodes as the admin listener, the command `nodes` and the console show them. */

import type { Role } from '../lib/hosts/roles.ts'
import { parseServerAddress } from '../lib/server-address.ts'
import { isoTime } from '../lib/time/iso-time.ts'
import type { ClusterMember } from './cluster.ts'

export interface ShownNode {
  readonly id: string
  readonly name: string
  /** True for the node that answers; absent where no node answers. */
  readonly is_self?: boolean
  /** URL of its public listener on its machine; empty when it is not known. */
  readonly address: string
  readonly roles: readonly Role[]
  /** Null for a node of a version that did not store it. */
  readonly version: string | null
  readonly since: string
  readonly last_seen: string
  /** The value at `last_seen`; null when the node did not store it. */
  readonly load: ShownLoad | null
}

interface ShownLoad {
  /** Last event in its memory. */
  readonly position: string
  /** Number of events that the node had not applied at `last_seen`, plus the events since then. */
  readonly behind: number
  readonly requests: number
  readonly connections: number
  readonly streams: number
  /** Share of one processor, from 0. */
  readonly processor: number
  readonly memory_bytes: number
}

/** @param head the last position of the log @param self id of the node that answers */
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

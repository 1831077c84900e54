/** A seeded plan of faults: what happens to which part, when, and for how long. */
import { seeded } from '../support/seeded.ts'

export type FaultKind =
  /** SIGKILL, and a start after it. */
  | 'kill'
  /** SIGSTOP, and SIGCONT after it. */
  | 'stop'
  /** SIGTERM, and a start after it, as in an upgrade. */
  | 'restart'
  /** Nothing arrives between a node and the database; at the end the connections break. */
  | 'cut'
  /** Delay between the database and a node. */
  | 'delay'
  /** The primary crashes and the standby is promoted; at the end the former primary is the standby. */
  | 'failover'

export interface Fault {
  readonly kind: FaultKind
  /** Milliseconds since the start of the run. */
  readonly atMs: number
  readonly forMs: number
  /** Node; without meaning for a failover. */
  readonly node: number
  /** Milliseconds of a delay, or until the standby is promoted. */
  readonly ms: number
}

const FIRST_MS = 3_000
/** No fault begins so shortly before the end. */
export const LAST_MS = 8_000
const KINDS: readonly FaultKind[] = ['kill', 'stop', 'restart', 'cut', 'delay', 'failover']

/** Faults one after another, with a pause between them; each kind once before one comes again. */
export function planOf(seed: number, seconds: number, nodes: number): readonly Fault[] {
  const random = seeded(seed)
  const between = (least: number, most: number) => Math.round(least + random() * (most - least))
  const faults: Fault[] = []
  let bag: FaultKind[] = []
  let atMs = FIRST_MS
  while (atMs < seconds * 1_000 - LAST_MS) {
    if (bag.length === 0) bag = [...KINDS]
    const [kind = 'kill'] = bag.splice(Math.floor(random() * bag.length), 1)
    const forMs = between(500, 5_000)
    const ms = kind === 'failover' ? between(100, 3_000) : between(20, 300)
    faults.push({ kind, atMs, forMs, node: Math.floor(random() * nodes), ms })
    atMs += forMs + between(500, 3_000)
  }
  return faults
}

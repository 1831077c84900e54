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
  /** As a cut, but only what a node sends is lost. */
  | 'cut-to'
  /** As a cut, but only what a node would receive is lost. */
  | 'cut-from'
  /** Delay between the database and a node. */
  | 'delay'
  /** The primary crashes and the standby is promoted; at the end the former primary is the standby. */
  | 'failover'
  /** Commits of the primary reach the disk later. */
  | 'slow-disk'
  /** SIGKILL of the node that publishes to the relay, and a start after it. */
  | 'kill-holder'
  /** SIGKILL of a NATS server, and a start after it. */
  | 'nats'
  /** The links of a node to all NATS servers are cut, in one direction or in both. */
  | 'cut-nats'
  /** A node is started again with a clock that is a minute wrong, and after that with the right one. */
  | 'skew'

export interface Fault {
  readonly kind: FaultKind
  /** Milliseconds since the start of the run. */
  readonly atMs: number
  readonly forMs: number
  /** Node or NATS server; without meaning for faults of the database and of the node that publishes. */
  readonly node: number
  /**
   * Milliseconds of a delay, or until the standby is promoted. An even number sets a clock forward, an odd number sets
   * it back. The remainder of the division by three selects the direction of `cut-nats`.
   */
  readonly ms: number
  /** A fault of another part that starts at the same time. */
  readonly also?: Fault
}

const FIRST_MS = 3_000
/** No fault begins so shortly before the end. */
export const LAST_MS = 8_000

/** Kinds that need PostgreSQL only. */
export const KINDS: readonly FaultKind[] = [
  ...(['kill', 'stop', 'restart', 'cut', 'delay', 'failover'] as const),
  ...(['cut-to', 'cut-from', 'slow-disk'] as const),
]

/** Part of the faults that another fault accompanies. */
const ACCOMPANIED = 1 / 3

/** Kinds that can accompany every other kind, on another node or NATS server. They leave the database alone. */
const COMPANIONS: readonly FaultKind[] = [
  ...(['kill', 'stop', 'cut', 'cut-to', 'cut-from', 'delay'] as const),
  ...(['nats', 'cut-nats'] as const),
]

/** Faults one after another, with a pause between them; each kind occurs once before a kind is repeated. A third has a companion. */
export function planOf(
  seed: number,
  seconds: number,
  nodes: number,
  kinds: readonly FaultKind[],
): readonly Fault[] {
  const random = seeded(seed)
  const between = (least: number, most: number) => Math.round(least + random() * (most - least))
  const faults: Fault[] = []
  let bag: FaultKind[] = []
  let atMs = FIRST_MS
  while (atMs < seconds * 1_000 - LAST_MS) {
    if (bag.length === 0) bag = [...kinds]
    const [kind = 'kill'] = bag.splice(Math.floor(random() * bag.length), 1)
    const forMs = between(500, 5_000)
    const ms = kind === 'failover' ? between(100, 3_000) : between(20, 300)
    const fault: Fault = { kind, atMs, forMs, node: Math.floor(random() * nodes), ms }
    const isAccompanied = random() < ACCOMPANIED
    const choice = random()
    const companions = COMPANIONS.filter((each) => kinds.includes(each) && canAccompany(each, kind))
    const companion = isAccompanied ? companions[Math.floor(choice * companions.length)] : undefined
    faults.push(
      companion === undefined
        ? fault
        : { ...fault, also: { ...fault, kind: companion, node: (fault.node + 1) % nodes } },
    )
    atMs += forMs + between(500, 3_000)
  }
  return faults
}

/** The plan does not know the node that publishes, so a kill could hit a node that is already dead. */
function canAccompany(companion: FaultKind, kind: FaultKind): boolean {
  return !(companion === 'kill' && kind === 'kill-holder')
}

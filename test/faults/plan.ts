/** Makes a plan of faults from a seed: which fault affects which part, when it begins, and how long it lasts. */
import { seeded } from '../support/seeded.ts'

export type FaultKind =
  /** SIGKILL to a node. The node is started again at the end. */
  | 'kill'
  /** SIGSTOP to a node, and SIGCONT at the end. */
  | 'stop'
  /** SIGTERM to a node. The node is started again after it has ended, as in an upgrade. */
  | 'restart'
  /** No data passes between a node and the database. At the end of the fault, the connections are closed. */
  | 'cut'
  /** Like `cut`, but only the data that the node sends is lost. */
  | 'cut-to'
  /** Like `cut`, but only the data that the node would receive is lost. */
  | 'cut-from'
  /** Data between a node and the database is delayed. */
  | 'delay'
  /** The primary crashes and the standby is promoted. At the end, the former primary is the standby. */
  | 'failover'
  /** Commits of the primary take longer to reach the disk. */
  | 'slow-disk'
  /** SIGKILL to the node that publishes to the relay. The node is started again at the end. */
  | 'kill-holder'
  /** SIGKILL to a NATS server. The server is started again at the end. */
  | 'nats'
  /** The links between a node and all NATS servers are cut, in one direction or in both. */
  | 'cut-nats'
  /** A node is started again with a clock that is a minute wrong, and at the end with the correct clock. */
  | 'skew'

export interface Fault {
  readonly kind: FaultKind
  /** Milliseconds since the start of the run. */
  readonly atMs: number
  readonly forMs: number
  /** Index of a node or NATS server; ignored for faults of the database and for `kill-holder`. */
  readonly node: number
  /**
   * Milliseconds of a delay, or milliseconds until the standby is promoted. For `skew`, an even number sets the clock
   * forward, and an odd number sets it back. For `cut-nats`, the remainder after division by three selects the
   * direction.
   */
  readonly ms: number
  /** A fault of another part that begins at the same time. */
  readonly also?: Fault
}

const FIRST_MS = 3_000
/** Milliseconds before the end of the run in which no fault begins. */
export const LAST_MS = 8_000

/** Kinds of faults that need no program besides PostgreSQL. */
export const KINDS: readonly FaultKind[] = [
  ...(['kill', 'stop', 'restart', 'cut', 'delay', 'failover'] as const),
  ...(['cut-to', 'cut-from', 'slow-disk'] as const),
]

/** The share of faults that another fault accompanies. */
const ACCOMPANIED = 1 / 3

/**
 * Kinds that can accompany every other kind, on another node or NATS server. They do not affect the database itself.
 */
const COMPANIONS: readonly FaultKind[] = [
  ...(['kill', 'stop', 'cut', 'cut-to', 'cut-from', 'delay'] as const),
  ...(['nats', 'cut-nats'] as const),
]

/**
 * Plans faults one after another, with pauses between them. Each kind occurs once before a kind is repeated. Another
 * fault accompanies about a third of the faults.
 */
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

/**
 * False for a kill during `kill-holder`. The plan does not know the node that publishes, so both could kill the same
 * node.
 */
function canAccompany(companion: FaultKind, kind: FaultKind): boolean {
  return !(companion === 'kill' && kind === 'kill-holder')
}

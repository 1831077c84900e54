/** Checks readiness: whether the server can read and write its database. Also reports steps of the clock. */
import { ROLES, type Role, roleNames } from '../lib/hosts/roles.ts'
import { type Clock, sleep } from '../lib/time/clock.ts'
import type { ClockWatch } from '../lib/time/clock-watch.ts'

/** Milliseconds within which a read must end; the limit also applies to a write. */
const PROBE_TIMEOUT_MS = 2_000

/** Milliseconds during which readiness reports a step of the clock. */
const STEP_REPORTED_MS = 3_600_000

export interface ReadinessParts {
  readonly state: { readonly draining: boolean; readonly damage: Error | undefined }
  readonly database: {
    /** Resolves after a read has succeeded. */
    answers(): Promise<void>
    /** Resolves after a write has succeeded. */
    takesWrites(): Promise<void>
  }
  /** `ready` resolves when an id can be made, because every write needs an id. */
  readonly ids: { ready(): Promise<void>; readonly idsAheadMs: number }
  /** Returns the state of the relay; undefined if the node has no relay. */
  readonly relay: () => RelayReadiness | undefined
  readonly watch: ClockWatch
  readonly clock: Clock
  readonly roles: readonly Role[]
}

/**
 * State of a node's relay, which passes the log between nodes. Without the relay, a node reads the database and is
 * still ready.
 */
export interface RelayReadiness {
  readonly work: 'publishing' | 'reading' | 'none'
  readonly problem: string | undefined
}

export interface Readiness {
  /** The reason why the server is not ready; undefined when it is ready. */
  readonly reason: string | undefined
  /** Problems of the clock that exist now or occurred in the last hour. They do not affect readiness. */
  readonly clock: string | undefined
  /**
   * `publishing`, `reading`, or the reason why the node reads the database instead; undefined if the node has no relay.
   */
  readonly relay: string | undefined
  readonly roles: readonly Role[]
}

/** Checks the database with a read and a write. Never rejects. */
export async function readiness(parts: ReadinessParts): Promise<Readiness> {
  parts.watch.look()
  const reason = await reasonNotReady(parts)
  return { reason, clock: aboutClock(parts), relay: aboutRelay(parts.relay()), roles: parts.roles }
}

/**
 * Readiness for the roles that a load balancer asks for. A node that lacks one of these roles is not ready. If a node
 * does not have all roles, the result lists its roles.
 * @param asked parameter `role` of `/readyz`, with one or more role names
 */
export function forRole(
  { reason, roles, ...facts }: Readiness,
  asked: string | readonly string[] | undefined,
): Omit<Readiness, 'roles'> & Partial<Pick<Readiness, 'roles'>> {
  const names = [asked ?? []].flat().flatMap((text) => text.split(','))
  const lacked = names.find((name) => !roles.some((role) => role === name))
  const ofRole =
    lacked === undefined ? undefined : `this node has the roles ${roleNames(roles)}, not ${lacked}`
  return { reason: reason ?? ofRole, ...facts, ...(roles.length === ROLES.length ? {} : { roles }) }
}

async function reasonNotReady(parts: ReadinessParts): Promise<string | undefined> {
  const { state, database, ids, clock } = parts
  if (state.damage !== undefined) return state.damage.message
  if (state.draining) return 'the server is stopping'
  const within = (work: Promise<void>, otherwise: string) =>
    Promise.race([
      work.then(() => undefined, messageOf),
      sleep(clock, PROBE_TIMEOUT_MS).then(() => otherwise),
    ])
  return (
    (await within(database.answers(), 'the database does not answer')) ??
    (await within(
      database.takesWrites().then(() => ids.ready()),
      'the database accepts no writes: one has waited for 2 s',
    ))
  )
}

function aboutRelay(relay: RelayReadiness | undefined): string | undefined {
  if (relay === undefined) return undefined
  const { work, problem } = relay
  return work === 'none' ? `the database serves: ${problem ?? 'the relay is being opened'}` : work
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

function aboutClock({ watch, ids }: ReadinessParts): string | undefined {
  const problems: string[] = []
  const { latest } = watch
  if (latest !== undefined && latest.agoMs < STEP_REPORTED_MS) {
    const direction = latest.byMs > 0 ? 'forward' : 'back'
    problems.push(
      `the clock was set ${direction} by ${seconds(latest.byMs)} s, ${seconds(latest.agoMs)} s ago`,
    )
  }
  if (ids.idsAheadMs > 0) {
    problems.push(
      `existing ids are up to ${seconds(ids.idsAheadMs)} s ahead of the clock: the clock is behind, or a clock was ahead`,
    )
  }
  return problems.length === 0 ? undefined : problems.join('; ')
}

function seconds(milliseconds: number): number {
  return Math.round(Math.abs(milliseconds) / 1000)
}

/** Readiness: the database accepts reads and writes. Also reports problems of the clock. */
import { type Clock, sleep } from '../lib/time/clock.ts'
import type { ClockWatch } from '../lib/time/clock-watch.ts'

/** Timeout for the read, and then for the write. */
const PROBE_TIMEOUT_MS = 2_000

/** A step of the clock is reported for this long. */
const STEP_REPORTED_MS = 3_600_000

export interface ReadinessParts {
  readonly state: { readonly draining: boolean; readonly damage: Error | undefined }
  readonly database: {
    /** Resolves after a read. */
    answers(): Promise<void>
    /** Resolves after a write. */
    takesWrites(): Promise<void>
  }
  /** Every write needs an id. */
  readonly ids: { ready(): Promise<void>; readonly idsAheadMs: number }
  readonly watch: ClockWatch
  readonly clock: Clock
}

export interface Readiness {
  /** Reason why the server is not ready; undefined if it is. */
  readonly reason: string | undefined
  /** Problem of the clock in the last hour, which does not affect readiness; undefined for none. */
  readonly clock: string | undefined
}

/** Checks the database with a read and a write. Never rejects. */
export async function readiness(parts: ReadinessParts): Promise<Readiness> {
  parts.watch.look()
  const reason = await reasonNotReady(parts)
  return { reason, clock: aboutClock(parts) }
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
      'the database takes no writes: one has waited for 2 s',
    ))
  )
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
      `ids that were made before lie up to ${seconds(ids.idsAheadMs)} s ahead of the clock: it is behind, or a clock was ahead`,
    )
  }
  return problems.length === 0 ? undefined : problems.join('; ')
}

function seconds(milliseconds: number): number {
  return Math.round(Math.abs(milliseconds) / 1000)
}

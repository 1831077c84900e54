/** Whether the server can do what it is asked: read and write. And what its clock has done. */
import { type Clock, sleep } from '../lib/time/clock.ts'
import type { ClockWatch } from '../lib/time/clock-watch.ts'

/** Milliseconds in which the database must answer, first a question and then a write. */
const PROBE_TIMEOUT_MS = 2_000

/** Milliseconds for which a step of the clock is spoken of. */
const STEP_REPORTED_MS = 3_600_000

export interface ReadinessParts {
  readonly state: { readonly draining: boolean; readonly damage: Error | undefined }
  readonly database: {
    /** Resolves when it has answered a question. */
    answers(): Promise<void>
    /** Resolves when it has stored something. */
    takesWrites(): Promise<void>
  }
  /** Every write needs one. */
  readonly ids: { ready(): Promise<void>; readonly idsAheadMs: number }
  readonly watch: ClockWatch
  readonly clock: Clock
}

export interface Readiness {
  /** Why the server is not ready; undefined when it is. */
  readonly reason: string | undefined
  /** What is wrong with the clock, or was in the last hour; it is no reason not to be ready. */
  readonly clock: string | undefined
}

/** Asks the database, by reading and by writing. Never rejects. */
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
  const told: string[] = []
  const { latest } = watch
  if (latest !== undefined && latest.agoMs < STEP_REPORTED_MS) {
    const direction = latest.byMs > 0 ? 'forward' : 'back'
    told.push(`the clock was set ${direction} by ${seconds(latest.byMs)} s, ${seconds(latest.agoMs)} s ago`)
  }
  if (ids.idsAheadMs > 0) {
    told.push(
      `ids that were made before lie up to ${seconds(ids.idsAheadMs)} s ahead of the clock: it is behind, or a clock was ahead`,
    )
  }
  return told.length === 0 ? undefined : told.join('; ')
}

function seconds(milliseconds: number): number {
  return Math.round(Math.abs(milliseconds) / 1000)
}

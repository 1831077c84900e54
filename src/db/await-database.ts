/** Waits for a database that is still starting, or has no free connection. */
import { sleep, systemClock } from '../lib/time/clock.ts'
import { StoreUnavailable } from './errors.ts'
import { mayPass } from './postgres/errors.ts'

/** Milliseconds between tries; the last value repeats. */
const WAITS = [250, 500, 1_000, 2_000, 4_000] as const

/** Milliseconds after which an unchanged message is repeated. */
const SAY_EVERY_MS = 15_000

export interface Wait {
  /** Seconds to wait before giving up; 0 or more. */
  readonly seconds: number
  /**
   * Called with a sentence that names the cause. Called immediately, after each change of the cause, and every 15 s.
   */
  onWait(sentence: string): void
}

/**
 * Repeats `work` while PostgreSQL is unreachable for a temporary reason. `work` must close its connections before it
 * fails. The waits use the system clock, because the database does not follow an injected clock.
 * @throws {StoreUnavailable} when the time is up; any other error of `work` immediately
 */
export async function awaitingDatabase<T>(work: () => Promise<T>, { seconds, onWait }: Wait): Promise<T> {
  const started = systemClock.monotonic()
  let said = { words: '', at: started }
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await work()
    } catch (error) {
      if (!mayPass(error)) throw error
      const now = systemClock.monotonic()
      const left = started + seconds * 1_000 - now
      if (left <= 0) throw givenUp(error, seconds)
      if (error.message !== said.words || now - said.at >= SAY_EVERY_MS) {
        said = { words: error.message, at: now }
        onWait(`Waiting for the database, ${Math.ceil(left / 1_000)} s at most: ${error.message}.`)
      }
      const wait = WAITS[Math.min(attempt, WAITS.length - 1)] ?? 0
      await sleep(systemClock, Math.min(wait, left))
    }
  }
}

function givenUp(error: StoreUnavailable, seconds: number): StoreUnavailable {
  if (seconds === 0) return error
  const advice = 'see to the database, or give it longer (--database-wait)'
  return new StoreUnavailable(`${error.message}, for ${seconds} s; ${advice}`, { cause: error })
}

/** Waiting for a database that is not ready yet: one that boots, or has no connection free. */
import { sleep, systemClock } from '../lib/time/clock.ts'
import { StoreUnavailable } from './errors.ts'
import { mayPass } from './postgres/errors.ts'

/** Milliseconds between tries; the last one repeats. */
const WAITS = [250, 500, 1_000, 2_000, 4_000] as const

/** Milliseconds after which the same words are said again. */
const SAY_EVERY_MS = 15_000

export interface Wait {
  /** Seconds after which it is given up, 0 or more. */
  readonly seconds: number
  /** Called with a sentence that says what is waited for: at once, with another reason, and every 15 s. */
  onWait(sentence: string): void
}

/**
 * Does `work`, again and again while PostgreSQL cannot be reached for a reason that may pass. It must leave nothing open when
 * it fails. Time is the machine's, in which the database lives.
 * @throws {StoreUnavailable} when it cannot be reached for too long; at once what else `work` throws
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

import { type Clock, sleep } from '../../../lib/time/clock.ts'

/** Sleeps for as long as the last step took, so that a background job uses at most half of the time of the database. */
export async function rest(clock: Clock, started: number, signal?: AbortSignal): Promise<void> {
  const took = clock.monotonic() - started
  if (took > 0) await sleep(clock, took, signal)
}

import { type Clock, sleep } from '../../../lib/time/clock.ts'

/** Rests as long as a slice of a long chore took, so that it takes half the time of the database at most. */
export async function rest(clock: Clock, started: number, signal?: AbortSignal): Promise<void> {
  const took = clock.monotonic() - started
  if (took > 0) await sleep(clock, took, signal)
}

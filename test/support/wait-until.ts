import { sleep, systemClock } from '../../src/lib/time/clock.ts'

/** Milliseconds of the first and of the longest pause, and the factor between two pauses. */
const FIRST_MS = 2
const LONGEST_MS = 25
const GROWTH = 1.3

/**
 * Polls until the condition is true. The time limit of the test ends the polling. The pauses grow, because
 * frequent polling would slow down the work that the caller waits for.
 */
export async function waitUntil(isSo: () => boolean | Promise<boolean>): Promise<void> {
  for (let pause = FIRST_MS; !(await isSo()); pause = Math.min(pause * GROWTH, LONGEST_MS)) {
    await sleep(systemClock, pause)
  }
}

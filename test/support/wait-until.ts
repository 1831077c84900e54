import { sleep, systemClock } from '../../src/lib/time/clock.ts'

/** Polls until the condition is true. The test's time limit ends it. */
export async function waitUntil(isSo: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isSo())) await sleep(systemClock, 2)
}

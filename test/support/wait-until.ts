import { sleep, systemClock } from '../../src/lib/time/clock.ts'

/** Waits for what happens by itself and tells nobody. A test that waits in vain runs into its time limit. */
export async function waitUntil(isSo: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isSo())) await sleep(systemClock, 2)
}

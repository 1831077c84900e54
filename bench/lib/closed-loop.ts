import { systemClock } from '../../src/lib/time/clock.ts'
import type { Sample } from './statistics.ts'

/** Keeps `atOnce` concurrent runs of `task` until the time is over. */
export async function runAtOnce(
  atOnce: number,
  milliseconds: number,
  task: () => Promise<unknown>,
): Promise<Sample> {
  const cpu = process.cpuUsage()
  const started = systemClock.monotonic()
  let operations = 0
  const one = async () => {
    while (systemClock.monotonic() < started + milliseconds) {
      await task()
      operations += 1
    }
  }
  await Promise.all(Array.from({ length: atOnce }, one))
  const took = systemClock.monotonic() - started
  const { user, system } = process.cpuUsage(cpu)
  return { operations, milliseconds: took, cpuMilliseconds: (user + system) / 1000 }
}

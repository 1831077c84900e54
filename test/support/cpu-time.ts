import { readFileSync } from 'node:fs'

/** CPU milliseconds of `work`, independent of other load. */
export function cpuMs(work: () => void): number {
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

/** Milliseconds of a clock tick of /proc. The value is equal on all Linux systems. */
const TICK_MS = 10

/**
 * CPU milliseconds of this process so far. On Linux, also of the programs that it started and that have
 * ended.
 */
export function cpuMsWithPrograms(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000 + programsMs()
}

function programsMs(): number {
  if (process.platform !== 'linux') return 0
  // The name in parentheses may contain spaces. The state and numbers follow it (proc(5)).
  const [, numbers = ''] = readFileSync('/proc/self/stat', 'utf8').split(') ')
  const fields = numbers.split(' ')
  return (Number(fields[13]) + Number(fields[14])) * TICK_MS
}

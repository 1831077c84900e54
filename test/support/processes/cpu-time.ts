import { readFileSync } from 'node:fs'

/** Measures the CPU milliseconds of `work`, which do not depend on other processes. */
export function cpuMs(work: () => void): number {
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

/** Milliseconds of a clock tick of /proc. The value is equal on all Linux systems. */
const TICK_MS = 10

/**
 * CPU milliseconds that this process has used so far. On Linux, the result includes programs that the process
 * started and that have ended.
 */
export function cpuMsWithPrograms(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000 + programsMs()
}

function programsMs(): number {
  if (process.platform !== 'linux') return 0
  // The name in parentheses may contain spaces. The state and the numbers follow the name (proc(5)).
  const [, numbers = ''] = readFileSync('/proc/self/stat', 'utf8').split(') ')
  const fields = numbers.split(' ')
  return (Number(fields[13]) + Number(fields[14])) * TICK_MS
}

import { readFileSync } from 'node:fs'

/** CPU milliseconds of `work`, independent of other load. */
export function cpuMs(work: () => void): number {
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

/** Milliseconds per clock tick of /proc, which is the same on all Linux systems. */
const TICK_MS = 10

/**
 * CPU milliseconds of this process so far, and of the programs that it started and that have ended. Without the
 * programs on systems other than Linux.
 */
export function cpuMsWithPrograms(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000 + programsMs()
}

function programsMs(): number {
  if (process.platform !== 'linux') return 0
  // The name in parentheses may contain spaces; after it come the state and numbers (proc(5)).
  const [, numbers = ''] = readFileSync('/proc/self/stat', 'utf8').split(') ')
  const fields = numbers.split(' ')
  return (Number(fields[13]) + Number(fields[14])) * TICK_MS
}

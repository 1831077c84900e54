/**
 * Reads the processor time of a PostgreSQL on this machine, with all of its processes, from /proc of Linux.
 */
import { readdirSync, readFileSync } from 'node:fs'
import postgres from 'postgres'

/** Milliseconds of a tick of /proc. */
const TICK_MS = 10

interface Times {
  readonly parent: number
  /** Ticks of the process. */
  readonly own: number
  /** Ticks of its ended children. */
  readonly ended: number
}

/** The main process of PostgreSQL, which starts the processes of sessions. */
export async function postmasterOf(url: string): Promise<number> {
  const sql = postgres(url, { max: 1, onnotice: () => undefined })
  try {
    const [row] = await sql<{ pid: number }[]>`select pg_backend_pid() as pid`
    const parent = timesOf(row?.pid ?? 0)?.parent
    if (parent === undefined) throw new Error('PostgreSQL does not run on this machine')
    return parent
  } finally {
    await sql.end()
  }
}

/** Milliseconds of processor time so far. */
export function processorMs(postmaster: number): number {
  let ticks = 0
  for (const name of readdirSync('/proc')) {
    const pid = Number(name)
    const times = Number.isInteger(pid) ? timesOf(pid) : undefined
    if (times === undefined) continue
    if (pid === postmaster) ticks += times.own + times.ended
    else if (times.parent === postmaster) ticks += times.own
  }
  return ticks * TICK_MS
}

/** @returns undefined for a process that has ended */
function timesOf(pid: number): Times | undefined {
  let text: string
  try {
    text = readFileSync(`/proc/${pid}/stat`, 'latin1')
  } catch {
    // The process has ended since the list was read.
    return undefined
  }
  // The name of a program may contain spaces. The fields after the name do not.
  const fields = text
    .slice(text.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number)
  const [, parent = 0] = fields
  const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = fields.slice(11, 15)
  return { parent, own: user + system, ended: endedUser + endedSystem }
}

/** The folder and port of a PostgreSQL server of a test. */
import { createServer } from 'node:net'
import { systemRandom } from '../../src/lib/time/clock.ts'
import type { PostgresBinaries } from './postgres-binaries.ts'

/** State that survives a restart of the server. */
export interface Cluster {
  binaries: PostgresBinaries
  /** Contains the data directory and the server's log. */
  folder: string
  port: number
  flags: string[]
}

/** Variables of the shell such as PGDATA or LC_ALL must not reach the programs. */
export function childOptions(binaries: PostgresBinaries, folder: string) {
  return { ...binaries.runAs, cwd: folder, env: { PATH: process.env['PATH'], LC_ALL: 'C', TZ: 'UTC' } }
}

/**
 * A free port below the ephemeral ranges: a client that keeps dialling a stopped server on an ephemeral port can
 * connect to
 * itself and then block the port.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = 15_000 + (systemRandom(2).readUInt16BE() % 17_000)
    if (await canListen(port)) return port
  }
}

function canListen(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
}

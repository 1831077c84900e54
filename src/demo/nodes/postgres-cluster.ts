/** Runs a PostgreSQL server with its data in a separate folder, from the programs of the npm package. */
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { chown, open, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { sleep, systemClock, systemRandom } from '../../lib/time/clock.ts'
import type { PostgresBinaries } from './postgres-binaries.ts'

/** Facts about a server that stay the same after a restart. */
export interface Cluster {
  /** True to run the server in its own process group, which Ctrl-C in a terminal does not reach. */
  isDetached?: boolean
  binaries: PostgresBinaries
  /** Folder with the data directory and the log of the server. */
  folder: string
  port: number
  flags: string[]
}

/** Search path for the programs of the system. */
const SYSTEM_PATH = '/usr/local/bin:/usr/bin:/bin'

/**
 * Options for child processes. The options remove shell variables such as PGDATA and LC_ALL, which would affect the
 * programs.
 */
export function childOptions(binaries: PostgresBinaries, folder: string) {
  return { ...binaries.runAs, cwd: folder, env: { PATH: SYSTEM_PATH, LC_ALL: 'C', TZ: 'UTC' } }
}

/**
 * A free port below the range of ephemeral ports. While a server is stopped, a client that retries an
 * ephemeral port can be connected to itself (TCP self-connect). That connection then blocks the port.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = 15_000 + (systemRandom(2).readUInt16BE() % 17_000)
    if (await canListen(port)) return port
  }
}

/** True when no process listens on this port of 127.0.0.1. */
export function canListen(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
}

/**
 * Creates the data directory of a new PostgreSQL server. @param folder an empty folder
 * @param syncs false for a server whose data need not survive a crash of the machine
 */
export async function initialise(
  binaries: PostgresBinaries,
  folder: string,
  password: string,
  syncs = true,
): Promise<void> {
  const { uid, gid } = binaries.runAs
  const passwordFile = join(folder, 'password')
  await writeFile(passwordFile, password, { mode: 0o600 })
  if (uid !== undefined && gid !== undefined) {
    await chown(passwordFile, uid, gid)
    await chown(folder, uid, gid)
  }
  const parameters = [
    `--pgdata=${join(folder, 'data')}`,
    '--encoding=UTF8',
    '--locale=C',
    '--username=postgres',
    '--auth=scram-sha-256',
    `--pwfile=${passwordFile}`,
    // The password is random, so more iterations would only slow down each connection.
    '--set=scram_iterations=1',
    ...(syncs ? [] : ['--no-sync']),
    '--no-instructions',
  ]
  await promisify(execFile)(binaries.initdb, parameters, childOptions(binaries, folder))
  await rm(passwordFile)
}

/**
 * Starts the server. Resolves when it accepts connections. @throws {Error} with the log of the server when it does not
 * start
 */
export async function launch(cluster: Cluster): Promise<ChildProcess> {
  const { binaries, folder, port, flags } = cluster
  const log = await open(join(folder, 'log'), 'a')
  const server = spawn(binaries.postgres, ['-D', join(folder, 'data'), '-p', String(port), ...flags], {
    ...childOptions(binaries, folder),
    detached: cluster.isDetached ?? false,
    stdio: ['ignore', log.fd, log.fd],
  })
  // Without a listener, a failed spawn would cause an uncaught exception.
  server.once('error', () => {})
  await log.close()
  while (!(await isReady(server, folder))) {
    if (hasEnded(server)) {
      throw new Error(`PostgreSQL did not start:\n${await readFile(join(folder, 'log'), 'utf8')}`)
    }
    await sleep(systemClock, 10)
  }
  server.unref()
  return server
}

/**
 * True when the server accepts connections. The first line of `postmaster.pid` is the process id, so a file
 * that a crashed server left is ignored.
 */
async function isReady(server: ChildProcess, folder: string): Promise<boolean> {
  const lines = await readFile(join(folder, 'data', 'postmaster.pid'), 'utf8').catch(() => '') // The file is not written yet.
  const [pid, , , , , , , status] = lines.split('\n')
  return pid === String(server.pid) && status?.trim() === 'ready'
}

function hasEnded(server: ChildProcess): boolean {
  return server.pid === undefined || server.exitCode !== null || server.signalCode !== null
}

/** Sends `signal` to a running server. Resolves when the server has ended. */
export function ended(server: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (hasEnded(server)) return Promise.resolve()
  return new Promise((resolve) => {
    server.ref()
    server.once('exit', () => resolve())
    server.kill(signal)
  })
}

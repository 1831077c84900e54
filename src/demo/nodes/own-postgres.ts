/**
 * The PostgreSQL server of a demo with several nodes. Its data is in the folder of the demo, and it stops with the
 * demo.
 */
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { sleep, systemClock, systemRandom } from '../../lib/time/clock.ts'
import { type PostgresBinaries, postgresBinaries } from './postgres-binaries.ts'
import { ended, freePort, initialise, launch } from './postgres-cluster.ts'

export interface OwnPostgres {
  readonly url: string
  /** Stops the server cleanly. */
  close(): Promise<void>
}

/** Milliseconds within which the PostgreSQL server of an earlier demo must end. */
const END_MS = 10_000

const SETTINGS = { listen_addresses: '127.0.0.1', unix_socket_directories: '', max_connections: '200' }

/**
 * Starts the PostgreSQL server of a folder. The first call creates the data directory.
 * @param data folder of the demo
 * @throws {Error} with advice when the programs are not installed, or PostgreSQL does not start
 */
export async function openOwnPostgres(data: string): Promise<OwnPostgres> {
  const binaries = await programs()
  const folder = join(resolve(data), 'postgres')
  const passwordFile = join(resolve(data), 'postgres.password')
  if (!existsSync(passwordFile)) {
    await mkdir(folder, { recursive: true, mode: 0o755 })
    const password = systemRandom(12).toString('hex')
    await initialise(binaries, folder, password).catch((error: unknown) => {
      throw new Error(
        `PostgreSQL could not make its data in ${folder}; as root it runs as another user, who must be able to reach that folder: use another --data, or --database`,
        { cause: error },
      )
    })
    // This file is written last, so its existence shows that the data directory is complete. If a first start
    // is killed before this line, the next start fails with an error of initdb that names the folder.
    await writeFile(passwordFile, password, { mode: 0o600 })
  }
  const password = await readFile(passwordFile, 'utf8')
  await endLeftOver(folder)
  const flags = Object.entries(SETTINGS).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const port = await freePort()
  const server = await launch({ binaries, folder, port, flags, isDetached: true })
  const stop = () => void server.kill('SIGINT')
  // A second Ctrl-C ends the demo without waiting for PostgreSQL; this handler then stops PostgreSQL.
  process.once('exit', stop)
  return {
    url: `postgres://postgres:${password}@127.0.0.1:${port}/postgres`,
    close: () => ended(server, 'SIGINT').finally(() => process.off('exit', stop)),
  }
}

/** Stops the PostgreSQL server that a killed demo has left running. */
async function endLeftOver(folder: string): Promise<void> {
  const text = await readFile(join(folder, 'data', 'postmaster.pid'), 'utf8').catch(() => '') // No server is running.
  const pid = Number(text.split('\n')[0])
  const isOwn = async () => pid > 0 && (await commandOf(pid)).includes(join(folder, 'data'))
  if (!(await isOwn())) return
  process.kill(pid, 'SIGINT')
  const until = systemClock.monotonic() + END_MS
  while (await isOwn()) {
    if (systemClock.monotonic() > until)
      throw new Error(`the PostgreSQL of an earlier demo does not end; stop the process ${pid}`)
    await sleep(systemClock, 100)
  }
}

/**
 * The command line of a process; empty if there is no such process. The process id in the file may belong to another
 * program now.
 */
async function commandOf(pid: number): Promise<string> {
  const asked = promisify(execFile)('ps', ['-o', 'args=', '-p', String(pid)])
  return asked.then(
    ({ stdout }) => stdout,
    () => '',
  )
}

async function programs(): Promise<PostgresBinaries> {
  try {
    return await postgresBinaries()
  } catch (error) {
    throw new Error(
      'several nodes need PostgreSQL: a checkout has one after "npm ci"; elsewhere name a database with --database postgres://…',
      { cause: error },
    )
  }
}

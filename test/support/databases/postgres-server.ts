/**
 * Starts a private PostgreSQL cluster for tests, with a new data directory, a free port on 127.0.0.1, and a
 * random password.
 */
import type { ChildProcess } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { postgresBinaries } from '../../../src/demo/nodes/postgres-binaries.ts'
import {
  type Cluster,
  ended,
  freePort,
  initialise,
  launch,
} from '../../../src/demo/nodes/postgres-cluster.ts'
import { systemRandom } from '../../../src/lib/time/clock.ts'
import { startJanitor } from '../processes/janitor.ts'
import { createDatabase, type DatabaseOptions, databaseUrl } from './postgres-database.ts'
import { copyAsStandby, promoteStandby } from './postgres-standby.ts'

export interface PostgresOptions {
  /** True if commits are synced to disk. The default is false, because tests are faster without syncs. */
  fsync?: boolean
  /** Further settings by name, for example `{ max_connections: '20' }`. */
  settings?: Record<string, string>
  /** Parent folder of the cluster. Every user must have access to it. The default is a temporary folder. */
  parent?: string
}

export interface PostgresServer {
  /** Connection URL of the superuser. The default database is `postgres`. */
  url(database?: string): string
  /** Creates a database and returns its URL. */
  createDatabase(name: string, options?: DatabaseOptions): Promise<string>
  /**
   * Shuts down cleanly, closes all connections and removes the data. Also works after
   * {@link PostgresServer.kill}.
   */
  stop(): Promise<void>
  /** Crashes the server. All connections break, and the next start recovers from the log. */
  kill(): Promise<void>
  /**
   * Starts the server again on the same port with the same data. If the server is running, it is shut down
   * cleanly before that.
   */
  restart(): Promise<void>
  /**
   * Starts a streaming standby, which is a copy of this server. The caller must stop the standby, before or
   * after this server.
   */
  startStandby(): Promise<PostgresServer>
  /** Promotes a standby to a primary with the next timeline. */
  promote(): Promise<void>
}

/**
 * Starts a cluster in UTF-8 with locale C. The cluster does not keep this process alive, and ends with this
 * process, even after SIGKILL.
 *
 * @throws {Error} with the log of the server when it does not start
 */
export async function startPostgres(options: PostgresOptions = {}): Promise<PostgresServer> {
  const binaries = await postgresBinaries()
  const folder = await mkdtemp(join(options.parent ?? binaries.temporary, 'aviary-test-postgres-'))
  const dismissJanitor = startJanitor(folder)
  const password = systemRandom(12).toString('hex')
  const discard = async () => {
    await rm(folder, { recursive: true, force: true })
    dismissJanitor()
  }
  try {
    await initialise(binaries, folder, password, false)
    const cluster = { binaries, folder, port: await freePort(), flags: serverFlags(options) }
    return new RunningServer(cluster, password, await launch(cluster), discard)
  } catch (error) {
    await discard()
    throw error
  }
}

/**
 * Makes a server whose folder is that of a standby. The server has the roles and the password of the primary.
 */
async function startCopy(cluster: Cluster, password: string): Promise<PostgresServer> {
  const dismissJanitor = startJanitor(cluster.folder)
  const discard = async () => {
    await rm(cluster.folder, { recursive: true, force: true })
    dismissJanitor()
  }
  try {
    return new RunningServer(cluster, password, await launch(cluster), discard)
  } catch (error) {
    await discard()
    throw error
  }
}

class RunningServer implements PostgresServer {
  readonly #cluster: Cluster
  readonly #url: string
  readonly #password: string
  readonly #discard: () => Promise<void>
  #process: ChildProcess

  constructor(cluster: Cluster, password: string, process: ChildProcess, discard: () => Promise<void>) {
    this.#cluster = cluster
    this.#password = password
    this.#url = `postgres://postgres:${password}@127.0.0.1:${cluster.port}/postgres`
    this.#process = process
    this.#discard = discard
  }

  url(database = 'postgres'): string {
    return databaseUrl(this.#url, database)
  }

  createDatabase(name: string, options?: DatabaseOptions): Promise<string> {
    return createDatabase(this.#url, name, options)
  }

  async stop(): Promise<void> {
    await ended(this.#process, 'SIGINT')
    await this.#discard()
  }

  kill(): Promise<void> {
    return ended(this.#process, 'SIGQUIT')
  }

  async startStandby(): Promise<PostgresServer> {
    return startCopy(await copyAsStandby(this.#cluster, this.#url), this.#password)
  }

  promote(): Promise<void> {
    return promoteStandby(this.#url)
  }

  async restart(): Promise<void> {
    await ended(this.#process, 'SIGINT')
    this.#process = await launch(this.#cluster)
  }
}

function serverFlags(options: PostgresOptions): string[] {
  const fsync = options.fsync ?? false
  const settings = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: '200',
    fsync: fsync ? 'on' : 'off',
    full_page_writes: fsync ? 'on' : 'off',
    ...options.settings,
  }
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}

/**
 * Runs the tested server in a separate process that can be killed. On PostgreSQL, its database can be killed
 * too.
 */
import type { Config } from '../../src/config.ts'
import type { Engine } from '../../src/db/query.ts'
import { sleep, systemClock, systemRandom } from '../../src/lib/time/clock.ts'
import { operatorToken } from '../../src/ops/operator-token.ts'
import { type RunningCli, startCli } from '../support/cli.ts'
import { type PostgresServer, startPostgres } from '../support/databases/postgres-server.ts'
import { freshConfig, type Hooks } from '../support/engines.ts'
import type { ModerationAction } from './world.ts'

/** The results of the actions in one request, in the order of the actions. Undefined without a response. */
export type Results = readonly { readonly done: boolean; readonly refused?: string }[] | undefined

const RETRY_DELAY_MS = 20

export class Host {
  readonly config: Config
  readonly #t: Hooks
  readonly #postgres: PostgresServer | undefined
  #server: RunningCli | undefined
  #ports: readonly [string, string] = ['0', '0']
  url = ''
  #opsUrl = ''
  #authorization = ''

  private constructor(t: Hooks, config: Config, postgres: PostgresServer | undefined) {
    this.#t = t
    this.config = config
    this.#postgres = postgres
  }

  /** @param hasKills true to start a separate PostgreSQL server that can be killed */
  static async prepare(t: Hooks, engine: Engine, hasKills: boolean): Promise<Host> {
    const postgres = engine === 'postgres' && hasKills ? await startPostgres() : undefined
    if (postgres !== undefined) t.after(() => t.after(() => postgres.stop()))
    const own = postgres === undefined ? {} : { database: await postgres.createDatabase('storm') }
    return new Host(t, await freshConfig(t, engine, own), postgres)
  }

  /** Starts the server. A server that is started again uses the same ports. */
  async start(): Promise<void> {
    const { data, database } = this.config
    const [port, opsPort] = this.#ports
    const flags = ['--data', data, ...(database === '' ? [] : ['--database', database, '--pool', '4'])]
    const listeners = ['--port', port, '--ops-port', opsPort, '--limits', 'off', '--log-level', 'silent']
    this.#server = startCli(this.#t, ['serve', ...flags, ...listeners])
    const match = await this.#server.said(/Aviary serves (\S+:(\d+)) .*admin listener at (\S+:(\d+))\)/)
    const [, url = '', publicPort = '', opsUrl = '', operationsPort = ''] = match
    this.#ports = [publicPort, operationsPort]
    this.url = url
    this.#opsUrl = opsUrl
    this.#authorization = `Bearer ${operatorToken(data, systemRandom)}`
  }

  /** Kills the server or its database, and starts it again. */
  async kill(what: 'server' | 'database'): Promise<void> {
    if (what === 'database' && this.#postgres !== undefined) {
      this.#postgres.kill()
      await this.#postgres.restart()
      return
    }
    this.#server?.kill('SIGKILL')
    await this.#server?.ended
    await this.start()
  }

  async moderate(batch: readonly ModerationAction[]): Promise<Results> {
    const actions = batch.map(({ action }) => ({ ...action, reason: 'storm' }))
    try {
      const response = await fetch(`${this.#opsUrl}/moderation`, {
        method: 'POST',
        headers: { authorization: this.#authorization, 'content-type': 'application/json' },
        body: JSON.stringify({ actor: 'storm', actions }),
      })
      if (response.status < 500) return ((await response.json()) as { results: Results }).results
    } catch {
      // The server was killed before it responded.
    }
    await sleep(systemClock, RETRY_DELAY_MS)
    return undefined
  }
}

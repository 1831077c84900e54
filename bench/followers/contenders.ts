/** Starts the compared processes, and makes their contenders. */
import { join } from 'node:path'
import { DATABASE_FILE } from '../../src/db/open.ts'
import { type Child, type Methods, startChild } from '../lib/child.ts'
import { load } from '../lib/http-client.ts'
import type { Installation } from '../lib/installations.ts'
import type { BenchOptions } from '../lib/options.ts'
import type { Contender, Sample } from '../lib/statistics.ts'
import { type Fixture, PAGE } from './fixture.ts'
import type { methods as routeMethods } from './route-process.ts'
import type { methods as serverMethods } from './server-process.ts'
import { statementOf } from './statement.ts'
import type { methods as statementMethods } from './statement-process.ts'

/** Number of concurrent HTTP requests, and of concurrent statements on PostgreSQL. */
const AT_ONCE = 8

export class Contenders implements AsyncDisposable {
  readonly #place: Installation
  readonly #fixture: Fixture
  readonly #milliseconds: number
  readonly #server: Child<typeof serverMethods>
  readonly #statement: Child<typeof statementMethods>
  readonly #route: Child<typeof routeMethods>
  #serverUrl = ''
  #routeUrl = ''
  #pageBytes = 0
  #gzipBytes = 0

  private constructor(place: Installation, fixture: Fixture, options: BenchOptions) {
    this.#place = place
    this.#fixture = fixture
    this.#milliseconds = options.seconds * 1000
    const { profile } = options
    this.#server = startChild(new URL('./server-process.ts', import.meta.url), { profile })
    this.#statement = startChild(new URL('./statement-process.ts', import.meta.url), { profile })
    this.#route = startChild(new URL('./route-process.ts', import.meta.url), { profile })
  }

  static async start(place: Installation, fixture: Fixture, options: BenchOptions): Promise<Contenders> {
    const contenders = new Contenders(place, fixture, options)
    await contenders.#start()
    return contenders
  }

  /** Bytes of a page, uncompressed and with gzip. */
  get bytes(): { readonly plain: number; readonly gzip: number } {
    return { plain: this.#pageBytes, gzip: this.#gzipBytes }
  }

  /** Requests pages over HTTP. */
  page(cursor: bigint): Contender {
    return () => this.#load(this.#server, this.#urlOf(cursor), 'identity')
  }

  /** Requests compressed pages over HTTP. */
  gzip(cursor: bigint): Contender {
    return () => this.#load(this.#server, this.#urlOf(cursor), 'gzip')
  }

  /** Requests the bytes of the first page from a route that has them in memory. */
  route(): Contender {
    return () => this.#load(this.#route, this.#routeUrl, 'identity')
  }

  /** Runs only the statement of a page. */
  async statement(cursor: bigint): Promise<Contender> {
    const input = { userId: this.#fixture.star, cursor, count: PAGE }
    const { text, values } = await statementOf(this.#place.engine, input)
    return () =>
      measured(this.#statement, () => this.#statement.call('run', { text, values }, this.#milliseconds))
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const child of [this.#server, this.#statement, this.#route]) await child[Symbol.asyncDispose]()
  }

  async #start(): Promise<void> {
    const { engine, config } = this.#place
    this.#serverUrl = await this.#server.call('start', config)
    if (engine === 'sqlite') await this.#statement.call('openSqlite', join(config.data, DATABASE_FILE))
    else await this.#statement.call('openPostgres', config.database, AT_ONCE)
    const answer = await fetch(this.#urlOf(-1n), { headers: this.#headers('identity') })
    const body = await answer.text()
    if (answer.status !== 200) throw new Error(`the server answers ${answer.status}: ${body}`)
    this.#pageBytes = Buffer.byteLength(body)
    this.#routeUrl = await this.#route.call('start', body)
  }

  #urlOf(cursor: bigint): string {
    return `${this.#serverUrl}/1.1/followers/ids.json?user_id=${this.#fixture.star}&cursor=${cursor}`
  }

  #headers(encoding: 'identity' | 'gzip'): Record<string, string> {
    return { authorization: `Bearer ${this.#fixture.bearerToken}`, 'accept-encoding': encoding }
  }

  #load<M extends Methods>(child: Child<M>, url: string, encoding: 'identity' | 'gzip'): Promise<Sample> {
    return measured(child, async () => {
      const headers = this.#headers(encoding)
      const done = await load({ url, headers, connections: AT_ONCE, milliseconds: this.#milliseconds })
      if (encoding === 'gzip') this.#gzipBytes = done.bytes / done.requests
      return { operations: done.requests, milliseconds: done.milliseconds }
    })
  }
}

/** Runs `work`, and adds the CPU time that the child process used to the result. */
async function measured<M extends Methods>(
  child: Child<M>,
  work: () => Promise<Omit<Sample, 'cpuMilliseconds'>>,
): Promise<Sample> {
  const before = await child.usage()
  const done = await work()
  const after = await child.usage()
  return { ...done, cpuMilliseconds: after.cpuMilliseconds - before.cpuMilliseconds }
}

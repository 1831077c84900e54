/** Starts the compared processes, and makes their contenders. */
import { join } from 'node:path'
import { DATABASE_FILE } from '../../src/db/open.ts'
import { bind } from '../../src/db/query.ts'
import type { Reader } from '../../src/db/store.ts'
import { findFullUsers } from '../../src/domain/accounts/find-users.ts'
import type { methods as routeMethods } from '../followers/route-process.ts'
import type { Statement } from '../followers/statement.ts'
import { type Child, type Methods, startChild } from '../lib/child.ts'
import { load } from '../lib/http-client.ts'
import type { Installation } from '../lib/installations.ts'
import type { BenchOptions } from '../lib/options.ts'
import type { Contender, Sample } from '../lib/statistics.ts'
import type { Fixture } from './fixture.ts'
import type { methods as serverMethods } from './server-process.ts'
import type { methods as statementMethods } from './statement-process.ts'

/** Number of concurrent HTTP requests, and of concurrent statements. */
const AT_ONCE = 8

/** A filled database for one server. Two servers need two equal databases. */
export interface Filled {
  readonly place: Installation
  readonly fixture: Fixture
}

export class Contenders implements AsyncDisposable {
  readonly #forWarm: Filled
  readonly #forCold: Filled
  readonly #milliseconds: number
  readonly #warm: Child<typeof serverMethods>
  readonly #cold: Child<typeof serverMethods>
  readonly #route: Child<typeof routeMethods>
  readonly #statement: Child<typeof statementMethods>
  #urls = { warm: '', cold: '', route: '' }
  #bytes = 0

  private constructor(forWarm: Filled, forCold: Filled, { seconds, profile }: BenchOptions) {
    this.#forWarm = forWarm
    this.#forCold = forCold
    this.#milliseconds = seconds * 1000
    this.#warm = startChild(new URL('./server-process.ts', import.meta.url), { profile })
    this.#cold = startChild(new URL('./server-process.ts', import.meta.url), { profile })
    this.#route = startChild(new URL('../followers/route-process.ts', import.meta.url), { profile })
    this.#statement = startChild(new URL('./statement-process.ts', import.meta.url), { profile })
  }

  static async start(forWarm: Filled, forCold: Filled, options: BenchOptions): Promise<Contenders> {
    const contenders = new Contenders(forWarm, forCold, options)
    await contenders.#start()
    return contenders
  }

  /** Bytes of a response. */
  get bytes(): number {
    return this.#bytes
  }

  /** Requests users that the server has in its cache. */
  warm(): Contender {
    return () => this.#load(this.#warm, this.#urls.warm, this.#forWarm)
  }

  /** Requests users that the server reads and renders for each request. */
  cold(): Contender {
    return () => this.#load(this.#cold, this.#urls.cold, this.#forCold)
  }

  /** Requests the same bytes from a route that has them in memory. */
  route(): Contender {
    return () => this.#load(this.#route, this.#urls.route, this.#forWarm)
  }

  /** Runs only the statement of a lookup, and converts its rows to JSON. */
  async statement(): Promise<Contender> {
    const { place, fixture } = this.#forWarm
    const statement = await statementOf(place, fixture.ids)
    return () =>
      measured(this.#statement, () => this.#statement.call('run', statement, AT_ONCE, this.#milliseconds))
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const child of [this.#warm, this.#cold, this.#route, this.#statement]) {
      await child[Symbol.asyncDispose]()
    }
  }

  async #start(): Promise<void> {
    const { engine, config } = this.#forWarm.place
    const path = `/1.1/users/lookup.json?user_id=${this.#forWarm.fixture.ids.join(',')}`
    const warm = `${await this.#warm.call('start', config)}${path}`
    const cold = `${await this.#cold.call('start', this.#forCold.place.config, 0)}${path}`
    if (engine === 'sqlite') await this.#statement.call('openSqlite', join(config.data, DATABASE_FILE))
    else await this.#statement.call('openPostgres', config.database, AT_ONCE)
    const answer = await fetch(warm, { headers: headersFor(this.#forWarm) })
    const body = await answer.text()
    if (answer.status !== 200) throw new Error(`the server answers ${answer.status}: ${body}`)
    this.#bytes = Buffer.byteLength(body)
    this.#urls = { warm, cold, route: await this.#route.call('start', body) }
  }

  #load<M extends Methods>(child: Child<M>, url: string, filled: Filled): Promise<Sample> {
    return measured(child, async () => {
      const headers = headersFor(filled)
      const done = await load({ url, headers, connections: AT_ONCE, milliseconds: this.#milliseconds })
      return { operations: done.requests, milliseconds: done.milliseconds }
    })
  }
}

function headersFor({ fixture }: Filled): Record<string, string> {
  return { authorization: `Bearer ${fixture.bearerToken}`, 'accept-encoding': 'identity' }
}

/** Gets the exact statement of a lookup by intercepting it on its way to the database. */
async function statementOf({ engine }: Installation, ids: readonly bigint[]): Promise<Statement> {
  let caught: Statement | undefined
  const reader: Reader = {
    async rows(query, parameters) {
      const compiled = query.compiledFor(engine)
      caught = { text: compiled.text, values: bind(compiled, parameters) }
      return []
    },
    first: () => Promise.reject(new Error('a look-up reads all its rows at once')),
  }
  await findFullUsers(reader, ids)
  if (caught === undefined) throw new Error('a look-up asked the database nothing')
  return caught
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

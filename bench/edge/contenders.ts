/** Starts the processes of the edge benches, and makes one contender for each kind of request. */

import { systemClock } from '../../src/lib/time/clock.ts'
import { authorization, signed } from '../../test/support/http/signed-wire.ts'
import type { methods as routeMethods } from '../followers/route-process.ts'
import { type Child, startChild } from '../lib/child.ts'
import { Installations } from '../lib/installations.ts'
import type { BenchOptions } from '../lib/options.ts'
import type { Contender } from '../lib/statistics.ts'
import { ask } from './client.ts'
import type { Credentials, methods as serverMethods } from './server-process.ts'

const CONNECTIONS = 16

/** Number of signatures that are created for each second of a sample. No server verifies as many. */
const SIGNATURES_A_SECOND = 40_000

export const EMPTY = '/1.1/bench/empty.json'
export const SPENT = '/1.1/bench/spent.json'
export const REAL = '/1.1/followers/ids.json?count=1'

export class Contenders implements AsyncDisposable {
  readonly #places: Installations
  readonly #server: Child<typeof serverMethods>
  readonly #bare: Route
  readonly #same: Route
  readonly #milliseconds: number
  readonly #credentials: Credentials

  private constructor(
    places: Installations,
    server: Child<typeof serverMethods>,
    routes: { readonly bare: Route; readonly same: Route },
    milliseconds: number,
    credentials: Credentials,
  ) {
    this.#places = places
    this.#server = server
    this.#bare = routes.bare
    this.#same = routes.same
    this.#milliseconds = milliseconds
    this.#credentials = credentials
  }

  /** Starts a server over a new SQLite file, and two processes with one Fastify route each. */
  static async start({ profile, seconds }: BenchOptions): Promise<Contenders> {
    const places = await Installations.open()
    const { config } = await places.fresh('sqlite')
    const server = startChild<typeof serverMethods>(new URL('./server-process.ts', import.meta.url), {
      profile,
    })
    const credentials = await server.call('start', { ...config, limits: 'documented' })
    const routes = {
      bare: await startRoute(profile),
      same: await startRoute(profile, await headersOf(`${credentials.url}${EMPTY}`, credentials.bearerToken)),
    }
    return new Contenders(places, server, routes, seconds * 1000, credentials)
  }

  /** Requests a Fastify route without Aviary, which sends bytes from memory. */
  bare(): Contender {
    return () => this.#sample(this.#bare.child, { url: this.#bare.url, authorizations: [''], status: 200 })
  }

  /** Requests an equal Fastify route in another process, which also sends the response headers of Aviary. */
  same(): Contender {
    return () => this.#sample(this.#same.child, { url: this.#same.url, authorizations: [''], status: 200 })
  }

  /** Sends requests with the bearer token of the app, or with another value in place of the token. */
  bearer(path: string, status: number, token = this.#credentials.bearerToken): Contender {
    return () => this.#ask(path, status, [`Bearer ${token}`])
  }

  /** Sends requests without credentials. */
  anonymous(path: string, status: number): Contender {
    return () => this.#ask(path, status, [''])
  }

  /** Sends requests with a valid or forged signature of a user, each with a new nonce. */
  signed(path: string, status: number, isForged = false): Contender {
    return async () => {
      const { url, consumerKey, consumerSecret, accessToken, accessTokenSecret } = this.#credentials
      const signing = {
        method: 'GET',
        scheme: 'http',
        host: new URL(url).host,
        target: path,
        consumer: { key: consumerKey, secret: consumerSecret },
        token: { key: accessToken, secret: isForged ? 'wrong' : accessTokenSecret },
        timestamp: Math.floor(systemClock.now() / 1000),
      } as const
      const count = Math.ceil((SIGNATURES_A_SECOND * this.#milliseconds) / 1000)
      const values = Array.from({ length: count }, () => authorization(signed(signing)))
      return this.#ask(path, status, values)
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#server[Symbol.asyncDispose]()
    await this.#bare.child[Symbol.asyncDispose]()
    await this.#same.child[Symbol.asyncDispose]()
    await this.#places[Symbol.asyncDispose]()
  }

  #ask(path: string, status: number, authorizations: readonly string[]) {
    const url = `${this.#credentials.url}${path}`
    return this.#sample(this.#server, { url, authorizations, status })
  }

  async #sample(
    child: Child<typeof serverMethods> | Child<typeof routeMethods>,
    asking: { readonly url: string; readonly authorizations: readonly string[]; readonly status: number },
  ) {
    const before = await child.usage()
    const asked = await ask({ ...asking, connections: CONNECTIONS, milliseconds: this.#milliseconds })
    const after = await child.usage()
    return { ...asked, cpuMilliseconds: after.cpuMilliseconds - before.cpuMilliseconds }
  }
}

interface Route {
  readonly child: Child<typeof routeMethods>
  readonly url: string
}

async function startRoute(profile: string | undefined, headers?: Record<string, string>): Promise<Route> {
  const module = new URL('../followers/route-process.ts', import.meta.url)
  const child = startChild<typeof routeMethods>(module, { profile })
  return { child, url: await child.call('start', '{}', ...(headers === undefined ? [] : [headers])) }
}

/** Headers that the framework and Node write. */
const THEIRS = ['date', 'connection', 'keep-alive', 'content-length']

async function headersOf(url: string, bearer: string): Promise<Record<string, string>> {
  const { headers } = await fetch(url, { headers: { authorization: `Bearer ${bearer}` } })
  return Object.fromEntries([...headers].filter(([name]) => !THEIRS.includes(name)))
}

/**
 * Measures alternating POST friendships/create and friendships/destroy over HTTP, with 1 and 64 clients.
 * Each client has its own user and OAuth 1.0a signatures. The bench compares with a bare route that stores
 * the same rows in groups and sends the same bytes. A signed GET of account/settings, which does little more
 * than authentication, shows the share of authentication.
 */
import { migrate } from '../../src/db/migrate.ts'
import { databaseAddress } from '../../src/db/open.ts'
import type { Engine } from '../../src/db/query.ts'
import { systemClock } from '../../src/lib/time/clock.ts'
import { openRuntime } from '../../src/runtime.ts'
import { authorization, signed } from '../../test/support/http/signed-wire.ts'
import { type Child, startChild } from '../lib/child.ts'
import { type Installation, Installations } from '../lib/installations.ts'
import type { BenchOptions } from '../lib/options.ts'
import { count, ms, percent, printTable, printVerdict, progress } from '../lib/report.ts'
import {
  type Contender,
  cpuOf,
  interleave,
  rateRatio,
  ratesOf,
  type Samples,
  SERVER_WARM_UPS,
} from '../lib/statistics.ts'
import type { methods as bareMethods } from './bare-process.ts'
import { alternate } from './client.ts'
import { type Pair, pairsOf } from './pairs.ts'
import type { Keys, methods as serverMethods } from './server-process.ts'

const CLIENTS = [1, 64] as const
type Clients = (typeof CLIENTS)[number]

/**
 * Number of signatures for all clients that are created for each second of a sample. No server accepts as
 * many requests.
 */
const SIGNATURES_A_SECOND = { writing: 40_000, reading: 100_000 }

interface Result {
  readonly engine: Engine
  readonly samples: Samples<`aviary ${Clients}` | `signed ${Clients}` | `bare ${Clients}`>
}

export async function bench(options: BenchOptions): Promise<void> {
  const results: Result[] = []
  await using places = await Installations.open()
  for (const engine of options.engines) {
    progress(engine)
    results.push(await measure(places, engine, options))
  }
  report(results)
}

async function measure(places: Installations, engine: Engine, options: BenchOptions): Promise<Result> {
  const profiled = { profile: options.profile }
  const milliseconds = options.seconds * 1000
  const most = Math.max(...CLIENTS)
  await using server = startChild<typeof serverMethods>(
    new URL('./server-process.ts', import.meta.url),
    profiled,
  )
  const keys = await server.call('start', (await places.fresh(engine)).config, most)
  await using bare = startChild<typeof bareMethods>(new URL('./bare-process.ts', import.meta.url), profiled)
  const pairs = await fill(await places.fresh(engine), bare, most)
  const url = await bare.call('serve', keys.answer)

  const samples = await interleave(
    {
      'aviary 1': signing(server, keys, 1, milliseconds),
      'signed 1': signing(server, keys, 1, milliseconds, AUTHENTICATED),
      'bare 1': plain(bare, url, pairs.slice(0, 1), milliseconds),
      'aviary 64': signing(server, keys, 64, milliseconds),
      'signed 64': signing(server, keys, 64, milliseconds, AUTHENTICATED),
      'bare 64': plain(bare, url, pairs, milliseconds),
    },
    options.rounds,
    SERVER_WARM_UPS,
  )
  return { engine, samples }
}

/** Creates the same users in a second database. Only the bare process uses it. */
async function fill(place: Installation, bare: Child<typeof bareMethods>, clients: number): Promise<Pair[]> {
  const address = databaseAddress(place.config)
  await migrate(address, systemClock.now())
  const runtime = await openRuntime(place.config, { manner: 'command' })
  const pairs = await pairsOf(runtime.context, clients)
  await runtime.close()
  if (place.engine === 'sqlite') await bare.call('openSqlite', address.file)
  else await bare.call('openPostgres', address.url)
  return pairs
}

/** An endpoint that does little more than authentication. */
const AUTHENTICATED = '/1.1/account/settings.json'

/**
 * Requests whose signatures, each with a new nonce, are created before the measurement.
 * @param reading path to read; without it, the clients follow and unfollow
 */
function signing(
  server: Child<typeof serverMethods>,
  { url, consumer, clients }: Keys,
  atOnce: number,
  milliseconds: number,
  reading?: string,
): Contender {
  const host = new URL(url).host
  const method = reading === undefined ? 'POST' : 'GET'
  const aSecond = SIGNATURES_A_SECOND[reading === undefined ? 'writing' : 'reading']
  const each = Math.ceil((aSecond * milliseconds) / 1000 / Math.max(atOnce, 4))
  return async () => {
    const timestamp = Math.floor(systemClock.now() / 1000)
    const requests = clients.slice(0, atOnce).map(({ token, target }) =>
      Array.from({ length: each }, (_, index) => {
        const verb = index % 2 === 0 ? 'create' : 'destroy'
        const path = reading ?? `/1.1/friendships/${verb}.json?user_id=${target}`
        const signing = {
          method,
          scheme: 'http',
          host,
          target: path,
          consumer,
          token,
          timestamp,
        } as const
        return request(method, path, host, authorization(signed(signing)))
      }),
    )
    return timed(server, url, requests, milliseconds)
  }
}

function plain(
  bare: Child<typeof bareMethods>,
  url: string,
  pairs: readonly Pair[],
  milliseconds: number,
): Contender {
  const host = new URL(url).host
  const requests = pairs.map(({ follower, followee }) =>
    ['create', 'destroy'].map((verb) =>
      request('POST', `/${verb}?follower=${follower}&followee=${followee}`, host, undefined),
    ),
  )
  return () => timed(bare, url, requests, milliseconds)
}

function request(
  method: 'GET' | 'POST',
  path: string,
  host: string,
  credentials: string | undefined,
): Buffer {
  const own = credentials === undefined ? '' : `authorization: ${credentials}\r\n`
  return Buffer.from(`${method} ${path} HTTP/1.1\r\nhost: ${host}\r\ncontent-length: 0\r\n${own}\r\n`)
}

async function timed(
  child: Child<typeof serverMethods> | Child<typeof bareMethods>,
  url: string,
  requests: readonly (readonly Buffer[])[],
  milliseconds: number,
) {
  const before = await child.usage()
  const asked = await alternate({ url, requests, milliseconds })
  const after = await child.usage()
  return { ...asked, cpuMilliseconds: after.cpuMilliseconds - before.cpuMilliseconds }
}

function report(results: readonly Result[]): void {
  printTable(
    'Follows and unfollows a second over HTTP (median of the rounds, minimum–maximum)',
    results.flatMap(({ engine, samples }) =>
      CLIENTS.map((clients) => ({
        engine,
        clients: String(clients),
        'requests/s': count(ratesOf(samples[`aviary ${clients}`])),
        'bare route/s': count(ratesOf(samples[`bare ${clients}`])),
        'of the bare': percent(rateRatio(samples[`aviary ${clients}`], samples[`bare ${clients}`])),
        'signed GET/s': count(ratesOf(samples[`signed ${clients}`])),
        'CPU of 1,000': ms(cpuOf(samples[`aviary ${clients}`]).median * 1000),
        'CPU of 1,000 signed GETs': ms(cpuOf(samples[`signed ${clients}`]).median * 1000),
        'CPU of 1,000 bare': ms(cpuOf(samples[`bare ${clients}`]).median * 1000),
      })),
    ),
  )
  for (const { engine, samples } of results) {
    for (const clients of CLIENTS) {
      const ratio = rateRatio(samples[`aviary ${clients}`], samples[`bare ${clients}`])
      printVerdict(`${clients} clients on ${engine} against the bare route`, ratio.median, { atLeast: 0.4 })
    }
  }
}

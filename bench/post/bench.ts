/**
 * Measures POST statuses/update over HTTP, with 1 and 64 clients. Each client has its own user and OAuth
 * 1.0a signatures, and every post is durable before its response. The bench compares with a bare route that
 * gets the same requests, stores the same row in groups and sends the same bytes, and with a hand-written
 * minimal server.
 */
import { migrate } from '../../src/db/migrate.ts'
import { databaseAddress } from '../../src/db/open.ts'
import type { Engine } from '../../src/db/query.ts'
import { systemClock } from '../../src/lib/time/clock.ts'
import { openRuntime } from '../../src/runtime.ts'
import { authorization, signed } from '../../test/support/http/signed-wire.ts'
import { alternate } from '../follow/client.ts'
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
import { authorsOf } from './authors.ts'
import type { methods as bareMethods } from './bare-process.ts'
import type { methods as leastMethods } from './minimal-process.ts'
import type { Keys, methods as serverMethods } from './server-process.ts'

const CLIENTS = [1, 64] as const
type Clients = (typeof CLIENTS)[number]

/**
 * Number of signatures that are created for each second of a sample, for all clients together. No server accepts as
 * many requests in a second.
 */
const SIGNATURES_A_SECOND = 40_000

interface Result {
  readonly engine: Engine
  readonly samples: Samples<`${'aviary' | 'least' | 'bare'} ${Clients}`>
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
  await using least = startChild<typeof leastMethods>(
    new URL('./minimal-process.ts', import.meta.url),
    profiled,
  )
  const { consumer, tokens } = keys
  const [bareAuthors, leastAuthors] = [
    await fill(await places.fresh(engine), bare, most),
    await fill(await places.fresh(engine), least, most),
  ]
  const byToken = <Of>(of: (index: number) => Of) =>
    Object.fromEntries(tokens.map(({ key }, index) => [key, of(index)]))
  const bareUrl = await bare.call(
    'serve',
    keys.answer,
    byToken((index) => String(bareAuthors[index])),
  )
  const leastUrl = await least.call(
    'serve',
    consumer.secret,
    byToken((index) => ({ secret: tokens[index]?.secret ?? '', author: String(leastAuthors[index]) })),
  )
  const many = {
    'aviary 64': signing(server, keys, 64, milliseconds),
    'least 64': signing(least, { ...keys, url: leastUrl }, 64, milliseconds),
    'bare 64': signing(bare, { ...keys, url: bareUrl }, 64, milliseconds),
  }
  // V8 needs about twenty seconds to compile all code for a post.
  await interleave(many, 0, SERVER_WARM_UPS)
  const one = {
    'aviary 1': signing(server, keys, 1, milliseconds),
    'least 1': signing(least, { ...keys, url: leastUrl }, 1, milliseconds),
    'bare 1': signing(bare, { ...keys, url: bareUrl }, 1, milliseconds),
  }
  const samples = await interleave({ ...one, ...many }, options.rounds, SERVER_WARM_UPS)
  return { engine, samples }
}

type Peer = Child<typeof bareMethods> | Child<typeof leastMethods>

/** Creates the same users in a second database. Only the compared server uses it. */
async function fill(place: Installation, peer: Peer, clients: number): Promise<bigint[]> {
  const address = databaseAddress(place.config)
  await migrate(address, systemClock.now())
  const runtime = await openRuntime(place.config, { manner: 'command' })
  const authors = await authorsOf(runtime.context, clients)
  await runtime.close()
  if (place.engine === 'sqlite') await peer.call('openSqlite', address.file)
  else await peer.call('openPostgres', address.url)
  return authors
}

let written = 0

/** Texts are unique, because duplicates are refused. */
function text(): string {
  written += 1
  return `What somebody has to say, for the ${written}th time today`
}

type Served = Child<typeof serverMethods> | Peer

/** Requests whose signatures, each with a new nonce, are created before the measurement. */
function signing(
  server: Served,
  { url, consumer, tokens }: Omit<Keys, 'answer'>,
  atOnce: number,
  milliseconds: number,
): Contender {
  const host = new URL(url).host
  const each = Math.ceil((SIGNATURES_A_SECOND * milliseconds) / 1000 / Math.max(atOnce, 4))
  return async () => {
    const timestamp = Math.floor(systemClock.now() / 1000)
    const requests = tokens.slice(0, atOnce).map((token) =>
      Array.from({ length: each + (each % 2) }, () => {
        const target = `/1.1/statuses/update.json?status=${encodeURIComponent(text())}`
        const signing = { method: 'POST', scheme: 'http', host, target, consumer, token, timestamp } as const
        return request(target, host, authorization(signed(signing)))
      }),
    )
    return timed(server, url, requests, milliseconds)
  }
}

function request(path: string, host: string, credentials: string): Buffer {
  return Buffer.from(
    `POST ${path} HTTP/1.1\r\nhost: ${host}\r\ncontent-length: 0\r\nauthorization: ${credentials}\r\n\r\n`,
  )
}

async function timed(
  child: Served,
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
    'Posts a second over HTTP, each durable (median of the rounds, minimum–maximum)',
    results.flatMap(({ engine, samples }) =>
      CLIENTS.map((clients) => ({
        engine,
        clients: String(clients),
        'posts/s': count(ratesOf(samples[`aviary ${clients}`])),
        'bare route/s': count(ratesOf(samples[`bare ${clients}`])),
        'the least/s': count(ratesOf(samples[`least ${clients}`])),
        'of the bare': percent(rateRatio(samples[`aviary ${clients}`], samples[`bare ${clients}`])),
        'of the least': percent(rateRatio(samples[`aviary ${clients}`], samples[`least ${clients}`])),
        'CPU of 1,000': ms(cpuOf(samples[`aviary ${clients}`]).median * 1000),
        'CPU of 1,000 least': ms(cpuOf(samples[`least ${clients}`]).median * 1000),
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

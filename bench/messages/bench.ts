/**
 * Measures POST direct_messages/events/new over HTTP, with 1 and 64 clients. Each client has its own user
 * and OAuth 1.0a signatures. The bench compares with a bare route that stores the same rows in groups and
 * sends the same bytes. It also lists the newest 50 messages of a user with few and with many messages.
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
import { count, ms, percent, printTable, printVerdict, progress, whole } from '../lib/report.ts'
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
import { bodyOf, type Pair, pairsOf } from './people.ts'
import type { Keys, methods as serverMethods } from './server-process.ts'

const CLIENTS = [1, 64] as const
type Clients = (typeof CLIENTS)[number]

/**
 * Number of signatures for all clients that are created for each second of a sample. No server accepts as
 * many requests.
 */
const SIGNATURES_A_SECOND = 30_000

const NEW = '/1.1/direct_messages/events/new.json'
const LIST = '/1.1/direct_messages/events/list.json?count=50'

interface SendResult {
  readonly engine: Engine
  readonly samples: Samples<`aviary ${Clients}` | `bare ${Clients}`>
}

interface ListResult {
  readonly engine: Engine
  readonly sizes: readonly number[]
  readonly samples: Samples<string>
}

export async function bench(options: BenchOptions): Promise<void> {
  const sends: SendResult[] = []
  const lists: ListResult[] = []
  await using places = await Installations.open()
  for (const engine of options.engines) {
    progress(`${engine}: sending`)
    sends.push(await measureSends(places, engine, options))
    lists.push(await measureLists(places, engine, options))
  }
  report(sends, lists)
}

async function measureSends(
  places: Installations,
  engine: Engine,
  options: BenchOptions,
): Promise<SendResult> {
  const profiled = { profile: options.profile }
  const milliseconds = options.seconds * 1000
  const most = Math.max(...CLIENTS)
  await using server = startServerChild(profiled)
  const keys = await server.call('start', (await places.fresh(engine)).config, most, 0)
  await using bare = startChild<typeof bareMethods>(new URL('./bare-process.ts', import.meta.url), profiled)
  const pairs = await fill(await places.fresh(engine), bare, most)
  const url = await bare.call('serve', keys.answer)
  const samples = await interleave(
    {
      'aviary 1': signing(server, keys, 1, milliseconds, 'POST'),
      'bare 1': plain(bare, url, pairs.slice(0, 1), milliseconds),
      'aviary 64': signing(server, keys, 64, milliseconds, 'POST'),
      'bare 64': plain(bare, url, pairs, milliseconds),
    },
    options.rounds,
    SERVER_WARM_UPS,
  )
  return { engine, samples }
}

async function measureLists(
  places: Installations,
  engine: Engine,
  options: BenchOptions,
): Promise<ListResult> {
  const contenders: Record<string, Contender> = {}
  const children: Child<typeof serverMethods>[] = []
  try {
    for (const size of options.sizes) {
      progress(`${engine}: ${whole(size)} messages of one user`)
      const server = startServerChild({ profile: options.profile })
      children.push(server)
      const keys = await server.call('start', (await places.fresh(engine)).config, 1, size)
      contenders[`list of ${size}`] = signing(server, keys, 1, options.seconds * 1000, 'GET')
    }
    return { engine, sizes: options.sizes, samples: await interleave(contenders, options.rounds, 1) }
  } finally {
    for (const child of children) await child[Symbol.asyncDispose]()
  }
}

function startServerChild(options: { readonly profile: string | undefined }): Child<typeof serverMethods> {
  return startChild<typeof serverMethods>(new URL('./server-process.ts', import.meta.url), options)
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

/** Requests whose signatures, each with a new nonce, are created before the measurement. */
function signing(
  server: Child<typeof serverMethods>,
  { url, consumer, clients }: Keys,
  atOnce: number,
  milliseconds: number,
  method: 'GET' | 'POST',
): Contender {
  const host = new URL(url).host
  const target = method === 'GET' ? LIST : NEW
  const each = Math.ceil((SIGNATURES_A_SECOND * milliseconds) / 1000 / Math.max(atOnce, 4))
  return async () => {
    const timestamp = Math.floor(systemClock.now() / 1000)
    const requests = clients.slice(0, atOnce).map(({ token, recipient }) =>
      Array.from({ length: each }, () => {
        const signing = { method, scheme: 'http', host, target, consumer, token, timestamp } as const
        const body = method === 'GET' ? '' : bodyOf(recipient)
        return request(method, target, host, body, authorization(signed(signing)))
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
  const requests = pairs.map(({ sender, recipient }) => {
    const one = request('POST', `/send?sender=${sender}`, host, bodyOf(recipient), undefined)
    return [one, one]
  })
  return () => timed(bare, url, requests, milliseconds)
}

function request(
  method: 'GET' | 'POST',
  path: string,
  host: string,
  body: string,
  credentials: string | undefined,
): Buffer {
  const own = credentials === undefined ? '' : `authorization: ${credentials}\r\n`
  const type =
    body === '' ? '' : `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n`
  return Buffer.from(`${method} ${path} HTTP/1.1\r\nhost: ${host}\r\n${type}${own}\r\n${body}`)
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

function report(sends: readonly SendResult[], lists: readonly ListResult[]): void {
  printTable(
    'Messages a second over HTTP, each durable (median of the rounds, minimum–maximum)',
    sends.flatMap(({ engine, samples }) =>
      CLIENTS.map((clients) => ({
        engine,
        clients: String(clients),
        'messages/s': count(ratesOf(samples[`aviary ${clients}`])),
        'bare route/s': count(ratesOf(samples[`bare ${clients}`])),
        'of the bare': percent(rateRatio(samples[`aviary ${clients}`], samples[`bare ${clients}`])),
        'CPU of 1,000': ms(cpuOf(samples[`aviary ${clients}`]).median * 1000),
        'CPU of 1,000 bare': ms(cpuOf(samples[`bare ${clients}`]).median * 1000),
      })),
    ),
  )
  printTable(
    'The newest 50 messages of a user, one client',
    lists.flatMap(({ engine, sizes, samples }) =>
      sizes.map((size) => ({
        engine,
        messages: whole(size),
        'lists/s': count(ratesOf(samples[`list of ${size}`] ?? [])),
        'CPU of one': ms(cpuOf(samples[`list of ${size}`] ?? []).median),
      })),
    ),
  )
  for (const { engine, samples } of sends) {
    for (const clients of CLIENTS) {
      const ratio = rateRatio(samples[`aviary ${clients}`], samples[`bare ${clients}`])
      printVerdict(`${clients} clients on ${engine} against the bare route`, ratio.median, { atLeast: 0.4 })
    }
  }
  for (const { engine, sizes, samples } of lists) {
    const [few, many] = [Math.min(...sizes), Math.max(...sizes)]
    const ratio = rateRatio(samples[`list of ${many}`] ?? [], samples[`list of ${few}`] ?? [])
    printVerdict(`the list among ${whole(many)} on ${engine} against ${whole(few)}`, ratio.median, {
      atLeast: 0.8,
    })
  }
}

/**
 * Filtered streams to many connections of as many apps. Every post matches the rule of every app. Compares
 * them with bare writes of the same bytes, one message per chunk. Also measures latency at half that rate,
 * and the maximum number of connections within the limits.
 */

import type { Engine } from '../src/db/query.ts'
import { MAX_POSTS_PER_SECOND } from '../src/streams/posts/hub.ts'
import { type Child, startChild } from './lib/child.ts'
import { Installations } from './lib/installations.ts'
import type { BenchOptions } from './lib/options.ts'
import { count, ms, percent, printTable, printVerdict, progress, whole } from './lib/report.ts'
import { cpuOf, interleave, quantile, rateRatio, ratesOf, type Sample } from './lib/statistics.ts'
import type { methods as clientMethods, Look } from './stream/client-process.ts'
import type { methods as liveMethods } from './stream/live-process.ts'
import type { Kind, methods as serverMethods } from './stream/server-process.ts'

const SERVER = new URL('./stream/server-process.ts', import.meta.url)
const LIVE = new URL('./stream/live-process.ts', import.meta.url)
const CLIENT = new URL('./stream/client-process.ts', import.meta.url)

const KINDS: readonly Kind[] = ['post streams', 'bare writes']

/** Connections of the second and third part. */
const LATENCY_CONNECTIONS = 100
const FULL_HOUSE = 1_000

/** Concurrent writers when writing at full speed. */
const WRITERS = 64

/** Milliseconds before a measurement in which V8 compiles. */
const WARM_UP_MS = 1_000

export async function bench({ engines, sizes, rounds, seconds, profile }: BenchOptions): Promise<void> {
  const sample = await sampleMessage()
  let rate = 0
  for (const connections of sizes) {
    progress(`stream: ${connections} connections`)
    const contender = (kind: Kind) => () =>
      withStage({ kind, connections, sample, profile }, async ({ server }) => {
        await server.call('flood', WARM_UP_MS)
        return server.call('flood', seconds * 1000)
      })
    const samples = await interleave(
      { 'post streams': contender('post streams'), 'bare writes': contender('bare writes') },
      rounds,
      0,
    )
    printTable(
      `${connections} connections, every post to all of them (median of the rounds, minimum–maximum)`,
      KINDS.map((kind) => ({
        way: kind,
        'deliveries/s': count(ratesOf(samples[kind])),
        'CPU of 1,000': ms(cpuOf(samples[kind]).median * 1000),
      })),
    )
    const ratio = rateRatio(samples['post streams'], samples['bare writes'])
    printVerdict(`of bare writes, ${connections} connections (${percent(ratio)})`, ratio.median, {
      atLeast: 0.7,
    })
    if (connections === LATENCY_CONNECTIONS) rate = ratesOf(samples['post streams']).median / connections
  }
  await using places = await Installations.open()
  for (const engine of engines) await latency({ places, engine, rate, seconds, profile })
  await fullHouse(Math.min(FULL_HOUSE, Math.max(...sizes)), seconds, profile)
}

interface StageOptions {
  readonly kind: Kind
  readonly connections: number
  readonly sample?: string
  readonly profile?: string | undefined
  readonly mostInSecond?: number
  readonly look?: Look
}

interface Processes {
  readonly server: Child<typeof serverMethods>
  readonly client: Child<typeof clientMethods>
}

async function withStage<T>(options: StageOptions, work: (processes: Processes) => Promise<T>): Promise<T> {
  const { kind, connections, sample, profile } = options
  const { mostInSecond = Number.POSITIVE_INFINITY, look = 'nothing' } = options
  await using server = startChild<typeof serverMethods>(SERVER, { profile })
  await using client = startChild<typeof clientMethods>(CLIENT)
  const port = await server.call('open', kind, mostInSecond, sample)
  await client.call('open', port, connections, look)
  const result = await work({ server, client })
  await client.call('close')
  await server.call('close')
  return result
}

/** A message of the stream, with space for a number in its text. */
async function sampleMessage(): Promise<string> {
  return withStage({ kind: 'post streams', connections: 1, look: 'messages' }, async ({ server, client }) => {
    for (;;) {
      await server.call('pace', 100, 100)
      const { sample } = await client.call('taken')
      if (sample !== '') return sample.replace(/ at once, wherever/, ' 0000000, wherever')
    }
  })
}

interface LatencyOptions extends Pick<BenchOptions, 'seconds' | 'profile'> {
  readonly places: Installations
  readonly engine: Engine
  /** Posts per second that the connections can receive; 0 when not measured. */
  readonly rate: number
}

/**
 * Measures the time from the planned time of a post to its arrival at a client, with durable writes. If
 * writing a post takes longer than sending it to all connections, the rate is half of the possible writes of
 * the same process with all connections open.
 */
async function latency({ places, engine, rate, seconds, profile }: LatencyOptions): Promise<void> {
  progress(`stream: latency, ${engine}`)
  await using server = startChild<typeof liveMethods>(LIVE, { profile })
  await using client = startChild<typeof clientMethods>(CLIENT)
  const { config } = await places.fresh(engine)
  const port = await server.call('open', config, LATENCY_CONNECTIONS)
  await client.call('open', port, LATENCY_CONNECTIONS, 'lateness')
  await server.call('saturate', WRITERS, WARM_UP_MS)
  const written = await server.call('saturate', WRITERS, seconds * 1000)
  const perSecond = Math.min(rate === 0 ? written : rate, written) / 2
  await client.call('taken')
  const durable = await server.call('arrive', perSecond, Math.max(2, seconds) * 1000)
  const { late } = await client.call('taken')
  await client.call('close')
  await server.call('close')
  const [stored, seen] = [ascending(durable), ascending(late)]
  const [p50, p99] = [quantile(seen, 0.5), quantile(seen, 0.99)]
  printTable(`${engine}, ${LATENCY_CONNECTIONS} connections: durable post to client`, [
    {
      'can be sent': rate === 0 ? '' : `${whole(rate)} posts/s`,
      'can be written': `${whole(written)} posts/s`,
      arrive: `${whole(perSecond)} posts/s`,
      'durable, p50': ms(quantile(stored, 0.5)),
      'durable, p99': ms(quantile(stored, 0.99)),
      'at a client, p50': ms(p50),
      'at a client, p99': ms(p99),
      most: ms(seen.at(-1) ?? Number.NaN),
    },
  ])
  if (engine === 'postgres') return
  printVerdict(`milliseconds to a client, p50, ${engine}`, p50, { atMost: 5 })
  printVerdict(`milliseconds to a client, p99, ${engine}`, p99, { atMost: 20 })
}

function ascending(values: readonly number[]): number[] {
  return values.toSorted((a, b) => a - b)
}

/** Measures the maximum number of connections, each at the maximum rate of posts. */
async function fullHouse(connections: number, seconds: number, profile: string | undefined): Promise<void> {
  const options = {
    kind: 'post streams',
    connections,
    look: 'messages',
    profile,
    mostInSecond: MAX_POSTS_PER_SECOND,
  } as const
  const { sample, got } = await withStage(options, async ({ server, client }) => {
    const paced: Sample = await server.call('pace', MAX_POSTS_PER_SECOND, Math.max(2, seconds) * 1000)
    await server.call('pace', 1, 200)
    return { sample: paced, got: (await client.call('taken')).messages }
  })
  const share = sample.cpuMilliseconds / sample.milliseconds
  const due = sample.operations * connections
  printTable(`${connections} connections at ${MAX_POSTS_PER_SECOND} posts a second each`, [
    {
      'deliveries due': whole(due),
      came: whole(got),
      'of a core': `${(100 * share).toFixed(0)} %`,
    },
  ])
  // The clocks of two processes differ, so one post more than the limit may arrive in a second.
  printVerdict(`delivered, ${connections} connections at the cap`, got / due, { atLeast: 0.95 })
}

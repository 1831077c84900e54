/**
 * The stream by rules to many connections of as many apps, each of which matches every post: against bare writes of the
 * same bytes, one message a chunk; how late posts are at half that rate; and a full house within the limits.
 */
import { POSTS_IN_SECOND } from '../src/api/_post-stream/hub.ts'
import { type Child, startChild } from './lib/child.ts'
import type { BenchOptions } from './lib/options.ts'
import { count, percent, printTable, printVerdict, progress, whole } from './lib/report.ts'
import { interleave, quantile, rateRatio, ratesOf, type Sample } from './lib/statistics.ts'
import type { methods as clientMethods } from './stream/client-process.ts'
import type { Kind, methods as serverMethods } from './stream/server-process.ts'

const SERVER = new URL('./stream/server-process.ts', import.meta.url)
const CLIENT = new URL('./stream/client-process.ts', import.meta.url)

const KINDS: readonly Kind[] = ['post streams', 'bare writes']

/** Connections of the second and of the third part. */
const LATENCY_CONNECTIONS = 100
const FULL_HOUSE = 1_000

export async function bench({ sizes, rounds, seconds, profile }: BenchOptions): Promise<void> {
  const sample = await sampleMessage()
  let rate = 0
  for (const connections of sizes) {
    progress(`stream: ${connections} connections`)
    const contender = (kind: Kind) => () =>
      withStage({ kind, connections, sample, profile }, ({ server }) => server.call('flood', seconds * 1000))
    const samples = await interleave(
      { 'post streams': contender('post streams'), 'bare writes': contender('bare writes') },
      rounds,
      1,
    )
    printTable(
      `${connections} connections, every post to all of them (median, and least to most of the rounds)`,
      KINDS.map((kind) => ({ way: kind, 'deliveries/s': count(ratesOf(samples[kind])) })),
    )
    const ratio = rateRatio(samples['post streams'], samples['bare writes'])
    printVerdict(`of bare writes, ${connections} connections (${percent(ratio)})`, ratio.median, {
      atLeast: 0.7,
    })
    if (connections === LATENCY_CONNECTIONS) rate = ratesOf(samples['post streams']).median / connections
  }
  await latency(rate, seconds, profile)
  await fullHouse(Math.min(FULL_HOUSE, Math.max(...sizes)), seconds, profile)
}

interface StageOptions {
  readonly kind: Kind
  readonly connections: number
  readonly sample?: string
  readonly profile?: string | undefined
  readonly mostInSecond?: number
  readonly looks?: boolean
}

interface Processes {
  readonly server: Child<typeof serverMethods>
  readonly client: Child<typeof clientMethods>
}

async function withStage<T>(options: StageOptions, work: (processes: Processes) => Promise<T>): Promise<T> {
  const { kind, connections, sample, profile } = options
  const { mostInSecond = Number.POSITIVE_INFINITY, looks = false } = options
  await using server = startChild<typeof serverMethods>(SERVER, { profile })
  await using client = startChild<typeof clientMethods>(CLIENT)
  const port = await server.call('open', kind, mostInSecond, sample)
  await client.call('open', port, connections, looks)
  const result = await work({ server, client })
  await client.call('close')
  await server.call('close')
  return result
}

/** A message as the stream sends it, with room for a number in its text. */
async function sampleMessage(): Promise<string> {
  return withStage({ kind: 'post streams', connections: 1, looks: true }, async ({ server, client }) => {
    for (;;) {
      await server.call('pace', 100, 100)
      const { sample } = await client.call('taken')
      if (sample !== '') return sample.replace(/ at once, wherever/, ' 0000000, wherever')
    }
  })
}

/** From the moment of posting to a client's having it, when half of what can be sent is sent. */
async function latency(rate: number, seconds: number, profile: string | undefined): Promise<void> {
  const perSecond = Math.max(1, rate / 2)
  const options = { kind: 'post streams', connections: LATENCY_CONNECTIONS, looks: true, profile } as const
  const late = await withStage(options, async ({ server, client }) => {
    await server.call('pace', perSecond, 200)
    await client.call('taken')
    await server.call('pace', perSecond, Math.max(1, seconds) * 1000)
    return (await client.call('taken')).late
  })
  const sorted = late.toSorted((a, b) => a - b)
  printTable(`${LATENCY_CONNECTIONS} connections, ${whole(perSecond)} posts a second: post to client`, [
    { p50: `${quantile(sorted, 0.5)} ms`, p99: `${quantile(sorted, 0.99)} ms`, most: `${sorted.at(-1)} ms` },
  ])
}

/** Everybody at the cap. */
async function fullHouse(connections: number, seconds: number, profile: string | undefined): Promise<void> {
  const options = {
    kind: 'post streams',
    connections,
    looks: true,
    profile,
    mostInSecond: POSTS_IN_SECOND,
  } as const
  const { sample, got } = await withStage(options, async ({ server, client }) => {
    const paced: Sample = await server.call('pace', POSTS_IN_SECOND, Math.max(2, seconds) * 1000)
    await server.call('pace', 1, 200)
    return { sample: paced, got: (await client.call('taken')).late.length }
  })
  const share = sample.cpuMilliseconds / sample.milliseconds
  const due = sample.operations * connections
  printTable(`${connections} connections at ${POSTS_IN_SECOND} posts a second each`, [
    {
      'deliveries due': whole(due),
      came: whole(got),
      'of a core': `${(100 * share).toFixed(0)} %`,
    },
  ])
  // Where two seconds of different clocks meet, a post may be one too many.
  printVerdict(`delivered, ${connections} connections at the cap`, got / due, { atLeast: 0.95 })
}

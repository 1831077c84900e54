/**
 * Compares a stream node that reads the relay with a stream node that reads the table. Measures the
 * delivery rate, the latency from the commit to a client, and the cost of stream nodes for the database.
 */
import { systemClock } from '../../src/lib/time/clock.ts'
import { startNatsCluster } from '../../test/support/processes/nats-cluster.ts'
import { NEEDS_NATS } from '../../test/support/processes/nats-server.ts'
import { Installations } from '../lib/installations.ts'
import type { BenchOptions } from '../lib/options.ts'
import { count, ms, percent, printTable, printVerdict, progress, whole } from '../lib/report.ts'
import { cpuOf, quantile, rateRatio, ratesOf, type Sample, spreadOf } from '../lib/statistics.ts'
import { processorMs } from './database-cpu.ts'
import { type Shape, type Stage, withStage } from './stage.ts'

const WRITERS = 64

/** Posts a second while latency and the database are measured. */
const STEADY = 100

/** Milliseconds of load before a measurement, in which V8 compiles. */
const WARM_UP_MS = 2_000

/** The measurement of the database is this many times as long as a sample. */
const LONGER = 5

interface Delivery extends Sample {
  /** Milliseconds from the commit to the client, ascending. */
  readonly late: readonly number[]
}

interface DatabaseCost {
  readonly posts: number
  /** Number of statements that the stream nodes and the publishing node ran. */
  readonly statements: number
  readonly processorMs: number
}

export async function bench({ sizes, rounds, seconds, profile }: BenchOptions): Promise<void> {
  if (NEEDS_NATS.skip !== false) {
    progress(`skipped: ${NEEDS_NATS.skip}`)
    process.exitCode = 1
    return
  }
  const cleanups: (() => unknown)[] = []
  const hooks = { after: (hook?: unknown) => void cleanups.push(hook as () => unknown) }
  await using places = await Installations.open()
  try {
    const { url } = await startNatsCluster(hooks as Parameters<typeof startNatsCluster>[0])
    const on = <T>(shape: Shape, work: (stage: Stage) => Promise<T>) =>
      withStage(places, shape, profile, work)
    await delivery(on, url, { rounds, milliseconds: seconds * 1_000 })
    await database(on, url, { sizes, rounds, milliseconds: seconds * 1_000 * LONGER })
  } finally {
    while (cleanups.length > 0) for (const cleanup of cleanups.splice(0)) await cleanup()
  }
}

type On = <T>(shape: Shape, work: (stage: Stage) => Promise<T>) => Promise<T>

interface Length {
  readonly rounds: number
  readonly milliseconds: number
}

async function delivery(on: On, url: string, { rounds, milliseconds }: Length): Promise<void> {
  const table: Delivery[] = []
  const relay: Delivery[] = []
  for (let round = 0; round < rounds; round += 1) {
    progress(`relay: delivery, round ${round + 1}`)
    table.push(await on({ relay: '', nodes: 1 }, (stage) => deliver(stage, milliseconds)))
    relay.push(await on({ relay: url, nodes: 1 }, (stage) => deliver(stage, milliseconds)))
  }
  printTable(
    `Delivery of one stream node, and from the commit to its client at ${STEADY} posts a second`,
    Object.entries({ table, relay }).map(([source, samples]) => ({
      'events from': source,
      'delivered/s, 64 writers': count(ratesOf(samples)),
      'CPU of 1,000 posts': ms(cpuOf(samples).median * 1_000),
      'to the client, p50': ms(lateness(samples, 0.5)),
      'to the client, p99': ms(lateness(samples, 0.99)),
    })),
  )
  const perPost = spreadOf(
    table.map((sample, round) => cpuOf([sample]).median / cpuOf(relay.slice(round, round + 1)).median),
  )
  printTable('The relay against the table, round by round', [
    { delivered: percent(rateRatio(relay, table)), 'posts of the same CPU time': percent(perPost) },
  ])
  printVerdict('delivery on the relay, of the table', rateRatio(relay, table).median, { atLeast: 0.9 })
  printVerdict('posts of the same CPU time on the relay, of the table', perPost.median, { atLeast: 0.9 })
  const slower = lateness(relay, 0.99) / lateness(table, 0.99)
  printVerdict('p99 from the commit to the client on the relay, of the table', slower, { atMost: 2 })
}

async function deliver(stage: Stage, milliseconds: number): Promise<Delivery> {
  const { writer, streams, client } = stage
  const warm = await writer.call('saturate', WRITERS, WARM_UP_MS)
  await client.call('until', warm)
  const before = await streams.usage()
  const begun = systemClock.monotonic()
  const posts = await writer.call('saturate', WRITERS, milliseconds)
  await client.call('until', posts)
  const took = systemClock.monotonic() - begun
  const after = await streams.usage()
  await client.call('taken')
  const durable = await writer.call('arrive', STEADY, milliseconds)
  await client.call('until', posts + durable.length)
  const arrived = new Map(await client.call('taken'))
  const late = durable.map(([number, at]) => (arrived.get(number) ?? Number.NaN) - at)
  return {
    operations: posts - warm,
    milliseconds: took,
    cpuMilliseconds: after.cpuMilliseconds - before.cpuMilliseconds,
    late: late.toSorted((a, b) => a - b),
  }
}

function lateness(samples: readonly Delivery[], q: number): number {
  return quantile(
    samples.flatMap(({ late }) => late).toSorted((a, b) => a - b),
    q,
  )
}

async function database(
  on: On,
  url: string,
  { sizes, rounds, milliseconds }: Length & Pick<BenchOptions, 'sizes'>,
): Promise<void> {
  const most = sizes.at(-1) ?? 1
  const shapes: Readonly<Record<string, Shape>> = {
    none: { relay: '', nodes: 0 },
    '1, table': { relay: '', nodes: 1 },
    [`${most}, table`]: { relay: '', nodes: most },
    ...Object.fromEntries(sizes.map((nodes) => [`${nodes}, relay`, { relay: url, nodes }])),
  }
  const samples = new Map(Object.keys(shapes).map((name): [string, DatabaseCost[]] => [name, []]))
  for (let round = 0; round < rounds; round += 1) {
    for (const [name, shape] of Object.entries(shapes)) {
      progress(`relay: database, round ${round + 1}: ${name}`)
      samples.get(name)?.push(await on(shape, (stage) => cost(stage, shape.nodes, milliseconds)))
    }
  }
  const median = (name: string, of: (cost: DatabaseCost) => number) =>
    spreadOf((samples.get(name) ?? []).map((sample) => of(sample) / sample.posts)).median
  /** The cost of the stream nodes alone, without the cost of a writer and of a node with jobs. */
  const added = (name: string, of: (cost: DatabaseCost) => number) => median(name, of) - median('none', of)
  const statements = ({ statements: number }: DatabaseCost) => number
  const processor = ({ processorMs: time }: DatabaseCost) => time
  printTable(
    `What stream nodes add for the database, at ${STEADY} posts a second`,
    Object.keys(shapes).map((name) => ({
      'stream nodes': name,
      'statements of a post': added(name, statements).toFixed(2),
      'CPU of PostgreSQL, 1,000 posts': ms(added(name, processor) * 1_000),
      'CPU with all others': ms(median(name, processor) * 1_000),
    })),
  )
  const ratio = (of: (cost: DatabaseCost) => number) => added(`${most}, relay`, of) / added('1, table', of)
  const what = `${whole(most)} stream nodes on the relay, of one on the table`
  printVerdict(`statements of ${what}`, ratio(statements), { atMost: 1 })
  printVerdict(`CPU of PostgreSQL of ${what}`, ratio(processor), { atMost: 1 })
}

async function cost(stage: Stage, nodes: number, milliseconds: number): Promise<DatabaseCost> {
  const { writer, jobs, streams, client, postmaster } = stage
  const warm = await writer.call('arrive', STEADY, WARM_UP_MS)
  await client.call('until', warm.length * nodes)
  await Promise.all([jobs.call('statements'), streams.call('statements')])
  const before = processorMs(postmaster)
  const posts = await writer.call('arrive', STEADY, milliseconds)
  await client.call('until', (warm.length + posts.length) * nodes)
  const counts = await Promise.all([jobs.call('statements'), streams.call('statements')])
  return {
    posts: posts.length,
    statements: counts[0] + counts[1],
    processorMs: processorMs(postmaster) - before,
  }
}

/**
 * Measures the compliance stream of a complete Aviary: the latency from commit to consumer, and the cost of
 * consumers that do not read.
 */
import { sleep, systemClock } from '../../src/lib/time/clock.ts'
import { type Child, startChild } from '../lib/child.ts'
import { type Installation, Installations } from '../lib/installations.ts'
import type { BenchOptions } from '../lib/options.ts'
import { mib, ms, percent, printTable, printVerdict, progress, whole } from '../lib/report.ts'
import { quantile, spreadOf } from '../lib/statistics.ts'
import type { methods as aviaryMethods, Memory, Way } from './aviary-process.ts'
import type { methods as consumerMethods } from './consumer-process.ts'

const AVIARY = new URL('./aviary-process.ts', import.meta.url)
const CONSUMERS = new URL('./consumer-process.ts', import.meta.url)

const PER_SECOND = 1_000
const CONNECTIONS = 80
const STALLED = 20
const MINUTE_MS = 60_000

/** Events per second while some consumers do not read. An event has half a kilobyte. */
const FLOW = 2_000

/** Memory samples. */
const SAMPLES = 12

/** More events than a server keeps in memory. */
const KEPT_EVENTS = 90_000

/**
 * Allowed growth in MiB from the first to the second half of the samples. The server replaces a fifth of its
 * events in memory at a time.
 */
const GROWTH = 16

interface Stage {
  readonly aviary: Child<typeof aviaryMethods>
  readonly consumers: Child<typeof consumerMethods>
  readonly url: string
  /** The credentials and path of each connection. */
  readonly ways: readonly Way[]
}

export async function benchWhole(options: BenchOptions): Promise<void> {
  await using places = await Installations.open()
  for (const engine of options.engines) {
    await withStage(await places.fresh(engine), options, (stage) => latency(stage, engine, options))
  }
  await withStage(await places.fresh('sqlite'), options, (stage) => stalled(stage, options))
}

async function withStage(
  place: Installation,
  { profile }: BenchOptions,
  work: (stage: Stage) => Promise<void>,
): Promise<void> {
  await using aviary: Stage['aviary'] = startChild(AVIARY, { profile })
  await using consumers: Stage['consumers'] = startChild(CONSUMERS)
  const { url, ways } = await aviary.call('start', place.config, CONNECTIONS / 2)
  await work({ aviary, consumers, url, ways: [...ways, ...ways] })
  await consumers.call('close')
}

/** Measures the time from the commit of each event to its arrival at the consumer that was opened last. */
async function latency(
  { aviary, consumers, url, ways }: Stage,
  engine: string,
  { seconds }: BenchOptions,
): Promise<void> {
  progress(`compliance: latency, ${engine}`)
  await consumers.call('open', url, ways)
  const warm = await aviary.call('pace', PER_SECOND, 1_000)
  const paced = await aviary.call('pace', PER_SECOND, Math.max(2, seconds * 10) * 1000)
  await sleep(systemClock, 500)
  const { arrivals } = await consumers.call('heard')
  const due = warm.commits.length + paced.commits.length
  if (arrivals.length !== due) throw new Error(`${arrivals.length} of ${due} events came`)
  const late = paced.commits.map((at, index) =>
    Math.max(0, (arrivals[warm.commits.length + index] ?? Number.NaN) - at),
  )
  const sorted = late.toSorted()
  const [p50, p99] = [quantile(sorted, 0.5), quantile(sorted, 0.99)]
  printTable(`${CONNECTIONS} connections, ${whole(PER_SECOND)} commits a second, ${engine}: commit to wire`, [
    {
      p50: ms(p50),
      p99: ms(p99),
      most: ms(quantile(sorted, 1)),
      'of a core': percent(spreadOf([paced.share])),
    },
  ])
  printVerdict(`ms from commit to wire, p50, ${engine}`, p50, { atMost: 3 })
  printVerdict(`ms from commit to wire, p99, ${engine}`, p99, { atMost: 10 })
}

/** Measures memory while some consumers do not read, after the buffers of the operating system are full. */
async function stalled({ aviary, consumers, url, ways }: Stage, { seconds }: BenchOptions): Promise<void> {
  progress('compliance: consumers that do not read')
  // The server always keeps the newest events in memory. They are filled first, so that they do not look like
  // growth.
  await aviary.call('fill', KEPT_EVENTS)
  await consumers.call('stall', url, ways.slice(0, STALLED))
  await consumers.call('open', url, ways.slice(STALLED, CONNECTIONS / 2))
  const total = seconds * MINUTE_MS
  const memories: Memory[] = []
  let cut = 0
  for (let sample = 0; sample < SAMPLES; sample += 1) {
    await aviary.call('flow', FLOW, total / SAMPLES)
    const memory = await aviary.call('memory')
    memories.push(memory)
    // Connections that the server has closed are replaced.
    await consumers.call('stall', url, ways.slice(0, Math.min(STALLED, memory.cut - cut)))
    cut = memory.cut
  }
  const { bytes } = await consumers.call('heard')
  progress(`${mib(bytes)} were read`)
  printTable(
    `${STALLED} consumers that do not read for ${total / 1000} s, beside ${CONNECTIONS / 2 - STALLED} that do`,
    [
      ...memories.map(({ rss, held, cut }, index) => ({
        after: `${(((index + 1) * total) / SAMPLES / 1000).toFixed(0)} s`,
        resident: mib(rss),
        'heap and buffers': mib(held),
        'cut so far': whole(cut),
      })),
    ],
  )
  const growth = (of: (memory: Memory) => number) =>
    (mean(memories.slice(SAMPLES / 2).map(of)) - mean(memories.slice(0, SAMPLES / 2).map(of))) / 2 ** 20
  printVerdict(
    'MiB that heap and buffers grew by',
    growth(({ held }) => held),
    { atMost: GROWTH },
  )
  printVerdict(
    'MiB that was resident more',
    growth(({ rss }) => rss),
    { atMost: GROWTH },
  )
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

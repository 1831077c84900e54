/**
 * Measures the cost of sending the same events to many connections. Compares shared compressed blocks with
 * one zlib stream per connection, with uncompressed writes, and with a bare loop over the sockets. Each way
 * flushes once per batch of events.
 */
import { type Child, startChild } from '../lib/child.ts'
import type { BenchOptions } from '../lib/options.ts'
import { printTable, printVerdict, progress, whole } from '../lib/report.ts'
import { cpuOf, interleave, type Sample, type Samples } from '../lib/statistics.ts'
import type { methods as clientMethods } from './client-process.ts'
import { KINDS, type Kind } from './contenders.ts'
import type { methods as serverMethods } from './server-process.ts'

const SERVER = new URL('./server-process.ts', import.meta.url)
const CLIENT = new URL('./client-process.ts', import.meta.url)

/** Events per batch in a quiet log, in a busy log, and for a reader that lags behind. */
const TOGETHER = [10, 100, 500] as const

/** Batch size for the targets. A busy core has at least this many events per batch. */
const BUSY = 100

/** CPU milliseconds per event, by number of connections. */
type Costs = Map<number, number>

export async function benchSpeed(options: BenchOptions): Promise<void> {
  const further = new Map<number, number>()
  for (const together of TOGETHER) {
    const costs: Costs = new Map()
    for (const connections of options.sizes) {
      progress(`compliance: ${connections} connections, ${together} events at once`)
      costs.set(connections, await benchOne(options, connections, together))
    }
    further.set(together, furtherOf(costs))
  }
  if (options.sizes.length < 2) return
  printTable('µs of a further connection and event, shared blocks, by events at once', [
    Object.fromEntries([...further].map(([together, cost]) => [String(together), cost.toFixed(2)])),
  ])
  printVerdict(
    `µs of a further connection and event, ${BUSY} events at once`,
    further.get(BUSY) ?? Number.NaN,
    {
      atMost: 1,
    },
  )
}

async function benchOne(options: BenchOptions, connections: number, together: number): Promise<number> {
  const bytes = new Map<Kind, number>()
  const contender = (kind: Kind) => [kind, () => sampleOf(options, { kind, connections, together }, bytes)]
  const contenders = Object.fromEntries(KINDS.map(contender)) as Record<Kind, () => Promise<Sample>>
  const samples = await interleave(contenders, options.rounds, 0)
  const core = coreOf(samples)
  printTable(
    `${connections} connections, ${together} events at once, by processor time (median of the rounds)`,
    KINDS.map((kind) => ({
      way: kind,
      'events/s': whole(core(kind)),
      'deliveries/s': whole(core(kind) * connections),
      'of a zlib stream each': `${(core(kind) / core('zlib stream each')).toFixed(1)} ×`,
      'bytes a delivery': (bytes.get(kind) ?? 0).toFixed(1),
    })),
  )
  judge(core, connections, together)
  return 1000 / core('shared blocks')
}

interface Case {
  readonly kind: Kind
  readonly connections: number
  readonly together: number
}

async function sampleOf(
  { seconds, profile }: BenchOptions,
  { kind, connections, together }: Case,
  bytes: Map<Kind, number>,
): Promise<Sample> {
  await using server: Child<typeof serverMethods> = startChild(SERVER, { profile })
  await using client: Child<typeof clientMethods> = startChild(CLIENT)
  await client.call('open', await server.call('open', kind), connections)
  // The first run only lets V8 compile the code.
  const warm = await server.call('publish', together, 200)
  const sample = await server.call('publish', together, seconds * 1000)
  await server.call('end')
  const events = warm.operations + sample.operations
  const read = await client.call('ended')
  if (kind !== 'bare loop' && read.events !== events) {
    throw new Error(`${kind}: ${read.events} of ${events} events came`)
  }
  bytes.set(kind, read.bytes / (events * (connections - 1)))
  return sample
}

/** Events per second of processor time on one core. */
function coreOf(samples: Samples<Kind>): (kind: Kind) => number {
  return (kind) => 1000 / cpuOf(samples[kind]).median
}

function judge(core: (kind: Kind) => number, connections: number, together: number): void {
  if (together !== BUSY) return
  const at = `by processor time, ${connections} connections, ${together} events at once`
  const ratio = (kind: Kind) => core('shared blocks') / core(kind)
  if (connections >= 80) {
    printVerdict(`shared blocks against a zlib stream each, ${at}`, ratio('zlib stream each'), {
      atLeast: 10,
    })
    printVerdict(`compressed deliveries a second, ${at}`, core('shared blocks') * connections, {
      atLeast: 400_000,
    })
  }
  if (connections >= 800) {
    printVerdict(`shared blocks against bare writes, ${at}`, ratio('bare writes'), { atLeast: 1 })
  }
}

/** CPU microseconds that each event costs for one further connection. */
function furtherOf(costs: Costs): number {
  const [least, most] = [Math.min(...costs.keys()), Math.max(...costs.keys())]
  return (1000 * ((costs.get(most) ?? 0) - (costs.get(least) ?? 0))) / (most - least)
}

/**
 * Imports a follow graph. Compares the time with the earlier import in batches, and with prepared inserts of
 * the same rows (edges, mirrors, counters, users) in batches. Also measures memory by file size.
 */
import { migrate } from '../../src/db/migrate.ts'
import { databaseAddress } from '../../src/db/open.ts'
import type { Engine } from '../../src/db/query.ts'
import { systemClock } from '../../src/lib/time/clock.ts'
import { measureBySize } from '../lib/by-size.ts'
import { startChild, type Usage } from '../lib/child.ts'
import type { Installations } from '../lib/installations.ts'
import type { BenchOptions } from '../lib/options.ts'
import { count, mib, ms, percent, printTable, printVerdict, whole } from '../lib/report.ts'
import {
  cpuOf,
  interleave,
  rateRatio,
  ratesOf,
  type Sample,
  type Samples,
  without,
} from '../lib/statistics.ts'
import type { methods as aviaryMethods } from './aviary-process.ts'
import type { methods as bareMethods } from './bare-process.ts'
import { writeGraph } from './graph.ts'

interface Result {
  readonly engine: Engine
  readonly edges: number
  readonly samples: Samples<'import' | 'former' | 'bare'>
  /** Largest heap at the end of an importing process, in bytes. */
  readonly heap: number
  /** Largest maximum of the resident memory of an importing process, in bytes. */
  readonly peak: number
}

export async function bench(options: BenchOptions): Promise<void> {
  report(
    await measureBySize(options, {
      noun: 'edges',
      write: writeGraph,
      measure: (places, engine, file, edges) => measure(places, engine, file, edges, options),
    }),
  )
}

async function measure(
  places: Installations,
  engine: Engine,
  file: string,
  edges: number,
  options: BenchOptions,
): Promise<Result> {
  const usages: Usage[] = []
  const profiled = { profile: options.profile }
  const importing = async (isInBatches = false): Promise<Sample> => {
    const place = await places.fresh(engine)
    await using child = startChild<typeof aviaryMethods>(
      new URL('./aviary-process.ts', import.meta.url),
      profiled,
    )
    const sample = await child.call('run', place.config, file, isInBatches)
    if (!isInBatches) usages.push(await child.usage(true))
    await places.discard(place)
    return sample
  }
  const bare = async (): Promise<Sample> => {
    const place = await places.fresh(engine)
    const address = databaseAddress(place.config)
    await migrate(address, systemClock.now())
    await using child = startChild<typeof bareMethods>(
      new URL('./bare-process.ts', import.meta.url),
      profiled,
    )
    const sample =
      engine === 'sqlite'
        ? await child.call('sqlite', address.file, edges)
        : await child.call('postgres', address.url, edges)
    await places.discard(place)
    return sample
  }
  const contenders = { import: () => importing(), former: () => importing(true), bare }
  return {
    engine,
    edges,
    samples: await interleave(without(contenders, options.without), options.rounds, 0),
    heap: Math.max(...usages.map((usage) => usage.heapUsed)),
    peak: Math.max(...usages.map((usage) => usage.rssPeak)),
  }
}

function report(results: readonly Result[]): void {
  printTable(
    'Edges a second (median of the rounds, minimum–maximum)',
    results.map(({ engine, edges, samples: { import: imported, former = [], bare = [] } }) => ({
      engine,
      edges: whole(edges),
      'imported/s': count(ratesOf(imported)),
      'bare inserts/s': bare.length === 0 ? '' : count(ratesOf(bare)),
      'former/s': former.length === 0 ? '' : count(ratesOf(former)),
      'of the former': former.length === 0 ? '' : percent(rateRatio(imported, former)),
      'of the bare': bare.length === 0 ? '' : percent(rateRatio(imported, bare)),
      'CPU of 1,000 edges': ms(cpuOf(imported).median * 1000),
      'CPU of 1,000 bare': bare.length === 0 ? '' : ms(cpuOf(bare).median * 1000),
    })),
  )
  printTable(
    'Memory of the importing process',
    results.map(({ engine, edges, heap, peak }) => ({
      engine,
      edges: whole(edges),
      'heap at the end': mib(heap),
      'most resident': mib(peak),
    })),
  )
  process.stdout.write('\n')
  for (const { engine, edges, samples } of results) {
    const { import: imported, former = [], bare = [] } = samples
    const what = `${engine}, ${whole(edges)} edges: import`
    if (bare.length > 0)
      printVerdict(`${what} against bare inserts`, rateRatio(imported, bare).median, { atLeast: 0.5 })
    if (former.length > 0)
      printVerdict(`${what} against batches`, rateRatio(imported, former).median, { atLeast: FASTER[engine] })
  }
  for (const engine of new Set(results.map((result) => result.engine))) printGrowth(engine, results)
}

/** Required rate, as a multiple of the rate of the earlier import in batches. */
const FASTER: Readonly<Record<Engine, number>> = { sqlite: 5, postgres: 4 }

/** Maximum time per edge in the largest file, as a multiple of the time per edge in the smallest file. */
const MAX_TIME_RATIO = 1.3

/** Number of edges that fills the caches of the engine. With more edges the memory must not grow. */
const CACHES_FULL_FROM = 1_000_000

function printGrowth(engine: Engine, results: readonly Result[]): void {
  const large = results.filter((result) => result.engine === engine && result.edges >= CACHES_FULL_FROM)
  const [least, most] = [large[0], large.at(-1)]
  if (least === undefined || most === undefined || least === most) return
  const what = `${engine}: memory of ${whole(most.edges)} edges against ${whole(least.edges)}`
  printVerdict(what, most.peak / least.peak, { atMost: 1.25 })
  const rate = (result: Result) => ratesOf(result.samples.import).median
  const cost = `${engine}: time of one of ${whole(most.edges)} edges against ${whole(least.edges)}`
  printVerdict(cost, rate(least) / rate(most), { atMost: MAX_TIME_RATIO })
}

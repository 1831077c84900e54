/**
 * Imports posts with their authors. Compares the time with the earlier import in batches, and with
 * `JSON.parse` and prepared inserts of the same rows in batches. Also measures memory by file size.
 */
import { IMPORT_FLAGS } from '../../bin/server-flags.js'
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
import { writePosts } from './posts.ts'

interface Result {
  readonly engine: Engine
  readonly posts: number
  readonly samples: Samples<'import' | 'former' | 'bare'>
  /** Largest heap at the end of an importing process, in bytes. */
  readonly heap: number
  /** Largest maximum of the resident memory of an importing process, in bytes. */
  readonly peak: number
}

export async function bench(options: BenchOptions): Promise<void> {
  report(
    await measureBySize(options, {
      noun: 'posts',
      write: writePosts,
      measure: (places, engine, file, posts) => measure(places, engine, file, posts, options),
    }),
  )
}

async function measure(
  places: Installations,
  engine: Engine,
  file: string,
  posts: number,
  options: BenchOptions,
): Promise<Result> {
  const usages: Usage[] = []
  const profiled = { profile: options.profile }
  const importing = async (method: 'run' | 'former' = 'run'): Promise<Sample> => {
    const place = await places.fresh(engine)
    await using child = startChild<typeof aviaryMethods>(new URL('./aviary-process.ts', import.meta.url), {
      ...profiled,
      flags: COMMAND_FLAGS,
    })
    const sample = await child.call(method, place.config, file)
    if (method === 'run') usages.push(await child.usage(true))
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
        ? await child.call('sqlite', address.file, posts)
        : await child.call('postgres', address.url, posts)
    await places.discard(place)
    return sample
  }
  const contenders = { import: () => importing(), former: () => importing('former'), bare }
  return {
    engine,
    posts,
    samples: await interleave(without(contenders, options.without), options.rounds, 0),
    heap: Math.max(...usages.map((usage) => usage.heapUsed)),
    peak: Math.max(...usages.map((usage) => usage.rssPeak)),
  }
}

function report(results: readonly Result[]): void {
  printTable(
    'Posts a second (median of the rounds, minimum–maximum)',
    results.map(({ engine, posts, samples: { import: imported, former = [], bare = [] } }) => ({
      engine,
      posts: whole(posts),
      'imported/s': count(ratesOf(imported)),
      'parsed and inserted bare/s': bare.length === 0 ? '' : count(ratesOf(bare)),
      'former/s': former.length === 0 ? '' : count(ratesOf(former)),
      'of the former': former.length === 0 ? '' : percent(rateRatio(imported, former)),
      'of the bare': bare.length === 0 ? '' : percent(rateRatio(imported, bare)),
      'CPU of 1,000 posts': ms(cpuOf(imported).median * 1000),
      'CPU of 1,000 bare': bare.length === 0 ? '' : ms(cpuOf(bare).median * 1000),
    })),
  )
  printTable(
    'Memory of the importing process',
    results.map(({ engine, posts, heap, peak }) => ({
      engine,
      posts: whole(posts),
      'heap at the end': mib(heap),
      'most resident': mib(peak),
    })),
  )
  process.stdout.write('\n')
  for (const { engine, posts, samples } of results) {
    const { import: imported, former = [], bare = [] } = samples
    const what = `${engine}, ${whole(posts)} posts: import`
    if (bare.length > 0)
      printVerdict(`${what} against parsing and bare inserts`, rateRatio(imported, bare).median, {
        atLeast: 0.4,
      })
    if (former.length > 0)
      printVerdict(`${what} against batches`, rateRatio(imported, former).median, { atLeast: FASTER[engine] })
  }
  for (const engine of new Set(results.map((result) => result.engine))) printGrowth(engine, results)
}

/**
 * The flags of the command, and the young-generation size that Node has by default, in place of a server's
 * size.
 */
const COMMAND_FLAGS = [...IMPORT_FLAGS, '--max-semi-space-size=16']

/** Required rate, as a multiple of the rate of the earlier import in batches. */
const FASTER: Readonly<Record<Engine, number>> = { sqlite: 2.5, postgres: 1 }

/** Maximum time per post in the largest file, as a multiple of the time per post in the smallest file. */
const MAX_TIME_RATIO = 1.5

/** Number of posts that fills the caches of the engine. With more posts the memory must not grow. */
const CACHES_FULL_FROM = 100_000

function printGrowth(engine: Engine, results: readonly Result[]): void {
  const large = results.filter((result) => result.engine === engine && result.posts >= CACHES_FULL_FROM)
  const [least, most] = [large[0], large.at(-1)]
  if (least === undefined || most === undefined || least === most) return
  const what = `${engine}: memory of ${whole(most.posts)} posts against ${whole(least.posts)}`
  printVerdict(what, most.peak / least.peak, { atMost: 1.25 })
  const rate = (result: Result) => ratesOf(result.samples.import).median
  const cost = `${engine}: time of one of ${whole(most.posts)} posts against ${whole(least.posts)}`
  printVerdict(cost, rate(least) / rate(most), { atMost: MAX_TIME_RATIO })
}

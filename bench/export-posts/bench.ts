/**
 * Exports posts as csv, v1 and parquet, and compares the time with `JSON.stringify` of the same rows. Also
 * measures memory by number of posts.
 */
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { databaseAddress } from '../../src/db/open.ts'
import type { Engine } from '../../src/db/query.ts'
import type { PostFormat } from '../../src/exporters/posts.ts'
import { writePosts } from '../import-posts/posts.ts'
import { measureBySize } from '../lib/by-size.ts'
import { startChild, type Usage } from '../lib/child.ts'
import type { Installations } from '../lib/installations.ts'
import type { BenchOptions } from '../lib/options.ts'
import { count, mib, ms, percent, printTable, printVerdict, whole } from '../lib/report.ts'
import { cpuOf, interleave, rateRatio, ratesOf, type Sample, type Samples } from '../lib/statistics.ts'
import type { methods as aviaryMethods } from './aviary-process.ts'
import type { methods as bareMethods } from './bare-process.ts'

const FORMATS = ['csv', 'v1', 'parquet'] as const satisfies readonly PostFormat[]

type Contender = (typeof FORMATS)[number] | 'bare'

interface Result {
  readonly engine: Engine
  readonly posts: number
  readonly samples: Samples<Contender>
  /** Maximum resident memory of the processes that export csv. */
  readonly peak: number
}

/** Posts per second on a quiet machine. */
const CSV_RATE = 50_000

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
  source: string,
  posts: number,
  options: BenchOptions,
): Promise<Result> {
  const peaks: number[] = []
  const profiled = { profile: options.profile }
  const place = await places.fresh(engine)
  const exporter = () =>
    startChild<typeof aviaryMethods>(new URL('./aviary-process.ts', import.meta.url), profiled)
  await using filler = exporter()
  await filler.call('fill', place.config, source)
  const target = join(places.root, 'exported')
  const exporting = (format: PostFormat) => async (): Promise<Sample> => {
    await using child = exporter()
    const sample = await child.call('run', place.config, target, format)
    const usage: Usage = await child.usage(true)
    if (format === 'csv') peaks.push(usage.rssPeak)
    await rm(target)
    return sample
  }
  const bare = async (): Promise<Sample> => {
    const address = databaseAddress(place.config)
    await using child = startChild<typeof bareMethods>(
      new URL('./bare-process.ts', import.meta.url),
      profiled,
    )
    const sample =
      engine === 'sqlite'
        ? await child.call('sqlite', address.file, target)
        : await child.call('postgres', address.url, target)
    await rm(target)
    return sample
  }
  const contenders = { csv: exporting('csv'), v1: exporting('v1'), parquet: exporting('parquet'), bare }
  const samples = await interleave(contenders, options.rounds, 0)
  await places.discard(place)
  return { engine, posts, samples, peak: Math.max(...peaks) }
}

function report(results: readonly Result[]): void {
  printTable(
    'Posts a second (median of the rounds, minimum–maximum)',
    results.flatMap(({ engine, posts, samples }) =>
      [...FORMATS, 'bare' as const].map((name) => ({
        engine,
        posts: whole(posts),
        format: name === 'bare' ? 'rows as JSON' : name,
        'posts/s': count(ratesOf(samples[name])),
        'of the rows as JSON': percent(rateRatio(samples[name], samples.bare)),
        'CPU of 1,000 posts': ms(cpuOf(samples[name]).median * 1000),
      })),
    ),
  )
  printTable(
    'Memory of the process that exports csv',
    results.map(({ engine, posts, peak }) => ({ engine, posts: whole(posts), 'most resident': mib(peak) })),
  )
  process.stdout.write('\n')
  for (const { engine, posts, samples } of results) {
    const what = `${engine}, ${whole(posts)} posts: thousands of csv rows a second`
    printVerdict(what, ratesOf(samples.csv).median / 1000, { atLeast: CSV_RATE / 1000 })
  }
  for (const engine of new Set(results.map((result) => result.engine))) printGrowth(engine, results)
}

/** Number of posts that fills the caches of the engine. With more posts the memory must not grow. */
const CACHES_FULL_FROM = 100_000

function printGrowth(engine: Engine, results: readonly Result[]): void {
  const large = results.filter((result) => result.engine === engine && result.posts >= CACHES_FULL_FROM)
  const [least, most] = [large[0], large.at(-1)]
  if (least === undefined || most === undefined || least === most) return
  const what = `${engine}: memory of ${whole(most.posts)} posts against ${whole(least.posts)}`
  printVerdict(what, most.peak / least.peak, { atMost: 1.25 })
}

/**
 * labs/2/tweets of 100 posts with their authors, with a bearer token. With caches, the bench compares with a
 * bare route that sends the same bytes. Without caches, it compares with the bare statements and the
 * conversion of their rows to JSON.
 */
import type { Engine } from '../src/db/query.ts'
import { Installations } from './lib/installations.ts'
import type { BenchOptions } from './lib/options.ts'
import { count, ms, percent, printTable, printVerdict, progress, whole } from './lib/report.ts'
import {
  cpuOf,
  interleave,
  quantile,
  rateRatio,
  ratesOf,
  type Samples,
  SERVER_WARM_UPS,
} from './lib/statistics.ts'
import { Contenders, type Filled } from './lookup/contenders.ts'
import { fill } from './lookup/fixture.ts'

interface Result {
  readonly engine: Engine
  readonly posts: number
  readonly bytes: number
  readonly samples: Samples<'warm' | 'route' | 'cold' | 'statement'>
  /** Milliseconds of each warm response, ascending. */
  readonly latencies: readonly number[]
}

export async function bench(options: BenchOptions): Promise<void> {
  const results: Result[] = []
  await using places = await Installations.open()
  for (const engine of options.engines) {
    for (const posts of options.sizes) {
      progress(`${engine}, ${whole(posts)} posts`)
      const [forWarm, forCold] = [await filled(places, engine, posts), await filled(places, engine, posts)]
      await using contenders = await Contenders.start(forWarm, forCold, options)
      const samples = await interleave(
        {
          // Compared contenders run directly after each other.
          warm: contenders.warm(),
          route: contenders.route(),
          cold: contenders.cold(),
          statement: await contenders.statement(),
        },
        options.rounds,
        SERVER_WARM_UPS,
      )
      results.push({ engine, posts, bytes: contenders.bytes, samples, latencies: contenders.latencies() })
    }
  }
  report(results)
}

async function filled(places: Installations, engine: Engine, posts: number): Promise<Filled> {
  const place = await places.fresh(engine)
  return { place, fixture: await fill(place, posts) }
}

function report(results: readonly Result[]): void {
  printTable(
    'Look-ups of 100 posts a second, and processor time (median of the rounds, minimum–maximum)',
    results.map(({ engine, posts, bytes, samples: s, latencies }) => ({
      engine,
      posts: whole(posts),
      bytes: whole(bytes),
      'warm/s': count(ratesOf(s.warm)),
      'bare route/s': count(ratesOf(s.route)),
      'of the route': percent(rateRatio(s.warm, s.route)),
      'p99 warm': ms(quantile(latencies, 0.99)),
      'cold/s': count(ratesOf(s.cold)),
      'bare statements and JSON/s': count(ratesOf(s.statement)),
      'of the statements': percent(rateRatio(s.cold, s.statement)),
      'CPU warm': ms(cpuOf(s.warm).median),
      'CPU of the route': ms(cpuOf(s.route).median),
      'CPU cold': ms(cpuOf(s.cold).median),
      'CPU of the statements': ms(cpuOf(s.statement).median),
    })),
  )
  for (const { engine, posts, samples: s } of results) {
    const where = `${engine}, ${whole(posts)} posts`
    const warm = rateRatio(s.warm, s.route).median
    const cold = rateRatio(s.cold, s.statement).median
    printVerdict(`${where}: warm, against a bare route that answers the same`, warm, { atLeast: 0.5 })
    printVerdict(`${where}: cold, against the bare statements and JSON`, cold, { atLeast: 0.5 })
  }
}

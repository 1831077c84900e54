/**
 * users/lookup of 100 users with a bearer token. With the cache, the bench compares with a bare route that
 * sends the same bytes. Without the cache, it compares with the bare statement and the conversion of its rows
 * to JSON.
 */
import type { Engine } from '../src/db/query.ts'
import { Installations } from './lib/installations.ts'
import type { BenchOptions } from './lib/options.ts'
import { count, ms, percent, printTable, printVerdict, progress, whole } from './lib/report.ts'
import { cpuOf, interleave, rateRatio, ratesOf, type Samples, SERVER_WARM_UPS } from './lib/statistics.ts'
import { Contenders, type Filled } from './users/contenders.ts'
import { fill } from './users/fixture.ts'

interface Result {
  readonly engine: Engine
  readonly users: number
  readonly bytes: number
  readonly samples: Samples<'warm' | 'route' | 'cold' | 'statement'>
}

export async function bench(options: BenchOptions): Promise<void> {
  const results: Result[] = []
  await using places = await Installations.open()
  for (const engine of options.engines) {
    for (const users of options.sizes) {
      progress(`${engine}, ${whole(users)} users`)
      const [forWarm, forCold] = [await filled(places, engine, users), await filled(places, engine, users)]
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
      results.push({ engine, users, bytes: contenders.bytes, samples })
    }
  }
  report(results)
}

async function filled(places: Installations, engine: Engine, users: number): Promise<Filled> {
  const place = await places.fresh(engine)
  return { place, fixture: await fill(place, users) }
}

function report(results: readonly Result[]): void {
  printTable(
    'Look-ups of 100 users a second, and processor time (median of the rounds, minimum–maximum)',
    results.map(({ engine, users, bytes, samples: s }) => ({
      engine,
      users: whole(users),
      bytes: whole(bytes),
      'warm/s': count(ratesOf(s.warm)),
      'bare route/s': count(ratesOf(s.route)),
      'of the route': percent(rateRatio(s.warm, s.route)),
      'cold/s': count(ratesOf(s.cold)),
      'bare statement and JSON/s': count(ratesOf(s.statement)),
      'of the statement': percent(rateRatio(s.cold, s.statement)),
      'CPU warm': ms(cpuOf(s.warm).median),
      'CPU of the route': ms(cpuOf(s.route).median),
      'CPU cold': ms(cpuOf(s.cold).median),
      'CPU of the statement': ms(cpuOf(s.statement).median),
    })),
  )
  for (const { engine, users, samples: s } of results) {
    const where = `${engine}, ${whole(users)} users`
    printVerdict(
      `${where}: warm, against a bare route that answers the same`,
      rateRatio(s.warm, s.route).median,
      {
        atLeast: 0.4,
      },
    )
    printVerdict(
      `${where}: cold, against the bare statement and JSON`,
      rateRatio(s.cold, s.statement).median,
      {
        atLeast: 0.5,
      },
    )
  }
}

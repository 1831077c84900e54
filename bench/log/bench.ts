/**
 * Appends to the log with several numbers of concurrent commands, and compares the rate with bare inserts
 * of the same rows in groups of equal size. Also measures the latency of events to readers in the same
 * process and in another process.
 */
import { migrate } from '../../src/db/migrate.ts'
import { databaseAddress } from '../../src/db/open.ts'
import type { Engine } from '../../src/db/query.ts'
import { systemClock } from '../../src/lib/time/clock.ts'
import { startChild } from '../lib/child.ts'
import { Installations } from '../lib/installations.ts'
import type { BenchOptions } from '../lib/options.ts'
import { count, ms, percent, printTable, progress, whole } from '../lib/report.ts'
import {
  type Contender,
  cpuOf,
  interleave,
  quantile,
  rateRatio,
  ratesOf,
  type Samples,
} from '../lib/statistics.ts'
import type { methods as aviaryMethods } from './aviary-process.ts'
import type { methods as bareMethods } from './bare-process.ts'
import type { methods as listenerMethods } from './listener-process.ts'

type Name = `commands ${number}` | `bare ${number}`

/** Appends per second while latency is measured, as on a busy server that is far from saturation. */
const STEADY = 200

interface Latencies {
  readonly p50: number
  readonly p99: number
}

interface Result {
  readonly engine: Engine
  readonly sizes: readonly number[]
  readonly samples: Samples<Name>
  readonly here: Latencies
  readonly elsewhere: Latencies
}

export async function bench(options: BenchOptions): Promise<void> {
  const results: Result[] = []
  await using places = await Installations.open()
  for (const engine of options.engines) {
    progress(engine)
    results.push(await measure(places, engine, options))
  }
  report(results)
}

async function measure(places: Installations, engine: Engine, options: BenchOptions): Promise<Result> {
  const profiled = { profile: options.profile }
  const milliseconds = options.seconds * 1000
  const place = await places.fresh(engine)
  await using aviary = startChild<typeof aviaryMethods>(
    new URL('./aviary-process.ts', import.meta.url),
    profiled,
  )
  await aviary.call('open', place.config)

  const barePlace = await places.fresh(engine)
  const address = databaseAddress(barePlace.config)
  await migrate(address, systemClock.now())
  await using bare = startChild<typeof bareMethods>(new URL('./bare-process.ts', import.meta.url), profiled)
  if (engine === 'sqlite') await bare.call('openSqlite', address.file)
  else await bare.call('openPostgres', address.url)

  const commands = (atOnce: number) => () => aviary.call('append', atOnce, milliseconds)
  const rows = (atOnce: number) => () => bare.call('append', atOnce, milliseconds)
  const contenders = options.sizes.flatMap((atOnce): [Name, Contender][] => [
    [`commands ${atOnce}`, commands(atOnce)],
    [`bare ${atOnce}`, rows(atOnce)],
  ])
  const samples = await interleave<Name>(Object.fromEntries(contenders), options.rounds, 1)

  await using listener = startChild<typeof listenerMethods>(
    new URL('./listener-process.ts', import.meta.url),
    profiled,
  )
  await Promise.all([aviary.call('listen'), listener.call('listen', place.config)])
  await aviary.call('appendSteadily', STEADY, milliseconds * options.rounds)
  const [here, elsewhere] = await Promise.all([aviary.call('heard'), listener.call('heard')])
  return { engine, sizes: options.sizes, samples, here: latenciesOf(here), elsewhere: latenciesOf(elsewhere) }
}

function latenciesOf(ascending: Float64Array): Latencies {
  return { p50: quantile(ascending, 0.5), p99: quantile(ascending, 0.99) }
}

function report(results: readonly Result[]): void {
  printTable(
    'Appends a second (median of the rounds, minimum–maximum)',
    results.flatMap(({ engine, sizes, samples }) => sizes.map((atOnce) => rowOf(engine, atOnce, samples))),
  )
  printTable(
    `From the append to a reader, at ${whole(STEADY)} appends a second`,
    results.map(({ engine, here, elsewhere }) => ({
      engine,
      'same process, p50': ms(here.p50),
      'same process, p99': ms(here.p99),
      'another process, p50': ms(elsewhere.p50),
      'another process, p99': ms(elsewhere.p99),
    })),
  )
}

function rowOf(engine: Engine, atOnce: number, samples: Samples<Name>): Record<string, string> {
  const commands = samples[`commands ${atOnce}`] ?? []
  const bare = samples[`bare ${atOnce}`] ?? []
  return {
    engine,
    'concurrent commands': String(atOnce),
    'appends/s': count(ratesOf(commands)),
    'bare inserts/s': count(ratesOf(bare)),
    'of the bare': percent(rateRatio(commands, bare)),
    'CPU of 1,000 appends': ms(cpuOf(commands).median * 1000),
    'CPU of 1,000 bare': ms(cpuOf(bare).median * 1000),
  }
}

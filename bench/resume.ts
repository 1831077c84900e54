/**
 * A hundred consumers resume the compliance stream: they reconnect within a minute, each with its position of
 * an hour ago, while new events arrive. The bench compares reads and compression for all consumers with those
 * for a single consumer.
 */
import type { Engine } from '../src/db/query.ts'
import { sleep, systemClock } from '../src/lib/time/clock.ts'
import { startChild } from './lib/child.ts'
import { type Installation, Installations } from './lib/installations.ts'
import type { BenchOptions } from './lib/options.ts'
import { mib, printTable, printVerdict, progress, whole } from './lib/report.ts'
import type { methods as clientMethods } from './resume/client-process.ts'
import type { Figures, methods as serverMethods } from './resume/server-process.ts'

const SERVER = new URL('./resume/server-process.ts', import.meta.url)
const CLIENT = new URL('./resume/client-process.ts', import.meta.url)

const CROWD = 100
const MINUTE_MS = 60_000
const SECONDS_OF_HOUR = 3_600

export async function bench(options: BenchOptions): Promise<void> {
  await using places = await Installations.open()
  for (const engine of options.engines) {
    for (const size of options.sizes) await benchOne(options, places, engine, size)
  }
}

interface Result extends Figures {
  readonly seconds: number
  readonly bytes: number
}

async function benchOne(
  { seconds, profile }: BenchOptions,
  places: Installations,
  engine: Engine,
  size: number,
): Promise<void> {
  progress(`resume: an hour of ${whole(size)} events, ${engine}`)
  const place = await places.fresh(engine)
  await using filler = startChild<typeof serverMethods>(SERVER)
  await filler.call('fill', place.config, size)
  const one = await resumeAll({ place, size, readers: 1, spreadMs: 0, profile })
  const crowd = await resumeAll({ place, size, readers: CROWD, spreadMs: seconds * MINUTE_MS, profile })
  const rows = Object.entries({ 'one consumer': one, [`${CROWD} consumers`]: crowd })
  printTable(
    `${engine}, ${whole(size)} events an hour, resumed one hour back, spread over ${seconds * 60} s`,
    rows.map(([who, result]) => ({
      who,
      'rows read': whole(result.events),
      'bytes deflated': whole(result.deflated),
      'socket writes': whole(result.writes),
      'bytes received': whole(result.bytes),
      'history kept': mib(result.bytes),
      'processor time': `${(result.cpuMilliseconds / 1000).toFixed(1)} s`,
      took: `${result.seconds.toFixed(1)} s`,
    })),
  )
  const of = `of one consumer's, ${engine}, ${whole(size)} events an hour`
  printVerdict(`rows read ${of}`, crowd.events / one.events, { atMost: 2 })
  printVerdict(`bytes deflated ${of}`, crowd.deflated / one.deflated, { atMost: 2 })
}

interface Crowd {
  readonly place: Installation
  readonly size: number
  readonly readers: number
  /** Milliseconds from the first to the last reconnect. */
  readonly spreadMs: number
  readonly profile: string | undefined
}

async function resumeAll({ place, size, readers, spreadMs, profile }: Crowd): Promise<Result> {
  await using server = startChild<typeof serverMethods>(SERVER, { profile })
  await using client = startChild<typeof clientMethods>(CLIENT)
  const { port } = await server.call('start', place.config)
  const begun = systemClock.monotonic()
  const isLive = server.call('untilLive', readers, size / SECONDS_OF_HOUR)
  for (let reader = 0; reader < readers; reader += 1) {
    const due = begun + (reader * spreadMs) / readers
    await sleep(systemClock, Math.max(0, due - systemClock.monotonic()))
    await client.call('resume', port, (await server.call('head')) - BigInt(size))
  }
  await isLive
  const seconds = (systemClock.monotonic() - begun) / 1000
  const figures = await server.call('figures')
  const { bytes } = await client.call('read')
  await client.call('close')
  return { ...figures, seconds, bytes }
}

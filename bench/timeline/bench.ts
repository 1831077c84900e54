/**
 * Measures GET statuses/home_timeline of a user who follows a thousand accounts, with few and with many
 * posts in the database. The cost must not grow with the number of posts.
 */
import type { Engine } from '../../src/db/query.ts'
import { systemClock } from '../../src/lib/time/clock.ts'
import { authorization, signed } from '../../test/support/http/signed-wire.ts'
import { alternate } from '../follow/client.ts'
import { type Child, startChild } from '../lib/child.ts'
import { Installations } from '../lib/installations.ts'
import type { BenchOptions } from '../lib/options.ts'
import { count, ms, printTable, printVerdict, progress, whole } from '../lib/report.ts'
import { type Contender, cpuOf, interleave, rateRatio, ratesOf, type Samples } from '../lib/statistics.ts'
import { FOLLOWED } from './fill.ts'
import type { Keys, methods as serverMethods } from './server-process.ts'

const TARGET = '/1.1/statuses/home_timeline.json?count=200'

/** Number of signatures that are created for each second of a sample. No server accepts as many requests. */
const SIGNATURES_A_SECOND = 4_000

interface Result {
  readonly engine: Engine
  readonly samples: Samples<string>
}

export async function bench(options: BenchOptions): Promise<void> {
  const results: Result[] = []
  await using places = await Installations.open()
  for (const engine of options.engines) results.push(await measure(places, engine, options))
  report(results, options.sizes)
}

async function measure(places: Installations, engine: Engine, options: BenchOptions): Promise<Result> {
  const contenders: Record<string, Contender> = {}
  const children: Child<typeof serverMethods>[] = []
  try {
    for (const size of options.sizes) {
      progress(`${engine}: ${whole(size)} posts`)
      const server = startChild<typeof serverMethods>(new URL('./server-process.ts', import.meta.url), {
        profile: options.profile,
      })
      children.push(server)
      const keys = await server.call('start', (await places.fresh(engine)).config, size)
      contenders[String(size)] = reading(server, keys, options.seconds * 1000)
    }
    return { engine, samples: await interleave(contenders, options.rounds, 1) }
  } finally {
    for (const child of children) await child[Symbol.asyncDispose]()
  }
}

/** Requests whose signatures, each with a new nonce, are created before the measurement. */
function reading(
  server: Child<typeof serverMethods>,
  { url, consumer, token }: Keys,
  milliseconds: number,
): Contender {
  const host = new URL(url).host
  const most = Math.ceil((SIGNATURES_A_SECOND * milliseconds) / 2000) * 2 + 2
  return async () => {
    const timestamp = Math.floor(systemClock.now() / 1000)
    const signing = {
      method: 'GET',
      scheme: 'http',
      host,
      target: TARGET,
      consumer,
      token,
      timestamp,
    } as const
    const requests = Array.from({ length: most }, () =>
      Buffer.from(
        `GET ${TARGET} HTTP/1.1\r\nhost: ${host}\r\nauthorization: ${authorization(signed(signing))}\r\n\r\n`,
      ),
    )
    const before = await server.usage()
    const asked = await alternate({ url, requests: [requests], milliseconds })
    const after = await server.usage()
    return { ...asked, cpuMilliseconds: after.cpuMilliseconds - before.cpuMilliseconds }
  }
}

function report(results: readonly Result[], sizes: readonly number[]): void {
  printTable(
    `Home timelines of 200 posts a second, of a user who follows ${whole(FOLLOWED)} (one client)`,
    results.flatMap(({ engine, samples }) =>
      sizes.map((size) => ({
        engine,
        posts: whole(size),
        'timelines/s': count(ratesOf(samples[String(size)] ?? [])),
        'CPU of one': ms(cpuOf(samples[String(size)] ?? []).median),
      })),
    ),
  )
  const [least] = sizes
  const most = sizes.at(-1)
  if (least === undefined || most === undefined || least === most) return
  for (const { engine, samples } of results) {
    const ratio = rateRatio(samples[String(most)] ?? [], samples[String(least)] ?? [])
    const what = `with ${whole(most)} posts on ${engine}, against ${whole(least)}`
    printVerdict(what, ratio.median, { atLeast: 0.8 })
  }
}

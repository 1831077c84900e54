/**
 * spec/server.md#writing-beside-a-server: importing a million edges, or a tenth as many posts, while a server
 * runs raises the p99 latency of followers/ids at most threefold.
 *
 * Requests have planned times. They do not wait for earlier responses, and latency counts from the planned
 * time. So a slow response also shows in the latency of the following requests.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { Agent, get, type IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Config } from '../src/config.ts'
import { sleep, systemClock } from '../src/lib/time/clock.ts'
import { type Fixture, fill } from './followers/fixture.ts'
import type { methods } from './followers/server-process.ts'
import { writeGraph } from './import-follows/graph.ts'
import { writePosts } from './import-posts/posts.ts'
import { startChild } from './lib/child.ts'
import { type Installation, Installations } from './lib/installations.ts'
import type { BenchOptions } from './lib/options.ts'
import { ms, printTable, printVerdict, progress, whole } from './lib/report.ts'
import { quantile } from './lib/statistics.ts'

/** Milliseconds between requests. */
const EVERY_MS = 10
const FOLLOWERS = 20_000
/** Maximum p99 during the import, as a multiple of the p99 of an idle server. */
const MAX_LATENCY_RATIO = 3
/** Seconds of the idle measurement for each second of the option `--seconds`. */
const IDLE_SAMPLES = 20

const PROGRAM = fileURLToPath(new URL('../bin/aviary.js', import.meta.url))

/** Edges of the option `--sizes` for each imported post. */
const EDGES_PER_POST = 10

export async function bench({ engines, sizes, seconds, profile, without }: BenchOptions): Promise<void> {
  await using places = await Installations.open()
  for (const edges of sizes) {
    for (const kind of KINDS.filter((name) => !without.includes(name))) {
      const count = kind === 'follows' ? edges : Math.ceil(edges / EDGES_PER_POST)
      const file = join(places.root, `${edges}-${kind}`)
      progress(`writing ${whole(count)} ${kind}`)
      await (kind === 'follows' ? writeGraph(file, count) : writePosts(file, count))
      for (const engine of engines) {
        const place = await places.fresh(engine)
        const fixture = await fill(place, FOLLOWERS)
        await beside(place, fixture, { file, kind, count, seconds, profile })
        await places.discard(place)
      }
    }
  }
}

const KINDS = ['follows', 'posts'] as const

interface Run {
  readonly file: string
  readonly kind: (typeof KINDS)[number]
  readonly count: number
  readonly seconds: number
  readonly profile: string | undefined
}

async function beside({ engine, config }: Installation, fixture: Fixture, run: Run): Promise<void> {
  await using child = startChild<typeof methods>(new URL('./followers/server-process.ts', import.meta.url), {
    profile: run.profile,
  })
  const url = await child.call('start', config)
  const page = `${url}/1.1/followers/ids.json?user_id=${fixture.star}&count=5000`
  const what = `${whole(run.count)} ${run.kind}`
  const probe = (until: Promise<unknown>) => probing(page, fixture.bearerToken, until)
  await probe(sleep(systemClock, 2_000))
  progress(`${engine}: at rest`)
  const idle = await probe(sleep(systemClock, run.seconds * IDLE_SAMPLES * 1_000))
  progress(`${engine}: importing ${what}`)
  const started = systemClock.monotonic()
  const busy = await probe(importing(config, run))
  const took = systemClock.monotonic() - started
  printTable(`followers/ids, 5,000 ids, every ${EVERY_MS} ms (${engine})`, [
    rowOf('at rest', idle),
    rowOf(`beside an import of ${what} in ${(took / 1_000).toFixed(0)} s`, busy),
  ])
  const ratio = quantile(busy, 0.99) / quantile(idle, 0.99)
  printVerdict(`${engine}: p99 beside an import of ${run.kind}, times the p99 at rest`, ratio, {
    atMost: MAX_LATENCY_RATIO,
  })
}

/** Sends requests and returns the milliseconds of every response, ascending. */
async function probing(url: string, bearer: string, until: Promise<unknown>): Promise<number[]> {
  const agent = new Agent({ keepAlive: true })
  const headers = { authorization: `Bearer ${bearer}` }
  const times: number[] = []
  let isOver = false
  const over = until.then(() => {
    isOver = true
  })
  const running: Promise<void>[] = []
  const began = systemClock.monotonic()
  for (let number = 0; !isOver; number++) {
    const due = began + number * EVERY_MS
    const wait = due - systemClock.monotonic()
    if (wait > 0) await Promise.race([sleep(systemClock, wait), over])
    running.push(
      answered(url, headers, agent).then(() => {
        times.push(systemClock.monotonic() - due)
      }),
    )
  }
  await over
  await Promise.all(running)
  agent.destroy()
  return times.sort((a, b) => a - b)
}

async function answered(url: string, headers: Readonly<Record<string, string>>, agent: Agent): Promise<void> {
  const request = get(url, { agent, headers })
  let response: IncomingMessage
  try {
    ;[response] = await once(request, 'response')
  } catch (error) {
    // The server has closed an idle connection while the client sent the next request on it. Clients send such a request again.
    if (!request.reusedSocket) throw error
    await answered(url, headers, agent)
    return
  }
  response.resume()
  await once(response, 'end')
  if (response.statusCode !== 200) throw new Error(`answered with ${response.statusCode}`)
}

async function importing(config: Config, { kind, file }: Run): Promise<void> {
  const place = ['--data', config.data, ...(config.database === '' ? [] : ['--database', config.database])]
  const child = spawn(process.execPath, [PROGRAM, 'import', kind, file, ...place, '--json'], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error(`the import ended with ${code}`)
}

function rowOf(when: string, times: readonly number[]): Record<string, string> {
  return {
    when,
    requests: whole(times.length),
    p50: ms(quantile(times, 0.5)),
    p99: ms(quantile(times, 0.99)),
    'p99.9': ms(quantile(times, 0.999)),
    longest: ms(times.at(-1) ?? Number.NaN),
  }
}

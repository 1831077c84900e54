/**
 * Pages of 5,000 follower ids over HTTP, against the bare statement and against a bare route that answers the
 * same bytes; at the newest page, in the middle and at the oldest one; plain and with gzip.
 */

import { DATABASE_FILE } from '../../src/db/open.ts'
import type { Engine } from '../../src/db/query.ts'
import { startChild } from '../lib/child.ts'
import { type LoadResult, load } from '../lib/http-client.ts'
import type { BenchOptions } from '../lib/options.ts'
import { type Place, Places } from '../lib/places.ts'
import { count, ms, percent, printTable, printVerdict, progress, whole } from '../lib/report.ts'
import { type Contender, cpuOf, interleave, rateRatio, ratesOf, type Samples } from '../lib/statistics.ts'
import { type Fixture, fill, PAGE } from './fixture.ts'
import type { methods as routeMethods } from './route-process.ts'
import type { methods as serverMethods } from './server-process.ts'
import { statementOf } from './statement.ts'
import type { methods as statementMethods } from './statement-process.ts'

/** Requests at once, over HTTP and on PostgreSQL. */
const CONNECTIONS = 8

/** Of 100 followers. A few of every account's are. */
const HIDDEN = 0

const DEPTHS = ['first', 'middle', 'last'] as const
type Depth = (typeof DEPTHS)[number]

type Name = `page ${Depth}` | `statement ${Depth}` | 'gzip' | 'route'

interface Result {
  readonly engine: Engine
  readonly followers: number
  readonly pageBytes: number
  readonly gzipBytes: number
  readonly samples: Samples<Name>
}

export async function bench(options: BenchOptions): Promise<void> {
  const results: Result[] = []
  await using places = await Places.open()
  for (const engine of options.engines) {
    for (const followers of options.sizes) {
      progress(`${engine}, ${whole(followers)} followers`)
      const place = await places.fresh(engine)
      const fixture = await fill(place, followers, HIDDEN)
      results.push(await measure(place, fixture, options))
      await places.discard(place)
    }
  }
  report(results)
}

async function measure(place: Place, fixture: Fixture, options: BenchOptions): Promise<Result> {
  const { engine, config } = place
  const { star, bearerToken, cursors, followers } = fixture
  const profiled = { profile: options.profile }
  await using server = startChild<typeof serverMethods>(
    new URL('./server-process.ts', import.meta.url),
    profiled,
  )
  await using statement = startChild<typeof statementMethods>(
    new URL('./statement-process.ts', import.meta.url),
    profiled,
  )
  await using route = startChild<typeof routeMethods>(
    new URL('./route-process.ts', import.meta.url),
    profiled,
  )
  const base = await server.call('start', config)
  if (engine === 'sqlite') await statement.call('openSqlite', `${config.data}/${DATABASE_FILE}`)
  else await statement.call('openPostgres', config.database, CONNECTIONS)

  const urlOf = (cursor: bigint) => `${base}/1.1/followers/ids.json?user_id=${star}&cursor=${cursor}`
  const headers = { authorization: `Bearer ${bearerToken}` }
  const answer = await fetch(urlOf(-1n), { headers: { ...headers, 'accept-encoding': 'identity' } })
  const body = await answer.text()
  if (answer.status !== 200) throw new Error(`the server answers ${answer.status}: ${body}`)
  const routeUrl = await route.call('start', body)

  const milliseconds = options.seconds * 1000
  let gzipBytes = 0
  const over = async (
    child: { usage(): Promise<{ cpuMilliseconds: number }> },
    work: () => Promise<{ operations: number; milliseconds: number }>,
  ) => {
    const before = await child.usage()
    const done = await work()
    const after = await child.usage()
    return { ...done, cpuMilliseconds: after.cpuMilliseconds - before.cpuMilliseconds }
  }
  const ask = (url: string, extra: Record<string, string>): Promise<LoadResult> =>
    load({ url, headers: { ...headers, ...extra }, connections: CONNECTIONS, milliseconds })
  const http =
    (child: typeof server | typeof route, url: string, extra: Record<string, string> = {}): Contender =>
    () =>
      over(child, async () => {
        const { requests, milliseconds, bytes } = await ask(url, extra)
        if (extra['accept-encoding'] !== undefined) gzipBytes = bytes / requests
        return { operations: requests, milliseconds }
      })
  const bare = async (cursor: bigint): Promise<Contender> => {
    const { text, values } = await statementOf(engine, { userId: star, cursor, count: PAGE })
    return () =>
      over(statement, async () => {
        const { pages, milliseconds: took } = await statement.call('run', { text, values }, milliseconds)
        return { operations: pages, milliseconds: took }
      })
  }
  const [first, middle, last] = cursors
  const samples = await interleave<Name>(
    {
      'page first': http(server, urlOf(first)),
      'statement first': await bare(first),
      gzip: http(server, urlOf(first), { 'accept-encoding': 'gzip' }),
      route: http(route, routeUrl),
      'page middle': http(server, urlOf(middle)),
      'page last': http(server, urlOf(last)),
      'statement middle': await bare(middle),
      'statement last': await bare(last),
    },
    options.rounds,
    1,
  )
  return { engine, followers, pageBytes: Buffer.byteLength(body), gzipBytes, samples }
}

function report(results: readonly Result[]): void {
  printTable(
    'Pages a second, and processor time of the process that serves them (median, and least to most of the rounds)',
    results.map(({ engine, followers, pageBytes, samples: s }) => ({
      engine,
      followers: whole(followers),
      'bytes a page': whole(pageBytes),
      'pages/s': count(ratesOf(s['page first'])),
      'bare statement/s': count(ratesOf(s['statement first'])),
      'of the statement': percent(rateRatio(s['page first'], s['statement first'])),
      'bare route/s': count(ratesOf(s.route)),
      'of the route': percent(rateRatio(s['page first'], s.route)),
      'CPU a page': ms(cpuOf(s['page first']).median),
      'CPU a statement': ms(cpuOf(s['statement first']).median),
    })),
  )
  printTable(
    'Depth: time of a page against that of the first page',
    results.map(({ engine, followers, samples: s }) => ({
      engine,
      followers: whole(followers),
      'middle, over HTTP': percent(rateRatio(s['page first'], s['page middle'])),
      'last, over HTTP': percent(rateRatio(s['page first'], s['page last'])),
      'middle, statement': percent(rateRatio(s['statement first'], s['statement middle'])),
      'last, statement': percent(rateRatio(s['statement first'], s['statement last'])),
    })),
  )
  printTable(
    'With gzip asked for',
    results.map(({ engine, followers, pageBytes, gzipBytes, samples: s }) => ({
      engine,
      followers: whole(followers),
      'pages/s': count(ratesOf(s.gzip)),
      'of plain': percent(rateRatio(s.gzip, s['page first'])),
      size: `${((gzipBytes / pageBytes) * 100).toFixed(0)} %`,
      'CPU a page': ms(cpuOf(s.gzip).median),
    })),
  )
  process.stdout.write('\n')
  for (const { engine, followers, samples: s } of results) {
    const where = `${engine}, ${whole(followers)} followers`
    printVerdict(
      `${where}: pages against the bare statement`,
      rateRatio(s['page first'], s['statement first']).median,
      { atLeast: 0.6 },
    )
    printVerdict(`${where}: last page against first`, rateRatio(s['page first'], s['page last']).median, {
      atMost: 1.1,
    })
    printVerdict(`${where}: gzip against plain`, rateRatio(s.gzip, s['page first']).median, { atLeast: 0.5 })
  }
}

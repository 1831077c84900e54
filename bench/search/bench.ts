/**
 * Measures pages of recent search over HTTP, compared with the bare full-text query and its rows. Also
 * measures them in a second database with as many further posts that are older than seven days; these posts
 * must cost nothing. Also measures first and deep pages of the full archive, and backtests of the same rules.
 */
import { join } from 'node:path'
import { DATABASE_FILE } from '../../src/db/open.ts'
import type { Engine } from '../../src/db/query.ts'
import { type Child, startChild } from '../lib/child.ts'
import { load } from '../lib/http-client.ts'
import { type Installation, Installations } from '../lib/installations.ts'
import type { BenchOptions } from '../lib/options.ts'
import { count, ms, percent, printTable, printVerdict, progress, whole } from '../lib/report.ts'
import { type Contender, cpuOf, interleave, rateRatio, ratesOf, type Samples } from '../lib/statistics.ts'
import type { methods as serverMethods } from '../lookup/server-process.ts'
import type { methods as statementMethods } from '../lookup/statement-process.ts'
import { type Fixture, fill, QUERIES } from './fill.ts'
import { PAGE, statementsOf } from './statements.ts'

const SEARCH = `/labs/2/tweets/search?max_results=${PAGE}&query=`
/** Pages have 100 posts, as in recent search, so that the two searches are comparable. */
const ARCHIVE = `/2/tweets/search/all?max_results=${PAGE}&query=`
const BACKTEST = '/labs/2/rules/backtest?value='

/** Number of concurrent HTTP requests, and of concurrent queries. */
const AT_ONCE = 4

type Contenders = 'search' | 'statement' | 'older' | 'first' | 'deep'

interface Result {
  readonly engine: Engine
  readonly posts: number
  /** Samples by the name of the query. */
  readonly queries: Readonly<Record<string, Samples<Contenders>>>
  readonly backtests: Readonly<
    Record<string, { readonly examined: number; readonly samples: Samples<'backtest'> }>
  >
}

export async function bench(options: BenchOptions): Promise<void> {
  const results: Result[] = []
  await using places = await Installations.open()
  for (const engine of options.engines) {
    for (const posts of options.sizes) {
      progress(`${engine}, ${whole(posts)} posts`)
      const [place, withOlder] = [await places.fresh(engine), await places.fresh(engine)]
      const fixture = await fill(place, posts, 0)
      const beside = await fill(withOlder, posts, posts)
      results.push(
        await measure({ engine, posts, options }, { place, fixture }, { place: withOlder, fixture: beside }),
      )
    }
  }
  reportSearches(results)
  reportBacktests(results)
}

interface Filled {
  readonly place: Installation
  readonly fixture: Fixture
}

async function measure(
  {
    engine,
    posts,
    options,
  }: { readonly engine: Engine; readonly posts: number; readonly options: BenchOptions },
  recent: Filled,
  older: Filled,
): Promise<Result> {
  await using ends = new AsyncDisposableStack()
  const { profile, rounds } = options
  const start = () =>
    ends.use(
      startChild<typeof serverMethods>(new URL('../lookup/server-process.ts', import.meta.url), { profile }),
    )
  const [one, two] = [start(), start()]
  const bare = ends.use(
    startChild<typeof statementMethods>(new URL('../lookup/statement-process.ts', import.meta.url), {
      profile,
    }),
  )
  const statements = await statementsOf(recent.place, Object.values(QUERIES), recent.fixture.from)
  const urls = {
    recent: await one.call('start', recent.place.config),
    older: await two.call('start', older.place.config),
  }
  if (engine === 'sqlite') await bare.call('openSqlite', join(recent.place.config.data, DATABASE_FILE))
  else await bare.call('openPostgres', recent.place.config.database, AT_ONCE)
  const milliseconds = options.seconds * 1000
  const asking = (child: Child<typeof serverMethods>, url: string, { fixture }: Filled): Contender =>
    measured(child, async () => {
      const headers = headersFor(fixture)
      const done = await load({ url, headers, connections: AT_ONCE, milliseconds })
      return { operations: done.requests, milliseconds: done.milliseconds }
    })
  const queries: Record<string, Samples<Contenders>> = {}
  // The id at which a client continues after nine tenths of the posts.
  const deepId = recent.fixture.from + (recent.fixture.to - recent.fixture.from) / 10n
  const backtests: Record<string, { examined: number; samples: Samples<'backtest'> }> = {}
  for (const [index, [name, query]] of Object.entries(QUERIES).entries()) {
    progress(`  ${name}`)
    const [search, archive, backtest] = [SEARCH, ARCHIVE, BACKTEST].map(
      (path) => path + encodeURIComponent(query),
    )
    const asked = statements[index] ?? []
    queries[name] = await interleave(
      {
        search: asking(one, urls.recent + search, recent),
        statement: measured(bare, () => bare.call('run', asked, AT_ONCE, milliseconds)),
        older: asking(two, urls.older + search, older),
        first: asking(one, urls.recent + archive, recent),
        deep: asking(one, `${urls.recent}${archive}&until_id=${deepId}`, recent),
      },
      rounds,
      1,
    )
    const url = urls.recent + backtest
    const samples = await interleave({ backtest: asking(one, url, recent) }, rounds, 0)
    backtests[name] = { examined: await examinedBy(url, recent.fixture), samples }
  }
  return { engine, posts, queries, backtests }
}

function headersFor({ bearerToken }: Fixture): Record<string, string> {
  return { authorization: `Bearer ${bearerToken}`, 'accept-encoding': 'identity' }
}

async function examinedBy(url: string, fixture: Fixture): Promise<number> {
  const answer = await fetch(url, { headers: headersFor(fixture) })
  const { meta } = (await answer.json()) as { meta: { examined: number } }
  return meta.examined
}

/** Makes a contender that runs `work`, and adds the CPU time of the child process to the result. */
function measured(
  child: Child<typeof serverMethods> | Child<typeof statementMethods>,
  work: () => Promise<{ readonly operations: number; readonly milliseconds: number }>,
): Contender {
  return async () => {
    const before = await child.usage()
    const done = await work()
    const after = await child.usage()
    return { ...done, cpuMilliseconds: after.cpuMilliseconds - before.cpuMilliseconds }
  }
}

function reportSearches(results: readonly Result[]): void {
  printTable(
    `Searches of up to ${PAGE} posts a second, and processor time (median of the rounds, minimum–maximum)`,
    results.flatMap(({ engine, posts, queries }) =>
      Object.entries(queries).map(([query, { search, statement, older, first, deep }]) => ({
        engine,
        posts: whole(posts),
        query,
        'searches/s': count(ratesOf(search)),
        'bare queries/s': count(ratesOf(statement)),
        'of the bare': percent(rateRatio(search, statement)),
        'with as many older posts': percent(rateRatio(older, search)),
        'deep page of the archive': percent(rateRatio(deep, first)),
        'CPU of one': ms(cpuOf(search).median),
        'CPU of the bare': ms(cpuOf(statement).median),
      })),
    ),
  )
  for (const { engine, posts, queries } of results) {
    // CPU time of all queries together, because the time of one very cheap query is not meaningful.
    const all = Object.values(queries)
    const [older, search] = (['older', 'search'] as const).map((name) =>
      all.reduce((sum, samples) => sum + cpuOf(samples[name]).median, 0),
    )
    const what = `${engine}, ${whole(posts)} posts: processor time with as many older ones, against without`
    printVerdict(what, (older ?? 0) / (search ?? 0), { atMost: 1.25 })
    const [deep, first] = (['deep', 'first'] as const).map((name) =>
      all.reduce((sum, samples) => sum + cpuOf(samples[name]).median, 0),
    )
    const pages = `${engine}, ${whole(posts)} posts: processor time of a deep page of the archive, against the first`
    printVerdict(pages, (deep ?? 0) / (first ?? 0), { atMost: 1.2 })
  }
}

function reportBacktests(results: readonly Result[]): void {
  printTable(
    'Backtests of the same over seven days: one request',
    results.flatMap(({ engine, posts, backtests }) =>
      Object.entries(backtests).map(
        ([
          rule,
          {
            examined,
            samples: { backtest },
          },
        ]) => ({
          engine,
          posts: whole(posts),
          rule,
          'posts looked at': whole(examined),
          'requests/s': count(ratesOf(backtest)),
          'posts/s': whole(ratesOf(backtest).median * examined),
          'CPU of one': ms(cpuOf(backtest).median),
        }),
      ),
    ),
  )
}

/**
 * Measures counts of the full archive by hour over HTTP. Compares them with one statement that joins the
 * matching posts with their authors and groups them. This statement is the minimum for a count that
 * respects visibility.
 */
import { join } from 'node:path'
import { DATABASE_FILE } from '../../src/db/open.ts'
import type { Engine } from '../../src/db/query.ts'
import { WordCodec } from '../../src/domain/search/word-codec.ts'
import { openRuntime } from '../../src/runtime.ts'
import type { Statement } from '../followers/statement.ts'
import { type Child, startChild } from '../lib/child.ts'
import { load } from '../lib/http-client.ts'
import { type Installation, Installations } from '../lib/installations.ts'
import type { BenchOptions } from '../lib/options.ts'
import { count, ms, printTable, printVerdict, progress, whole } from '../lib/report.ts'
import { type Contender, cpuOf, interleave, ratesOf, type Samples } from '../lib/statistics.ts'
import type { methods as serverMethods } from '../lookup/server-process.ts'
import type { methods as statementMethods } from '../lookup/statement-process.ts'
import { fill } from '../search/fill.ts'

const COUNTS = '/2/tweets/counts/all?granularity=hour&query='

/** Queries by name, each with the words that its full-text query searches in the index. */
const QUERIES: Readonly<Record<string, { readonly query: string; readonly words: readonly string[] }>> = {
  'a word of every post': { query: 'post', words: ['token:post'] },
  'a common word': { query: 'morning', words: ['token:morning'] },
  'two words': { query: 'morning rivers', words: ['token:morning', 'token:rivers'] },
  'a rare word': { query: 'word7', words: ['token:word7'] },
}

interface Result {
  readonly engine: Engine
  readonly posts: number
  readonly queries: Readonly<Record<string, Samples<'counts' | 'statement'>>>
}

export async function bench(options: BenchOptions): Promise<void> {
  const results: Result[] = []
  await using places = await Installations.open()
  for (const engine of options.engines) {
    for (const posts of options.sizes) {
      progress(`${engine}, ${whole(posts)} posts`)
      const place = await places.fresh(engine)
      const { bearerToken } = await fill(place, posts, 0)
      results.push(await measure(place, posts, bearerToken, options))
    }
  }
  report(results)
}

async function measure(
  place: Installation,
  posts: number,
  bearerToken: string,
  { profile, rounds, seconds }: BenchOptions,
): Promise<Result> {
  await using ends = new AsyncDisposableStack()
  const server = ends.use(
    startChild<typeof serverMethods>(new URL('../lookup/server-process.ts', import.meta.url), { profile }),
  )
  const bare = ends.use(
    startChild<typeof statementMethods>(new URL('../lookup/statement-process.ts', import.meta.url), {
      profile,
    }),
  )
  const statements = await statementsOf(place)
  const base = await server.call('start', place.config)
  if (place.engine === 'sqlite') await bare.call('openSqlite', join(place.config.data, DATABASE_FILE))
  else await bare.call('openPostgres', place.config.database, 1)
  const milliseconds = seconds * 1_000
  const headers = { authorization: `Bearer ${bearerToken}`, 'accept-encoding': 'identity' }
  const queries: Record<string, Samples<'counts' | 'statement'>> = {}
  for (const [name, { query }] of Object.entries(QUERIES)) {
    progress(`  ${name}`)
    const url = base + COUNTS + encodeURIComponent(query)
    const statement = statements[name]
    queries[name] = await interleave(
      {
        counts: measured(server, async () => {
          const done = await load({ url, headers, connections: 1, milliseconds })
          return { operations: done.requests, milliseconds: done.milliseconds }
        }),
        statement: measured(bare, () =>
          bare.call('run', statement === undefined ? [] : [statement], 1, milliseconds),
        ),
      },
      rounds,
      1,
    )
  }
  return { engine: place.engine, posts, queries }
}

const HOUR_MS = 3_600_000

async function statementsOf({ config, engine }: Installation): Promise<Readonly<Record<string, Statement>>> {
  const runtime = await openRuntime(config, { manner: 'command' })
  const codec = new WordCodec(runtime.context.vault)
  await runtime.close()
  const text = engine === 'sqlite' ? SQLITE_TEXT : POSTGRES_TEXT
  const and = engine === 'sqlite' ? ' AND ' : ' & '
  return Object.fromEntries(
    Object.entries(QUERIES).map(([name, { words }]) => [
      name,
      { text, values: [words.map((word) => codec.encode(word)).join(and)] },
    ]),
  )
}

const GROUPS = `(found.id >> 22) / ${HOUR_MS} as bucket, count(*) as posts`
const JOINS = `join posts on posts.id = found.id join users on users.id = posts.author_id
  where users.is_protected = 0 and users.suspended_at is null and users.deactivated_at is null group by 1`
const SQLITE_TEXT = `select ${GROUPS}
  from (select rowid as id from post_search where post_search match ?) as found ${JOINS}`
const POSTGRES_TEXT = `select ${GROUPS}
  from (select post_id as id from post_search where words @@ $1::text::tsquery) as found ${JOINS}`

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

function report(results: readonly Result[]): void {
  printTable(
    'Counts of the full archive by hour a second, and processor time (median of the rounds, minimum–maximum)',
    results.flatMap(({ engine, posts, queries }) =>
      Object.entries(queries).map(([query, { counts, statement }]) => ({
        engine,
        posts: whole(posts),
        query,
        'counts/s': count(ratesOf(counts)),
        'bare statements/s': count(ratesOf(statement)),
        'CPU of one': ms(cpuOf(counts).median),
        'CPU of the bare': ms(cpuOf(statement).median),
      })),
    ),
  )
  for (const { engine, posts, queries } of results) {
    for (const [query, { counts, statement }] of Object.entries(queries)) {
      const times = ratesOf(statement).median / ratesOf(counts).median
      printVerdict(`${engine}, ${whole(posts)} posts, ${query}: time against the bare statement`, times, {
        atMost: 2,
      })
    }
  }
}

/** `npm run bench -- NAME`: runs one bench; `--help` lists them. Each bench reports its targets. */
import { parseArgs } from 'node:util'
import type { Engine } from '../src/db/query.ts'
import type { BenchOptions } from './lib/options.ts'
import { targetsMissed } from './lib/report.ts'

interface Entry {
  readonly sentence: string
  /** Meaning of `--sizes`, and the default. */
  readonly sizes?: { readonly of: string; readonly usual: readonly number[] }
  /** Default number of samples per contender. */
  readonly rounds?: number
  load(): Promise<{ bench(options: BenchOptions): Promise<void> }>
}

const BENCHES: Readonly<Record<string, Entry>> = {
  compliance: {
    sentence:
      'The compliance stream to many connections, against a zlib stream for each and against plain writes.',
    sizes: { of: 'connections', usual: [8, 80, 800] },
    rounds: 3,
    load: () => import('./compliance/bench.ts'),
  },
  counts: {
    sentence:
      'Counts of the full archive by hour, against one plain statement of the same words and authors.',
    sizes: { of: 'posts', usual: [1_000_000] },
    rounds: 3,
    load: () => import('./counts/bench.ts'),
  },
  edge: {
    sentence: 'The whole pipeline around an empty endpoint, against a bare route; SQLite.',
    load: () => import('./edge.ts'),
  },
  errors: {
    sentence: 'Refused requests (400, 401, 404, 429) against the cheapest that is served; SQLite.',
    load: () => import('./errors.ts'),
  },
  'export-posts': {
    sentence:
      'Exporting posts as csv, v1 and parquet, against JSON.stringify of the same rows; memory by size.',
    sizes: { of: 'posts', usual: [100_000, 1_000_000] },
    rounds: 3,
    load: () => import('./export-posts/bench.ts'),
  },
  follow: {
    sentence:
      'Following and unfollowing over HTTP with 1 and 64 clients, against a bare route that stores the same rows.',
    load: () => import('./follow/bench.ts'),
  },
  followers: {
    sentence: 'Pages of 5,000 follower ids over HTTP, against the bare statement and a bare route.',
    sizes: { of: 'followers', usual: [10_000, 100_000, 1_000_000] },
    load: () => import('./followers/bench.ts'),
  },
  'import-follows': {
    sentence:
      'Importing a follow graph, against imports in batches and prepared inserts of the same rows; memory by size.',
    sizes: { of: 'edges', usual: [100_000, 1_000_000] },
    rounds: 3,
    load: () => import('./import-follows/bench.ts'),
  },
  'import-posts': {
    sentence:
      'Importing posts, against batches that a server indexes, and against JSON.parse and prepared inserts; memory by size.',
    sizes: { of: 'posts', usual: [100_000, 1_000_000] },
    rounds: 3,
    load: () => import('./import-posts/bench.ts'),
  },
  'import-beside': {
    sentence:
      'Followers pages while follows, and a tenth as many posts, are imported beside the server, against the same at rest.',
    sizes: { of: 'edges', usual: [1_000_000] },
    load: () => import('./import-beside.ts'),
  },
  log: {
    sentence:
      'Appending to the log by number of concurrent commands, against bare inserts; latency to its readers.',
    sizes: { of: 'commands at once', usual: [1, 64] },
    load: () => import('./log/bench.ts'),
  },
  lookup: {
    sentence:
      'Look-ups of 100 posts with authors, from the caches against a bare route, and without against statements.',
    sizes: { of: 'posts', usual: [10_000, 100_000] },
    load: () => import('./lookup.ts'),
  },
  match: {
    sentence: 'Posts matched against live rules, against the plainest index and the reference; adding rules.',
    sizes: { of: 'rules', usual: [10, 1_000, 10_000, 100_000, 1_000_000] },
    load: () => import('./match/bench.ts'),
  },
  messages: {
    sentence:
      'Sending direct messages with 1 and 64 clients, against a bare route that stores the same rows; the newest 50.',
    sizes: { of: 'messages of one user', usual: [1_000, 1_000_000] },
    load: () => import('./messages/bench.ts'),
  },
  media: {
    sentence:
      'Uploads in segments over HTTP, against the framework writing the same bytes to a file; memory.',
    sizes: { of: 'MiB', usual: [15, 150] },
    rounds: 3,
    load: () => import('./media.ts'),
  },
  oauth: {
    sentence: 'Checking a signed request, against its HMAC alone.',
    load: () => import('./oauth.ts'),
  },
  post: {
    sentence:
      'Writing posts over HTTP with 1 and 64 clients, each durable, against a bare route that stores the same row.',
    load: () => import('./post/bench.ts'),
  },
  relay: {
    sentence:
      'A stream node on the relay of three NATS servers against one that reads the table; what nodes cost PostgreSQL.',
    sizes: { of: 'stream nodes on the relay', usual: [1, 8] },
    rounds: 3,
    load: () => import('./relay/bench.ts'),
  },
  resume: {
    sentence:
      'A hundred consumers who resume the compliance stream one hour back within a minute, against one of them.',
    sizes: { of: 'events of the hour', usual: [36_000, 360_000] },
    load: () => import('./resume.ts'),
  },
  simulate: {
    sentence:
      'Nodes that hold a load, and what is full first: a simulation with measured costs; measures nothing.',
    sizes: { of: 'posts a second in the mean', usual: [100, 1_000, 5_700] },
    load: () => import('./simulate/bench.ts'),
  },
  stream: {
    sentence:
      'The stream by rules to connections that all match every post, against bare writes; latency; a full house.',
    sizes: { of: 'connections', usual: [1, 100, 1_000] },
    rounds: 3,
    load: () => import('./stream.ts'),
  },
  idle: {
    sentence: 'Memory of a stream connection that is sent nothing, against a bare chunked answer.',
    sizes: { of: 'connections', usual: [1_000, 5_000] },
    load: () => import('./idle.ts'),
  },
  search: {
    sentence:
      'Recent search against its bare full-text query, with and without as many older posts; backtests of the same.',
    sizes: { of: 'posts of seven days', usual: [20_000, 100_000] },
    rounds: 3,
    load: () => import('./search/bench.ts'),
  },
  start: {
    sentence:
      'Starts of the built program with a compile cache: an empty server, and the demo for the first and the second time.',
    load: () => import('./start/bench.ts'),
  },
  memory: {
    sentence: 'Resident memory of an idle server from the built program, before and after 1,000 posts.',
    rounds: 3,
    load: () => import('./start/memory.ts'),
  },
  'testing-entry': {
    sentence: 'The module aviary-server/testing: its import, the start of a server after it, and resets.',
    sizes: { of: 'rows', usual: [1_000] },
    load: () => import('./testing-entry/bench.ts'),
  },
  timeline: {
    sentence: 'Home timelines of a user who follows 1,000, by how many posts there are.',
    sizes: { of: 'posts', usual: [100_000, 1_000_000, 3_000_000] },
    rounds: 3,
    load: () => import('./timeline/bench.ts'),
  },
  'user-timeline': {
    sentence:
      'GET 2/users/:id/tweets of 100 posts from memory, against a bare route that sends the same bytes.',
    sizes: { of: 'posts of the user', usual: [3_000] },
    load: () => import('./user-timeline.ts'),
  },
  users: {
    sentence:
      'Look-ups of 100 users, from the cache against a bare route, and without it against the bare statement.',
    sizes: { of: 'users', usual: [10_000, 100_000] },
    load: () => import('./users.ts'),
  },
  webhooks: {
    sentence:
      'Deliveries to webhooks, one of whose receivers hangs, against a loop that posts the same bytes.',
    sizes: { of: 'receivers', usual: [1, 100] },
    rounds: 3,
    load: () => import('./webhooks.ts'),
  },
}

const ROUNDS = 5

const FLAGS = {
  engine: { type: 'string', default: 'both' },
  sizes: { type: 'string' },
  seconds: { type: 'string', default: '1' },
  rounds: { type: 'string' },
  profile: { type: 'string' },
  without: { type: 'string', default: '' },
  help: { type: 'boolean', default: false },
} as const

class WrongUsage extends Error {}

/** Returns the exit code: 0 when every target was met, 1 when one was missed, 2 for wrong usage. */
async function main(argv: readonly string[]): Promise<number> {
  const { values, positionals } = parseArgs({ args: [...argv], options: FLAGS, allowPositionals: true })
  const [name, ...others] = positionals
  if (values.help || name === undefined) {
    process.stdout.write(helpText())
    return values.help ? 0 : 2
  }
  const entry = Object.hasOwn(BENCHES, name) ? BENCHES[name] : undefined
  if (entry === undefined || others.length > 0) {
    throw new WrongUsage(`there is no bench ${positionals.join(' ')}; see --help`)
  }
  const { bench } = await entry.load()
  await bench({
    engines: enginesOf(values.engine),
    sizes: values.sizes === undefined ? (entry.sizes?.usual ?? []) : values.sizes.split(',').map(numberOf),
    seconds: numberOf(values.seconds),
    rounds: values.rounds === undefined ? (entry.rounds ?? ROUNDS) : numberOf(values.rounds),
    profile: values.profile,
    without: values.without.split(',').filter((name) => name !== ''),
  })
  return targetsMissed() === 0 ? 0 : 1
}

function helpText(): string {
  const width = Math.max(...Object.keys(BENCHES).map((name) => name.length))
  const benches = Object.entries(BENCHES).map(([name, { sentence, sizes }]) => {
    const usual = sizes === undefined ? '' : ` Sizes: ${sizes.of}, usually ${sizes.usual.join(',')}.`
    return `  ${name.padEnd(width)}  ${sentence}${usual}`
  })
  return `npm run bench -- NAME [flags]

Figures are good as ratios within one run. Benches:
${benches.join('\n')}

Flags:
  --engine sqlite|postgres|both  default both
  --sizes N,N,…                  numbers of rows, such as 10000 or 1e6
  --seconds N                    length of a sample, default 1
  --rounds N                     samples of each contender, usually 3 or 5
  --without NAME,…               leaves contenders of imports out: bare, former; of import-beside: follows, posts
  --profile DIR                  writes a .cpuprofile of every process that is measured
`
}

function enginesOf(text: string): readonly Engine[] {
  if (text === 'both') return ['sqlite', 'postgres']
  if (text === 'sqlite' || text === 'postgres') return [text]
  throw new WrongUsage(`--engine is sqlite, postgres or both, not ${text}`)
}

function numberOf(text: string): number {
  const number = Number(text)
  if (!(number > 0)) throw new WrongUsage(`${JSON.stringify(text)} is no number above 0`)
  return number
}

try {
  process.exitCode = await main(process.argv.slice(2))
} catch (error) {
  const isUsage = error instanceof WrongUsage || (error instanceof TypeError && 'code' in error)
  process.stderr.write(`bench: ${isUsage ? error.message : String((error as Error).stack ?? error)}\n`)
  process.exitCode = isUsage ? 2 : 1
}

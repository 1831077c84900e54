/**
 * Measures how many posts per second the engine matches, with tokenisation, by number of live rules.
 * Compares the engine with the simplest index and with the reference implementation. Also measures the cost
 * of adding and removing a rule, memory per rule, and the growth of the parsing time, which must be linear.
 * Uses recorded posts.
 */
import { LABS_STREAM } from '../../src/filter/dialect.ts'
import { RuleEngine } from '../../src/filter/engine.ts'
import type { FilterPost } from '../../src/filter/post.ts'
import { matches } from '../../src/filter/reference.ts'
import { readRule } from '../../src/filter/rule.ts'
import { systemClock } from '../../src/lib/time/clock.ts'
import { readFilterPosts } from '../../test/support/streams/filter-posts.ts'
import type { BenchOptions } from '../lib/options.ts'
import { count, percent, printTable, printVerdict, progress, whole } from '../lib/report.ts'
import { cpuOf, interleave, quantile, rateRatio, ratesOf, type Sample, spreadOf } from '../lib/statistics.ts'
import { Ceiling } from './ceiling.ts'
import { RuleMaker, treeOf } from './rules.ts'

const POSTS = new URL('../../test/fixtures/rules/posts.jsonl.gz', import.meta.url)
const SEED = 20_200_812
const OF_CEILING_WANTED = 0.5
const GROWTH_WANTED = 8
const CHANGE_WANTED_MS = 1
/** Above this number of rules the reference is too slow. */
const REFERENCE_UP_TO = 1_000
const CHANGES = 20_000
const WEIGHED_FROM = 10_000
const PARSE_LENGTHS = [1_000, 10_000, 100_000]
const PARSE_GROWTH_WANTED = 2

export async function bench(options: BenchOptions): Promise<void> {
  const posts = readFilterPosts(POSTS)
  const costs = new Map<number, number>()
  const rows: Record<string, string>[] = []
  for (const size of options.sizes) {
    progress(`${whole(size)} rules`)
    rows.push(await measureSize(size, posts, options, costs))
  }
  printTable('Posts matched a second', rows)
  const [few, many] = [costs.get(1_000), costs.get(100_000)]
  if (few !== undefined && many !== undefined) {
    printVerdict('processor time of a post, 100,000 rules against 1,000', many / few, {
      atMost: GROWTH_WANTED,
    })
  }
  measureParsing()
}

async function measureSize(
  size: number,
  posts: readonly FilterPost[],
  { seconds, rounds }: BenchOptions,
  costs: Map<number, number>,
): Promise<Record<string, string>> {
  const maker = new RuleMaker(posts, SEED)
  const rules = Array.from({ length: size }, () => maker.next())
  const engine = new RuleEngine({ seed: SEED })
  for (const post of posts) engine.match(post)
  const before = heapUsed()
  const handles = rules.map((rule) => engine.add(treeOf(rule)))
  const bytes = (heapUsed() - before) / size
  const ceiling = new Ceiling(posts)
  for (const [rule, text] of rules.entries()) ceiling.add(rule, treeOf(text))
  const samples = await interleave(
    {
      engine: sampler(posts, seconds, (post) => engine.match(post)),
      ceiling: sampler(posts, seconds, (post) => ceiling.match(post)),
    },
    rounds,
    1,
  )
  const ratio = rateRatio(samples.engine, samples.ceiling)
  costs.set(size, cpuOf(samples.engine).median)
  printVerdict(`${whole(size)} rules, of the ceiling`, ratio.median, { atLeast: OF_CEILING_WANTED })
  const matchesOfPost = posts.reduce((sum, post) => sum + engine.match(post).length, 0) / posts.length
  const changes = measureChanges(engine, handles, rules)
  printVerdict(`${whole(size)} rules, ms of a change, 99 of 100`, changes.most, {
    atMost: CHANGE_WANTED_MS,
  })
  return {
    rules: whole(size),
    engine: count(ratesOf(samples.engine)),
    'processor time': `${(cpuOf(samples.engine).median * 1000).toFixed(1)} µs`,
    ceiling: count(ratesOf(samples.ceiling)),
    'of the ceiling': percent(ratio),
    reference: size > REFERENCE_UP_TO ? '' : whole(referenceRate(rules, posts)),
    'matches of a post': matchesOfPost.toFixed(2),
    // With few rules, other objects dominate the heap.
    'bytes of a rule': size < WEIGHED_FROM ? '' : whole(bytes),
    'change, half': `${(changes.median * 1000).toFixed(1)} µs`,
    'change, 99 of 100': `${(changes.most * 1000).toFixed(0)} µs`,
    'slowest change': `${changes.slowest.toFixed(2)} ms`,
  }
}

function sampler(posts: readonly FilterPost[], seconds: number, task: (post: FilterPost) => unknown) {
  return async (): Promise<Sample> => {
    const cpu = process.cpuUsage()
    const started = systemClock.monotonic()
    const deadline = started + seconds * 1000
    let operations = 0
    while (systemClock.monotonic() < deadline) {
      for (const post of posts) task(post)
      operations += posts.length
    }
    const milliseconds = systemClock.monotonic() - started
    const { user, system } = process.cpuUsage(cpu)
    return { operations, milliseconds, cpuMilliseconds: (user + system) / 1000 }
  }
}

/** Removes rules and adds them again, one at a time. */
function measureChanges(engine: RuleEngine, handles: number[], rules: readonly string[]) {
  const times: number[] = []
  for (let change = 0; change < CHANGES; change += 1) {
    const index = (change * 7919) % rules.length
    const tree = treeOf(rules[index] ?? '')
    const started = systemClock.monotonic()
    engine.remove(handles[index] ?? 0)
    const between = systemClock.monotonic()
    handles[index] = engine.add(tree)
    times.push(between - started, systemClock.monotonic() - between)
  }
  times.sort((a, b) => a - b)
  return { median: quantile(times, 0.5), most: quantile(times, 0.99), slowest: times.at(-1) ?? 0 }
}

function referenceRate(texts: readonly string[], posts: readonly FilterPost[]): number {
  const rules = texts.map(treeOf)
  const some = posts.slice(0, Math.max(1, Math.floor(20_000 / rules.length)))
  const started = systemClock.monotonic()
  for (const post of some) for (const rule of rules) matches(rule, post)
  return (some.length * 1000) / (systemClock.monotonic() - started)
}

/** Parses rules of one length in three shapes. The slowest shape counts. */
function measureParsing(): void {
  const costs = PARSE_LENGTHS.map((length) => Math.max(...shapesOf(length).map(nanosecondsPerCharacter)))
  printTable(
    'Rules read',
    PARSE_LENGTHS.map((length, index) => ({
      characters: whole(length),
      'of a character, at most': `${(costs[index] ?? 0).toFixed(0)} ns`,
    })),
  )
  const [shortest = Number.NaN] = costs
  const growth = (costs.at(-1) ?? Number.NaN) / shortest
  printVerdict('time per character, the longest rule against the shortest', growth, {
    atMost: PARSE_GROWTH_WANTED,
  })
}

function shapesOf(length: number): string[] {
  const groups = length / 2 - 1
  return [
    `${'cat OR '.repeat(length / 7 - 1)}dog`,
    `${'('.repeat(groups)}a${')'.repeat(groups)}`,
    '-has:images "a b" '.repeat(length / 18),
  ]
}

function nanosecondsPerCharacter(text: string): number {
  const dialect = { ...LABS_STREAM, maxLength: text.length, maxDepth: text.length, maxTerms: text.length }
  const times = Array.from({ length: 15 }, () => {
    const started = systemClock.monotonic()
    readRule(text, dialect)
    return ((systemClock.monotonic() - started) * 1e6) / text.length
  })
  // The minimum is the best estimate, because other load can only add time.
  return spreadOf(times).min
}

function heapUsed(): number {
  globalThis.gc?.()
  const { heapUsed: heap, arrayBuffers } = process.memoryUsage()
  return heap + arrayBuffers
}

/**
 * Compares the engine with the reference implementation on generated rules and posts, and reads random texts
 * as rules. Run `node bench/match/agree.ts [--pairs 1000000] [--texts 100000] [--seed 1]` by hand, with any
 * number of pairs. The exit code is 1 at the first difference.
 */
import { parseArgs } from 'node:util'
import fc from 'fast-check'
import type { Expression } from '../../src/filter/ast.ts'
import { LABS_SEARCH, LABS_STREAM, V2_STREAM } from '../../src/filter/dialect.ts'
import { RuleEngine } from '../../src/filter/engine.ts'
import type { FilterPost } from '../../src/filter/post.ts'
import { matches } from '../../src/filter/reference.ts'
import { expression, filterPost } from '../../test/support/streams/filter-arbitraries.ts'
import { checkReading, mutatedRule } from '../../test/support/streams/filter-fuzz.ts'
import { readFilterPosts } from '../../test/support/streams/filter-posts.ts'
import { RuleMaker, treeOf } from './rules.ts'

const RULES_AT_ONCE = 40
const POSTS_AT_ONCE = 25
const RULES_FOR_RECORDED = 2_000

const { values } = parseArgs({
  options: {
    pairs: { type: 'string', default: '1000000' },
    texts: { type: 'string', default: '100000' },
    seed: { type: 'string', default: '1' },
  },
})
const seed = Number(values.seed)

/** Compares all rules on all posts. */
function compare(rules: readonly Expression[], posts: readonly FilterPost[]): void {
  const engine = new RuleEngine({ seed })
  const live = rules.map((rule) => ({ rule, handle: engine.add(rule) }))
  for (const post of posts) {
    const matched = new Set(engine.match(post))
    for (const { rule, handle } of live) {
      if (matched.has(handle) !== matches(rule, post)) throw new Error('engine and reference disagree')
    }
    pairs += live.length
    matching += matched.size
  }
}

let pairs = 0
let matching = 0
fc.assert(
  fc.property(
    fc.array(expression, { minLength: RULES_AT_ONCE, maxLength: RULES_AT_ONCE }),
    fc.array(filterPost, { minLength: POSTS_AT_ONCE, maxLength: POSTS_AT_ONCE }),
    compare,
  ),
  { numRuns: Math.ceil(Number(values.pairs) / (RULES_AT_ONCE * POSTS_AT_ONCE)), seed },
)
process.stdout.write(`${pairs} pairs of rule and post agree, ${matching} of them match\n`)

pairs = 0
matching = 0
const recorded = readFilterPosts(new URL('../../test/fixtures/rules/posts.jsonl.gz', import.meta.url))
const maker = new RuleMaker(recorded, seed)
compare(
  Array.from({ length: RULES_FOR_RECORDED }, () => treeOf(maker.next())),
  recorded,
)
process.stdout.write(`${pairs} pairs with recorded posts agree, ${matching} of them match\n`)

const texts = fc.oneof(
  mutatedRule,
  fc.string({ unit: 'binary', maxLength: 100 }),
  fc.string({ maxLength: 600 }),
)
fc.assert(fc.property(texts, fc.constantFrom(LABS_STREAM, LABS_SEARCH, V2_STREAM), checkReading), {
  numRuns: Number(values.texts),
  seed,
})
process.stdout.write(`${values.texts} texts are rules or get problems\n`)

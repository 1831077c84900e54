import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { byPart } from '../../test/support/part.ts'
import * as fc from '../../test/support/properties.ts'
import { expression, filterPost, TERMS } from '../../test/support/streams/filter-arbitraries.ts'
import { readFilterPosts } from '../../test/support/streams/filter-posts.ts'
import type { Expression, TermMeaning } from './ast.ts'
import { LABS_STREAM, V2_STREAM } from './dialect.ts'
import { RuleEngine, type RuleHandle } from './engine.ts'
import type { FilterPost } from './post.ts'
import { matches } from './reference.ts'
import { readRule } from './rule.ts'
import { tokenise } from './tokenise.ts'

/** The handles of the rules that match according to the reference implementation, in ascending order. */
function expected(rules: ReadonlyMap<RuleHandle, Expression>, post: FilterPost): RuleHandle[] {
  return [...rules]
    .filter(([, rule]) => matches(rule, post))
    .map(([handle]) => handle)
    .toSorted(ascending)
}

function ascending(a: number, b: number): number {
  return a - b
}

function ruleOf(text: string): Expression {
  const reading = readRule(text, LABS_STREAM)
  assert.ok('expression' in reading, text)
  return reading.expression
}

describe('the engine matches like the reference implementation', () => {
  test('the results are equal for rules and posts of every kind', () => {
    fc.assert(
      fc.property(
        fc.array(expression, { minLength: 1, maxLength: 20 }),
        fc.array(filterPost, { minLength: 1, maxLength: 10 }),
        (rules, posts) => {
          checkAgreement(rules, posts)
        },
      ),
      { numRuns: 300 },
    )
  })

  test('the results are equal for terms of each kind, which are true for some posts and false for others', () => {
    const span = { start: 0, end: 0 }
    const posts = fc.sample(filterPost, { seed: 1, numRuns: byPart(50, 200) })
    for (const [kind, { arbitrary }] of Object.entries<{ arbitrary: fc.Arbitrary<TermMeaning> }>(TERMS)) {
      const rules = fc.sample(arbitrary, { seed: 1, numRuns: 40 }).map((meaning) => ({ ...meaning, span }))
      const answers = new Set(rules.flatMap((rule) => posts.map((post) => matches(rule, post))))
      assert.deepEqual([...answers].toSorted(), [false, true], kind)
      checkAgreement(rules, posts)
    }
  })

  test('the results are equal while rules are added and removed, and while the counter of posts wraps', () => {
    const step = fc.oneof(
      { arbitrary: expression.map((rule) => ({ rule })), weight: 3 },
      { arbitrary: fc.nat().map((remove) => ({ remove })), weight: 2 },
      { arbitrary: filterPost.map((post) => ({ post })), weight: 3 },
    )
    fc.assert(
      fc.property(
        fc.array(step, { maxLength: 80, size: 'max' }),
        fc.integer({ min: 1, max: 9 }),
        checkChanges,
      ),
      { numRuns: 150 },
    )
  })

  test('the results are equal for rules that cannot be indexed under any term', () => {
    const never = ruleOf('cat')
    const engine = new RuleEngine()
    const handle = engine.add({ kind: 'not', item: never, span: never.span })
    const [post = assert.fail()] = fc.sample(filterPost, { seed: 1, numRuns: 1 })
    assert.deepEqual(engine.match({ ...post, texts: ['dog'] }), [handle])
    assert.deepEqual(engine.match({ ...post, texts: ['a cat'] }), [])
    engine.remove(handle)
    assert.deepEqual(engine.match({ ...post, texts: ['dog'] }), [])
  })
})

describe('recorded posts', () => {
  const fixture = new URL('../../test/fixtures/rules/posts.jsonl.gz', import.meta.url)
  const shared = new URL('../../../shared/data/', import.meta.url)
  const noData = existsSync(shared) ? false : 'the data folder is not there'

  test('the results are equal for the posts of the fixture, with rules made from their words', () => {
    const posts = readFilterPosts(fixture)
    const [first, last, least] = byPart([30, 70, 50], [0, 100, 100])
    assert.ok(checkAgreement(rulesOf(posts.slice(first, 60)), posts.slice(40, last)) > least)
  })

  test('the results are equal for all recorded posts, with all recorded rules', { skip: noData }, () => {
    const folder = new URL('tweets/', shared)
    const posts = readdirSync(folder).flatMap((name) => readFilterPosts(new URL(name, folder)))
    assert.ok(posts.length > 1_300)
    const recorded = recordedRules(new URL('rules/rules.jsonl.gz', shared))
    assert.ok(recorded.length > 25, 'rules that documentation shows are read')
    const rules = [...recorded, ...rulesOf(posts.filter((_, index) => index % 300 === 0))]
    const step = byPart(4, 1)
    const some = posts.filter((_, index) => index % step === 0)
    assert.ok(checkAgreement(rules, some) > 200 / step)
  })
})

describe('an engine', () => {
  test('removes a rule and its terms', () => {
    const engine = new RuleEngine()
    const texts = ['cat', '"cat dog" -bird', 'from:12 OR to:12', 'url:"a b" sample:50', 'a cat', 'cat OR cat']
    const rules = texts.map(ruleOf)
    const handles = rules.map((rule) => engine.add(rule))
    const bytes = engine.recordBytes
    for (let again = 0; again < byPart(100, 1_000); again += 1) {
      for (const handle of handles.splice(0)) engine.remove(handle)
      assert.equal(engine.size, 0)
      assert.equal(engine.terms, 0)
      handles.push(...rules.map((rule) => engine.add(rule)))
    }
    assert.equal(engine.recordBytes, bytes, 'places are used again')
    assert.deepEqual(handles.toSorted(ascending), [0, 1, 2, 3, 4, 5], 'handles are given again')
  })

  test('rejects handles of removed rules', () => {
    const engine = new RuleEngine()
    const handle = engine.add(ruleOf('cat'))
    engine.remove(handle)
    assert.throws(() => engine.remove(handle), { name: 'InvariantBroken' })
    assert.throws(() => engine.remove(7), { name: 'InvariantBroken' })
  })

  test('refuses a rule with more terms than the maximum', () => {
    const cat = ruleOf('cat')
    const items = Array.from({ length: 65_600 }, () => cat)
    assert.throws(
      () =>
        new RuleEngine().add({
          kind: 'and',
          items: [cat, { kind: 'or', items, span: cat.span }],
          span: cat.span,
        }),
      RangeError,
    )
  })
})

/** Compares the engine with the reference implementation. @returns the number of matching pairs of rule and post */
function checkAgreement(rules: readonly Expression[], posts: readonly FilterPost[]): number {
  let matching = 0
  const engine = new RuleEngine()
  const live = new Map(rules.map((rule) => [engine.add(rule), rule]))
  for (const post of posts) {
    const matched = engine.match(post).toSorted(ascending)
    assert.deepEqual(matched, expected(live, post), post.texts.join('\n'))
    matching += matched.length
  }
  return matching
}

type Step = { readonly rule: Expression } | { readonly remove: number } | { readonly post: FilterPost }

function checkChanges(steps: readonly Step[], maxTurns: number): void {
  const engine = new RuleEngine({ maxTurns, seed: maxTurns })
  const live = new Map<RuleHandle, Expression>()
  for (const step of steps) {
    if ('rule' in step) {
      const handle = engine.add(step.rule)
      assert.ok(!live.has(handle), 'a live handle was given again')
      live.set(handle, step.rule)
    } else if ('remove' in step) {
      const handle = [...live.keys()][step.remove % Math.max(1, live.size)]
      if (handle === undefined) continue
      engine.remove(handle)
      live.delete(handle)
    } else {
      assert.deepEqual(engine.match(step.post).toSorted(ascending), expected(live, step.post))
    }
    assert.equal(engine.size, live.size)
  }
}

/** Rules made from the posts: some match, and some almost match. */
function rulesOf(posts: readonly FilterPost[]): Expression[] {
  return posts.flatMap(({ texts, hashtags, mentions, author }) => {
    const [first = 'x', second = 'y', third = 'z'] = texts.flatMap(tokenise).map((token) => `"${token}"`)
    return [
      `${first} ${third} bird`,
      `(${second} OR bird) lang:en`,
      `bird OR (${third} -${first}x)`,
      `"${texts.flatMap(tokenise).slice(1, 4).join(' ')} bird"`,
      `from:${author.name} -is:retweet`,
      `retweets_of:${author.id} OR to:${author.name}`,
      ...hashtags.map((tag) => `#${tag} has:links`),
      ...mentions.map((name) => `@${name} -has:images`),
    ].flatMap((text) => {
      const reading = readRule(text, LABS_STREAM)
      return 'expression' in reading ? [reading.expression] : []
    })
  })
}

function recordedRules(file: URL): Expression[] {
  const lines = gunzipSync(readFileSync(file)).toString('utf8').trimEnd().split('\n')
  return lines.flatMap((line) => {
    const reading = readRule((JSON.parse(line) as { value: string }).value, V2_STREAM)
    return 'expression' in reading ? [reading.expression] : []
  })
}

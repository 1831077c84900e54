import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from '../../test/support/properties.ts'
import { expression, filterPost, TERMS } from '../../test/support/streams/filter-arbitraries.ts'
import type { Expression } from './ast.ts'
import { V2_STREAM } from './dialect.ts'
import { evidenceOf } from './editing/evidence.ts'
import { RuleEngine } from './engine.ts'
import { type Explanation, explain } from './explain.ts'
import type { FilterPost } from './post.ts'
import { isTermTrue, matches } from './reference.ts'
import { readRule } from './rule.ts'
import { tokenise } from './tokenise.ts'

const NOWHERE = { start: 0, end: 0 }

function ruleOf(value: string): Expression {
  const reading = readRule(value, V2_STREAM)
  assert.ok('expression' in reading, value)
  return reading.expression
}

function postOf(post: Partial<FilterPost>): FilterPost {
  const [whole] = fc.sample(filterPost, { seed: 1, numRuns: 1 })
  assert.ok(whole)
  return { ...whole, hashtags: [], mentions: [], cashtags: [], urls: [], ...post }
}

function leaves(part: Explanation): readonly Explanation[] {
  return part.kind === 'term' ? [part] : part.parts.flatMap(leaves)
}

/** The parts of the texts that an explanation marks. */
function marked(value: string, post: FilterPost): string[] {
  return leaves(explain(ruleOf(value), post)).flatMap(({ evidence }) =>
    evidence.flatMap(({ spans }) =>
      spans.map(({ text, start, end }) => (post.texts[text] ?? '').slice(start, end)),
    ),
  )
}

test('the result of an explanation equals the result of the reference implementation', () => {
  fc.assert(
    fc.property(expression, filterPost, (rule, post) => {
      assert.equal(explain(rule, post).isTrue, matches(rule, post))
    }),
  )
})

test('the result of an explanation equals the result of the engine, for parsed rules', () => {
  const engine = new RuleEngine()
  const values = [
    'cat',
    'cat -dog',
    '"cat dog" OR #cats',
    '@alice (猫 OR 東京)',
    'from:bob_1 lang:en',
    'url:"cat dog"',
  ]
  const rules = values.map((value) => ({ rule: ruleOf(value), handle: engine.add(ruleOf(value)) }))
  fc.assert(
    fc.property(filterPost, (post) => {
      const matched = new Set(engine.match(post))
      for (const { rule, handle } of rules) assert.equal(explain(rule, post).isTrue, matched.has(handle))
    }),
  )
})

for (const [kind, { arbitrary }] of Object.entries(TERMS)) {
  test(`a term ${kind} has evidence if and only if it is true, and its spans contain its tokens`, () => {
    fc.assert(
      fc.property(arbitrary, filterPost, (meaning, post) => {
        const term = { ...meaning, span: NOWHERE }
        const evidence = evidenceOf(term, post)
        assert.equal(evidence.length > 0, isTermTrue(term, post))
        const wanted =
          term.kind === 'keyword' ? [term.token] : term.kind === 'phrase' ? term.tokens : undefined
        for (const { spans } of evidence) {
          if (wanted !== undefined) assert.ok(spans.length > 0)
          for (const { text, start, end } of spans) {
            const slice = post.texts[text]?.slice(start, end)
            assert.ok(slice !== undefined && slice.length > 0)
            if (wanted !== undefined) assert.deepEqual(tokenise(slice), wanted)
          }
        }
      }),
    )
  })
}

test('spans are ranges of UTF-16 code units in the original text', () => {
  const text = '😃 İstanbul: the CAT, a Naïve cat — #Cats @Alice $TWTR 猫 👨‍👩‍👧 https://t.co/Cat'
  const post = postOf({
    texts: [text, 'cat'],
    hashtags: ['Cats'],
    mentions: ['Alice'],
    cashtags: ['TWTR'],
    urls: ['https://t.co/Cat'],
  })
  assert.deepEqual(marked('cat', post), ['CAT', 'cat', 'Cat', 'cat'])
  assert.deepEqual(marked('"the cat a"', post), ['the CAT, a'])
  assert.deepEqual(marked('naïve', post), ['Naïve'])
  assert.deepEqual(marked('#cats @alice $twtr', post), ['#Cats', '@Alice', '$TWTR'])
  assert.deepEqual(marked('猫 👨‍👩‍👧', post), ['猫', '👨‍👩‍👧'])
  assert.deepEqual(marked('url:"t.co"', post), ['https://t.co/Cat'])
  assert.deepEqual(marked('"i̇stanbul"', post), ['İstanbul'])
})

test('a tag is not marked inside a longer tag', () => {
  assert.deepEqual(marked('#cat', postOf({ texts: ['#cats #cat_1 #cat'], hashtags: ['cat'] })), ['#cat'])
})

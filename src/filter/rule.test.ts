import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { slowTest } from '../../test/support/part.ts'
import * as fc from '../../test/support/properties.ts'
import { expression } from '../../test/support/streams/filter-arbitraries.ts'
import { checkReading, mutatedRule } from '../../test/support/streams/filter-fuzz.ts'
import { type Expression, withMembers } from './ast.ts'
import { check } from './check.ts'
import { LABS_SEARCH, LABS_STREAM, V2_SEARCH, V2_STREAM, V11_SEARCH } from './dialect.ts'
import { print } from './print.ts'
import { problemText, queryProblemText } from './problem.ts'
import { readRule } from './rule.ts'

/** The members of each list; a parsed rule has no members yet. */
const NO_MEMBERS = new Map(['1', '2', '3'].map((id) => [id, new Set<string>()]))

const DIALECTS = [LABS_STREAM, LABS_SEARCH, V2_STREAM, V2_SEARCH, V11_SEARCH]

function saidOf(text: string, dialect = LABS_STREAM): string[] {
  const reading = readRule(text, dialect)
  return 'expression' in reading ? [] : reading.problems.map(problemText)
}

describe('spec/rules.md#rule-fields: value has 1 to 512 characters', () => {
  const TOO_LONG = ['Rule must be no longer than 512 characters (at position 513)']

  for (const [name, dialect] of Object.entries({ LABS_STREAM, LABS_SEARCH, V2_SEARCH })) {
    test(`${name}: the length is counted in code points`, () => {
      assert.deepEqual(saidOf('😃'.repeat(512), dialect), [])
      assert.deepEqual(saidOf('😃'.repeat(513), dialect), TOO_LONG)
      assert.deepEqual(saidOf('a'.repeat(513), dialect), TOO_LONG)
      assert.deepEqual(saidOf('', dialect), ["no viable alternative at input '<EOF>' (at position 1)"])
    })
  }
})

test('spec/v2.md#app-levels: rules of API v2 have up to 1,024 characters', () => {
  const tooLong = ['Rule must be no longer than 1024 characters (at position 1025)']
  assert.deepEqual(saidOf('😃'.repeat(1_024), V2_STREAM), [])
  assert.deepEqual(saidOf('😃'.repeat(1_025), V2_STREAM), tooLong)
})

describe('spec/rule-language.md#grammar: limits', () => {
  const wide = { ...LABS_STREAM, maxLength: 1_000_000 }
  const many = { ...wide, maxTerms: 1_000_000 }

  slowTest('100,000 ORs are refused by their number, and read where the limit allows them', () => {
    const text = Array(100_001).fill('cat').join(' OR ')
    assert.deepEqual(saidOf(text, wide), ['Rule must have no more than 256 terms (at position 1793)'])
    assert.deepEqual(saidOf(text, many), [])
  })

  slowTest('500,000 parentheses are refused by their depth, balanced or not', () => {
    const said = ['Rule must have no more than 256 groups within each other (at position 257)']
    assert.deepEqual(saidOf('('.repeat(500_000), wide), said)
    assert.deepEqual(saidOf(`${'('.repeat(400_000)}a${')'.repeat(400_000)}`, wide), said)
  })

  slowTest('500,000 signs, quotes and letters are read', () => {
    assert.equal(saidOf(`${'-'.repeat(500_000)}cat`, wide).length, 2)
    assert.deepEqual(saidOf(`cat ${'-'.repeat(499_000)}dog`, wide), [])
    assert.deepEqual(saidOf('a'.repeat(1_000_000), wide), [])
    assert.deepEqual(saidOf(`"${'a '.repeat(400_000)}"`, wide), [])
  })

  test('no rule of 512 characters can exceed the maximum nesting or number of terms', () => {
    assert.deepEqual(saidOf(`${'('.repeat(255)}cc${')'.repeat(255)}`), [])
    assert.deepEqual(saidOf(Array(256).fill('b').join(' ')), [])
  })
})

describe('spec/rule-language.md#error-messages: positions are code points, counted from 1', () => {
  test('an emoji before the position is counted as one code point', () => {
    assert.deepEqual(saidOf('😃😃 <'), ["no viable alternative at character '<' (at position 4)"])
  })

  test('spans are code points, counted from 0', () => {
    const reading = readRule('😃 -(dog OR "a b")', LABS_STREAM)
    assert.ok('expression' in reading && reading.expression.kind === 'and')
    const [smile, not] = reading.expression.items
    assert.deepEqual(smile?.span, { start: 0, end: 1 })
    assert.ok(not?.kind === 'not' && not.item.kind === 'or')
    assert.deepEqual(not.span, { start: 2, end: 17 })
    assert.deepEqual(not.item.span, { start: 3, end: 17 })
    assert.deepEqual(not.item.items[1]?.span, { start: 11, end: 16 })
  })
})

test('lone surrogates are reported as U+FFFD, anywhere', () => {
  assert.deepEqual(saidOf('cat \ud83d'), ["no viable alternative at character '\ufffd' (at position 5)"])
  assert.match(saidOf('cat has:[\ud83d')[0] ?? '', /^Reference to invalid operator 'has:\[\ufffd'/)
})

test('spec/recent-search.md#query: a search reports all problems of a query in one text', () => {
  const reading = readRule("'cat'", LABS_SEARCH)
  assert.ok('problems' in reading)
  assert.equal(
    queryProblemText(reading.problems),
    "There were errors processing your request: no viable alternative at character ''' (at position 1), " +
      "no viable alternative at character ''' (at position 5)",
  )
})

describe('spec/rule-language.md#operators: every operator', () => {
  const of2022 =
    'in_reply_to_tweet_id retweets_of_tweet_id quotes_of_tweet_id place place_country point_radius bounding_box ' +
    'bio bio_name bio_location followers_count tweets_count following_count listed_count url_title ' +
    'url_description url_contains source'
  const names =
    `from to retweets_of url context entity has is lang sample conversation_id list ${of2022}`.split(' ')
  const later = 'contains embedding min_likes __proto__ constructor toString'
  const values = [
    '',
    '""',
    '"',
    '"x"',
    `"${'x'.repeat(480)}"`,
    'x'.repeat(480),
    '猫',
    '"😃 ❤️"',
    '\u0000',
    '*',
    '"*"',
  ]

  for (const name of names) {
    test(`${name}: accepts or refuses empty, huge, quoted and Unicode values`, () => {
      for (const dialect of DIALECTS) {
        for (const value of values) checkReading(`cat ${name}:${value}`, dialect)
      }
    })
  }

  test('operators of later products and unknown operators are refused, and the message names them', () => {
    for (const name of later.split(' ')) {
      assert.match(
        saidOf(`cat ${name}:x`, V2_STREAM)[0] ?? '',
        /^Reference to invalid operator|^no viable/,
        name,
      )
      for (const value of values) checkReading(`cat ${name}:${value}`, LABS_STREAM)
    }
    for (const name of of2022.split(' ')) {
      assert.match(saidOf(`cat ${name}:x`, LABS_STREAM)[0] ?? '', /^Reference to invalid operator/, name)
    }
  })
})

describe('any text is a valid rule or has problems', () => {
  test('random text is read without an error', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), fc.constantFrom(...DIALECTS), checkReading),
      { numRuns: 500 },
    )
  })

  test('rules with a few changes are read without an error', () => {
    fc.assert(fc.property(mutatedRule, fc.constantFrom(...DIALECTS), checkReading), { numRuns: 2_000 })
  })
})

test('printing and parsing does not change a valid tree', () => {
  fc.assert(
    fc.property(expression, (tree) => {
      const text = print(tree)
      const operators = V2_STREAM.operators.union(V2_SEARCH.operators)
      const dialect = { ...V2_STREAM, operators, maxLength: 10_000, maxTerms: 10_000 }
      const reading = readRule(text, dialect)
      const isGood = check(tree, dialect).length === 0
      assert.equal('expression' in reading, isGood, text)
      if ('expression' in reading)
        assert.deepEqual(
          withoutSpans(reading.expression),
          withoutSpans(signsRead(withMembers(tree, NO_MEMBERS))),
          text,
        )
    }),
    { numRuns: 1_000 },
  )
})

/** Reduces minus signs as the parser does: an odd number to one sign, and an even number to two. */
function signsRead(tree: Expression): Expression {
  if (tree.kind === 'and' || tree.kind === 'or') return { ...tree, items: tree.items.map(signsRead) }
  if (tree.kind !== 'not') return tree
  const inner = tree.item
  if (inner.kind === 'not' && inner.item.kind === 'not') return signsRead(inner.item)
  return {
    ...tree,
    item: inner.kind === 'not' ? { ...inner, item: signsRead(inner.item) } : signsRead(inner),
  }
}

function withoutSpans(tree: Expression): unknown {
  return JSON.parse(JSON.stringify(tree, (key, value) => (key === 'span' ? undefined : value)))
}

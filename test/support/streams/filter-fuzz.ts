/** Generates nearly valid rules, and checks what happens when any text is read as a rule. */
import assert from 'node:assert/strict'
import { hasAnchor } from '../../../src/filter/check.ts'
import type { Dialect, OperatorName } from '../../../src/filter/dialect.ts'
import { print } from '../../../src/filter/print.ts'
import { readRule } from '../../../src/filter/rule.ts'
import * as fc from '../properties.ts'
import { expression } from './filter-arbitraries.ts'

const OPERATORS: Readonly<Record<OperatorName, true>> = {
  from: true,
  to: true,
  retweets_of: true,
  url: true,
  context: true,
  entity: true,
  has: true,
  is: true,
  lang: true,
  sample: true,
  conversation_id: true,
  list: true,
  in_reply_to_tweet_id: true,
  retweets_of_tweet_id: true,
  quotes_of_tweet_id: true,
  bio: true,
  bio_name: true,
  bio_location: true,
  url_title: true,
  url_description: true,
  place: true,
  followers_count: true,
  following_count: true,
  tweets_count: true,
  listed_count: true,
  url_contains: true,
  source: true,
  place_country: true,
  point_radius: true,
  bounding_box: true,
}

/** Pieces of text; some have a meaning in rules. */
const PIECES = [
  ...'()"-:#@$[]*.\\\' ',
  ...['OR', 'or', 'AND', ' OR ', 'x:', '--'],
  ...Object.keys(OPERATORS).map((name) => `${name}:`),
  ...[
    'cat',
    'the',
    '猫',
    '😃',
    '❤️',
    '1️⃣',
    '\u200d',
    '\ufe0f',
    '\u0301',
    '\ud83d',
    '\u0000',
    '\n',
    '　',
    '“',
    '﹟',
  ],
]

/**
 * The text of a rule with up to four changes. Each change puts a piece in place of up to three code units.
 */
export const mutatedRule = fc
  .tuple(
    expression.map(print),
    fc.array(fc.tuple(fc.nat(), fc.nat({ max: 3 }), fc.constantFrom(...PIECES)), { maxLength: 4 }),
  )
  .map(([rule, changes]) =>
    changes.reduce((text, [place, length, piece]) => {
      const at = place % (text.length + 1)
      return text.slice(0, at) + piece + text.slice(at + length)
    }, rule),
  )

/** All error messages about rules. */
const DOCUMENTED = [
  /^no viable alternative at (character|input) '[\s\S]+'$/u,
  /^mismatched character '<EOF>' expecting '"'$/,
  /^missing '\)' at '<EOF>'$/,
  /^missing EOF at '\)'$/,
  /^Rules must contain (a non-negation term|at least one positive, non-stopword clause)$/,
  /^is\/has\/lang cannot be used as a standalone operator$/,
  /^Ambiguous use of (and|or) as a keyword\. Use (a space|OR) to logically join two clauses(, or "\1" to find occurrences of \1 in text)?$/,
  /^Reference to invalid operator '[\s\S]+'\. Operator is not available in current product or product packaging$/u,
  /^Reference to invalid field '\w+'$/,
  /^Rule must (be no longer than|have no more than) \d+ (characters|groups within each other|terms)$/,
  /^The (is:nullcast operator must be negated|sample operator cannot be negated)$/,
  /^The sample operator applies to the whole rule: group the terms joined by OR$/,
]

/**
 * Reads a text as a rule. Asserts that the text is refused with documented messages at existing positions, or
 * that the rule can be indexed and its normal form reads as the same rule.
 */
export function checkReading(text: string, dialect: Dialect): void {
  const reading = readRule(text, dialect)
  if ('problems' in reading) {
    assert.ok(reading.problems.length > 0)
    for (const { message, position } of reading.problems) {
      assert.ok(
        DOCUMENTED.some((pattern) => pattern.test(message)),
        message,
      )
      assert.ok(message.isWellFormed())
      assert.ok(position >= 1 && position <= Array.from(text).length + 1, `${position} in ${text}`)
    }
    return
  }
  assert.ok(hasAnchor(reading.expression, dialect))
  const normal = print(reading.expression)
  const again = readRule(normal, { ...dialect, maxLength: 10_000 })
  assert.ok('expression' in again, `${JSON.stringify(text)} became ${JSON.stringify(normal)}`)
  assert.equal(print(again.expression), normal)
}

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import * as fc from '../../../test/support/properties.ts'
import { LABS_STREAM, V2_STREAM, withLength } from '../dialect.ts'
import { problemText } from '../problem.ts'
import { readRule } from '../rule.ts'
import { diagnose } from './diagnose.ts'
import { operatorHelp } from './operators.ts'

/** The underlined parts of a rule, and the tokens that would be valid there. */
function seen(rule: string, dialect = V2_STREAM) {
  return diagnose(rule, dialect).map(({ start, end, expected }) => [rule.slice(start, end), expected])
}

describe('problems of a rule in an editor', () => {
  test('problems are underlined at their positions, with the tokens that the grammar allows there', () => {
    const term = ['a word', 'a "phrase"', 'an operator', '-', '(']
    assert.deepEqual(seen('cat OR OR dog'), [['OR', term]])
    assert.deepEqual(seen('😃 OR'), [['', term]])
    assert.deepEqual(seen('😃 cat)'), [[')', [...term, 'OR']]])
    assert.deepEqual(seen('(cat'), [['', [')']]])
    assert.deepEqual(seen('dog "cat'), [['"cat', ['"']]])
    assert.deepEqual(seen("😃 don't 'x"), [
      ["'", ['the words in quotes']],
      ["'", ['the words in quotes']],
    ])
    assert.deepEqual(seen('cat has:polls'), [
      ['has:polls', ['hashtags', 'cashtags', 'links', 'mentions', 'media', 'images', 'videos', 'geo']],
    ])
    assert.deepEqual(seen('followers_count:many'), [['many', ['a minimum, or a range such as 10..20']]])
    assert.deepEqual(seen('cat folowers:2')[0], ['folowers:2', ['followers_count:', 'following_count:']])
    assert.deepEqual(seen('cat is:reply', LABS_STREAM)[0]?.[1], ['retweet', 'quote', 'verified', 'nullcast'])
    assert.deepEqual(seen('-cat'), [
      ['-', []],
      ['-', []],
    ])
    assert.deepEqual(seen('cat dog', withLength(V2_STREAM, 4)), [['dog', []]])
    assert.deepEqual(seen('cat (dog OR -bird)'), [])
  })

  test('problems have the public messages, and ranges inside the rule, for any text', () => {
    const piece = fc.constantFrom(
      ' ',
      '(',
      ')',
      '"',
      '-',
      'OR',
      'and',
      'cat',
      '😃',
      'has:',
      'is:x',
      'lang:en',
      ':',
      '$a',
      "'",
      '[',
    )
    const rule = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.array(piece).map((pieces) => pieces.join('')),
    )
    fc.assert(
      fc.property(rule, (text) => {
        const reading = readRule(text, V2_STREAM)
        const found = diagnose(text, V2_STREAM)
        assert.deepEqual(
          found.map(({ message }) => message),
          'problems' in reading ? reading.problems.map(problemText) : [],
        )
        for (const { start, end } of found) assert.ok(start >= 0 && start <= end && end <= text.length)
      }),
    )
  })
})

test('the examples of available operators are valid, and the examples of other operators are not', () => {
  for (const dialect of [V2_STREAM, LABS_STREAM]) {
    for (const { text, example, standsAlone, isAvailable } of operatorHelp(dialect)) {
      assert.ok(example.startsWith(text))
      assert.equal('expression' in readRule(`cat ${example}`, dialect), isAvailable, example)
      if (isAvailable && text !== 'sample:')
        assert.equal('expression' in readRule(example, dialect), standsAlone, example)
    }
  }
})

test('every listed value of has: and is: is valid if the help calls it available', () => {
  for (const dialect of [V2_STREAM, LABS_STREAM]) {
    for (const { text, values } of operatorHelp(dialect)) {
      for (const value of values) {
        const sign = value.text === 'nullcast' ? '-' : ''
        const reading = readRule(`cat ${sign}${text}${value.text}`, dialect)
        assert.equal('expression' in reading, value.isAvailable, value.text)
      }
    }
  }
})

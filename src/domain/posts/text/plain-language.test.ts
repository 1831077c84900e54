/** What is told of plain texts is what `eld` tells. */
import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { eld } from 'eld/extrasmall'
import { runsOf } from '../../../../test/support/part.ts'
import * as fc from '../../../../test/support/properties.ts'
import { languageLists } from './language.ts'
import { type PlainGuess, plainDetector } from './plain-language.ts'

/** Characters that a word, its end, or neither may come from. */
const CHARACTERS = [..."abcdefghijklmnopqrstuvwxyzABCXYZ    ''``.,-1\n…“”€≈❤😀", '\u2019', 'é', 'ß', 'K', 'я']

describe('the language of a plain text', () => {
  let detect: (text: string) => PlainGuess | undefined
  /** Groups of letters that there are, with blanks for the ends of words. */
  let groups: readonly string[]
  before(async () => {
    const lists = await languageLists()
    detect = plainDetector(lists)
    groups = Object.keys(lists.ngrams).filter((group) => /^[a-z'` ]+$/.test(group))
  })

  function agrees(text: string): boolean {
    const plain = detect(text)
    if (plain === undefined) return false
    const guess = eld.detect(text)
    assert.deepEqual(plain, { language: guess.language, isReliable: guess.isReliable() }, text)
    return true
  }

  test('is what eld tells, of any text that is taken for plain', () => {
    assert.ok(groups.length > 20_000, `${groups.length} groups`)
    const piece = fc.oneof(
      fc.nat(groups.length - 1).map((index) => groups[index] ?? ''),
      fc.constantFrom(...CHARACTERS),
    )
    let plain = 0
    const texts = fc.array(piece, { maxLength: 120 }).map((pieces) => pieces.join(''))
    fc.assert(
      fc.property(texts, (text) => {
        if (agrees(text)) plain += 1
      }),
      { numRuns: 5_000 },
    )
    assert.ok(plain > runsOf(1_000), `${plain} were plain`)
  })

  for (const text of [
    '',
    'a',
    "don't",
    "'tis the season, rock 'n' roll, the dogs' bones'",
    "''' ` ' a '",
    'The Quick Brown Fox JUMPS over the lazy dog',
    'Just setting up my new phone, so happy! 😀❤️ … “really”',
    'x'.repeat(70),
    'what people say of each other '.repeat(20).slice(0, 350),
  ]) {
    test(`is what eld tells of ${JSON.stringify(text.slice(0, 60))}`, () => assert.ok(agrees(text)))
  }

  for (const [what, text] of [
    ['with another letter', 'Straße'],
    ['with a typographic apostrophe, which eld has groups for', 'don’t'],
    ['with a word that eld cuts', 'x'.repeat(71)],
    ['that eld cuts', 'what people say '.repeat(22)],
  ] as const) {
    test(`is not told of one ${what}`, () => assert.equal(detect(text), undefined))
  }
})

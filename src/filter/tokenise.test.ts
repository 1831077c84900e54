import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { byPart } from '../../test/support/part.ts'
import * as fc from '../../test/support/properties.ts'
import { KINDS, kindOf } from './characters.ts'
import { fold, tokenise } from './tokenise.ts'

const CASES: readonly (readonly [string, string, readonly string[]])[] = [
  ['punctuation splits', 'I like coca-cola!', ['i', 'like', 'coca', 'cola']],
  [
    'the sign of a tag and of a mention is punctuation',
    '#gnip @gnip’s foo_bar',
    ['gnip', 'gnip', 's', 'foo', 'bar'],
  ],
  ['links are text', 'https://t.co/Ab1', ['https', 't', 'co', 'ab1']],
  ['case does not matter', 'Straße ΟΔΟΣ οδος İ', ['straße', 'οδοσ', 'οδοσ', 'i̇']],
  [
    'variants of letters become the usual letters',
    '10µm ſtrange ϑῆλυς ẛ ﬅ',
    ['10μm', 'strange', 'θῆλυσ', 'ṡ', 'ﬆ'],
  ],
  ['small letters compose where capitals do not', 'ΠΡΑΫ́ΝΩ J̌ABC', ['πραΰνω', 'ǰabc']],
  ['accents matter, however they are written', 'Café CAFE\u0301 cafe', ['café', 'café', 'cafe']],
  ['scripts without spaces: each letter is a token', '猫がすき', ['猫', 'が', 'す', 'き']],
  ['scripts without spaces: marks stay with their letters', 'นี่', ['นี่']],
  ['Korean has spaces', '한국어 좋아', ['한국어', '좋아']],
  ['joiners inside a word are part of it', 'می‌خواهم x\u200d', ['می‌خواهم', 'x']],
  ['letters beyond U+FFFF', '𝓬𝓪𝓽 cat𝓬', ['𝓬𝓪𝓽', 'cat𝓬']],
  ['emoji stand alone, beside each other too', 'cat😃😃dog', ['cat', '😃', '😃', 'dog']],
  [
    'an emoji includes its selector, skin tone and joined emoji',
    '❤ ❤️ 👍🏽 👨‍👩‍👧',
    ['❤', '❤️', '👍🏽', '👨‍👩‍👧'],
  ],
  ['flags and keycaps', '🇩🇪🇫🇷 1️⃣#️⃣ 12', ['🇩🇪', '🇫🇷', '1️⃣', '#️⃣', '12']],
  ['half a flag and halves of characters are nothing', '🇩 \ud83d x \udc4d', ['x']],
  ['signs that also have an emoji form are no tokens', '© ™️ ‼', []],
  ['no token', ' \t…!?—', []],
]

describe('spec/rule-language.md#matching: tokens', () => {
  for (const [name, text, tokens] of CASES) {
    test(name, () => assert.deepEqual(tokenise(text), tokens))
  }

  test('every code unit has the class of its character', () => {
    for (let unit = 0; unit < 0x10000; unit += 1) {
      if (unit >= 0xd800 && unit < 0xe000) continue
      assert.equal(KINDS[unit], kindOf(String.fromCharCode(unit)), unit.toString(16))
    }
  })

  test('tokenising a token returns the token', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const tokens = tokenise(text)
        assert.deepEqual(
          tokens.flatMap((token) => tokenise(token)),
          tokens,
        )
        assert.deepEqual(tokenise(tokens.join(' ')), tokens)
        assert.ok(tokens.every((token) => token !== '' && fold(text).includes(token)))
      }),
      { numRuns: 500 },
    )
  })

  test('spec/text.md#normal-form: texts that are equal under simple case folding have one normal form, in any Unicode composition', () => {
    // The fast part tests every seventh character.
    for (let code = 0; code <= 0x10ffff; code += byPart(7, 1)) {
      if (code >= 0xd800 && code < 0xe000) continue
      const character = String.fromCodePoint(code)
      const folded = fold(character)
      const others = [character.normalize('NFC'), character.normalize('NFD'), folded]
      for (const other of [character.toUpperCase(), character.toLowerCase()]) {
        if (other !== character && isFoldedAlike(code, other)) others.push(other)
      }
      for (const other of others) {
        if (other !== character) assert.equal(fold(other), folded, code.toString(16))
      }
    }
  })

  test('spec/text.md#normal-form: letters with marks have one normal form, in any order of case folding and composition', () => {
    const unit = fc.constantFrom(...'aJjſSςΣΥυϋΫαΩῼᾳιİIiıµKßẞ \u030c\u0301\u0308\u0323\u0307\u0345\u1fbe')
    fc.assert(
      fc.property(fc.string({ unit }), (text) => {
        const folded = fold(text)
        for (const other of [folded, text.normalize('NFC'), text.normalize('NFD')]) {
          assert.equal(fold(other), folded)
        }
      }),
      { numRuns: 2_000 },
    )
  })
})

/** True when a regular expression with the flag `i` treats both characters as equal. */
function isFoldedAlike(code: number, other: string): boolean {
  return Array.from(other).length === 1 && new RegExp(`^\\u{${code.toString(16)}}$`, 'iu').test(other)
}

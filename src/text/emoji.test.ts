import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import * as fc from '../../test/support/properties.ts'
import { EMOJI } from './emoji.ts'
import { weigh } from './weigh.ts'

function emojiIn(text: string): string[] {
  return [...text.matchAll(EMOJI)].map(([emoji]) => emoji)
}

describe('spec/text.md#emoji: any well-formed sequence has the weight 2, even if Unicode does not recommend it', () => {
  const sequences: readonly (readonly [string, string])[] = [
    ['base + modifier', '🐱🏽'],
    ['base + selector + modifier', '☝️🏽'],
    ['a ZWJ chain of pictographs that no Unicode version joins', '🦖‍🥐‍🛸'],
    ['a ZWJ chain with skin tones', '👩🏿‍🦽‍🐈🏻'],
    ['a pair of flag letters that is no country', '🇽🇽'],
    ['a keycap', '#️⃣'],
    ['a keycap without its selector', '7\u20e3'],
    ['a digit in emoji style', '1\ufe0f'],
    ['a tag sequence that is no region', '🏴󠁸󠁸󠁸󠁸󠁿'],
    ['pictographs that Unicode has reserved', '\u{1faff}\u200d\u{1fafd}'],
  ]
  for (const [name, sequence] of sequences) {
    test(name, () => {
      assert.deepEqual(emojiIn(`a${sequence}b`), [sequence])
      assert.equal(weigh(sequence), 2)
    })
  }

  test('two adjacent emoji are counted separately', () => {
    assert.deepEqual(emojiIn('🇩🇪🇫🇷👍🏽👍'), ['🇩🇪', '🇫🇷', '👍🏽', '👍'])
    assert.equal(weigh('🇩🇪🇫🇷👍🏽👍'), 8)
  })

  test('digits, letters and joiners are not emoji, even if a joiner connects them', () => {
    for (const text of ['1', '#', '*', 'a', '1\u200d2\u200d3', '\u200d', '\ufe0f', '\u20e3']) {
      assert.deepEqual(emojiIn(text), [], text)
    }
    assert.equal(weigh('1\u200d2\u200d3'), 5)
  })

  test('a joiner at the end is counted separately', () => {
    assert.deepEqual(emojiIn('👍\u200d'), ['👍'])
    assert.equal(weigh('👍\u200d'), 3)
  })
})

describe('spec/text.md#emoji: the coverage of `\\p{RGI_Emoji}` follows the Unicode data of Node', () => {
  test('every recommended single, keycap, flag and skin tone is one emoji', () => {
    const emoji = allRecommended()
    assert.ok(emoji.length > 1500)
    for (const text of emoji) assert.deepEqual(emojiIn(text), [text])
  })

  test('every recommended sequence is inside one emoji, in any context', () => {
    let joined = 0
    const part = fc.constantFrom(...'👨👩🧑👧🏿🏻❤💋🤝🦰✈♀⚧🏳🏴🐻❄🌈🔥1a')
    const glue = fc.constantFrom('', '\u200d', '\ufe0f\u200d', '\ufe0f', '\u20e3', '\u{e0067}', '\u{e007f}')
    const text = fc.array(fc.tuple(part, glue), { maxLength: 8 }).map((all) => all.flat().join(''))
    fc.assert(
      fc.property(text, (around) => {
        const ours = [...around.matchAll(EMOJI)]
        for (const { 0: recommended, index } of around.matchAll(/\p{RGI_Emoji}/gv)) {
          const end = index + recommended.length
          assert.ok(ours.some((emoji) => emoji.index <= index && end <= emoji.index + emoji[0].length))
          if (recommended.includes('\u200d')) joined += 1
        }
      }),
      { numRuns: 5_000, seed: 1 },
    )
    assert.ok(joined > 20, `${joined}`)
  })
})

/**
 * All recommended emoji of one code point (alone, with each skin tone, with the variation selector, and as a keycap),
 * and all flags.
 */
function allRecommended(): string[] {
  const codePoints = Array.from({ length: 0x20000 }, (_, codePoint) => codePoint).filter(
    (codePoint) => codePoint < 0xd800 || codePoint > 0xdfff,
  )
  const tones = ['🏻', '🏼', '🏽', '🏾', '🏿']
  const single = codePoints.flatMap((codePoint) => {
    const character = String.fromCodePoint(codePoint)
    return ['', '\ufe0f', '\ufe0f\u20e3', ...tones].map((end) => character + end)
  })
  const letters = Array.from({ length: 26 }, (_, letter) => String.fromCodePoint(0x1f1e6 + letter))
  const flags = letters.flatMap((first) => letters.map((second) => first + second))
  return [...single, ...flags].filter((text) => /^\p{RGI_Emoji}$/v.test(text))
}

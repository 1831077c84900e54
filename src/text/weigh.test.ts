import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { cpuMs } from '../../test/support/processes/cpu-time.ts'
import * as fc from '../../test/support/properties.ts'
import { anyText } from '../../test/support/texts.ts'
import { EMOJI } from './emoji.ts'
import { twitterText } from './twitter-text.ts'
import { extractUrls, MAX_SEARCHED_LENGTH } from './urls.ts'
import { lengthRulesOn, refusalOf, weigh } from './weigh.ts'

/** The weight that the library computes. Only tests use this value. */
const { parseTweet } = twitterText as unknown as { parseTweet(text: string): { weightedLength: number } }

describe('spec/text.md#weighted-length: weighted length', () => {
  test('code points in U+0000-10FF, U+2000-200D, U+2010-201F and U+2032-2037 have the weight 1; all others have the weight 2', () => {
    const light = ['a', 'ჿ', '\u200d', '‐', '‟', '′', '‷']
    const heavy = ['ᄀ', '\u200e', '\u200f', '†', '‱', '‸', '日', '\u{1d400}']
    for (const text of light) assert.equal(weigh(text), 1, text)
    for (const text of heavy) assert.equal(weigh(text), 2, text)
  })

  test('a URL has the weight 23, whatever its length, with or without a scheme', () => {
    assert.equal(weigh('https://example.com'), 23)
    assert.equal(weigh(`https://example.com/${'a'.repeat(3000)}`), 23)
    assert.equal(weigh('a http://example.com and t.co'), 2 + 23 + 5 + 23)
  })

  test('a complete emoji sequence has the weight 2', () => {
    assert.equal(weigh('👨‍👩‍👧‍👦'.repeat(140)), 280)
  })

  test('the text is converted to NFC before counting', () => {
    assert.equal(weigh('cafe\u0301'), 4)
    assert.equal(weigh('ᄒ\u1161ᆫ'), weigh('한'))
  })

  test('special characters of HTML are counted before escaping', () => {
    assert.equal(weigh('&<>"'), 4)
    assert.equal(weigh('&amp;'), 5)
  })
})

describe('spec/text.md#forbidden-text: texts that cannot be posts', () => {
  test('280 is the maximum; 281 is too long', () => {
    assert.equal(refusalOf('a'.repeat(280)), undefined)
    assert.equal(refusalOf('a'.repeat(281)), 'too-long')
    assert.equal(refusalOf('日'.repeat(140)), undefined)
    assert.equal(refusalOf(`${'日'.repeat(140)}a`), 'too-long')
  })

  test('U+FFFE, U+FEFF and U+FFFF are not allowed; U+202A-202E are allowed', () => {
    for (const character of ['\ufffe', '\ufeff', '\uffff']) {
      assert.equal(refusalOf(`a${character}b`), 'forbidden-character')
      assert.equal(refusalOf(`${character}b`), 'forbidden-character')
    }
    assert.equal(refusalOf('a\u202a\u202b\u202c\u202d\u202eb'), undefined)
  })

  test('an empty text and a text of only spaces are invalid', () => {
    for (const text of ['', ' ', ' \n\t\u3000']) assert.equal(refusalOf(text), 'empty')
  })

  test('a lone surrogate is refused, and a pair is accepted', () => {
    for (const text of ['\ud800', 'a\udc00b', '\udc00\ud800']) assert.equal(refusalOf(text), 'lone-surrogate')
    assert.equal(refusalOf('\ud83d\ude00'), undefined)
  })
})

describe('spec/text.md#emoji: measured weights', () => {
  const rows: readonly (readonly [name: string, weight: number, ...texts: string[]])[] = [
    [
      'family ZWJ, flags, keycap, subdivision flag, heart + VS16, red-hair woman (emoji 11)',
      2,
      ...['👨‍👩‍👧‍👦', '🇩🇪', '1️⃣', '🏴󠁧󠁢󠁥󠁮󠁧󠁿', '❤️', '👩‍🦰'],
    ],
    ['single new emoji (U+1F971, U+1F972, U+1FAE0)', 2, '\u{1f971}', '\u{1f972}', '\u{1fae0}'],
    [
      'service dog (emoji 12), person red hair (12.1), polar bear (13), heart on fire (13.1), head shaking (15.1)',
      2,
      ...['🐕‍🦺', '🧑‍🦰', '🐻‍❄️', '❤️‍🔥', '🙂‍↔️'],
    ],
    ['people holding hands (12), with skin tones', 2, '🧑🏻‍🤝‍🧑🏿'],
    ['transgender flag (13)', 2, '🏳️‍⚧️'],
    ['mixed-tone handshake (14)', 2, '🫱🏻‍🫲🏿'],
    ['café with combining accent', 4, 'cafe\u0301'],
    ['bare ❤ (U+2764, no selector) and ™', 2, '\u2764', '™'],
    ['©', 1, '©'],
    ['`example.com` bare', 23, 'example.com'],
    ['`me@example.com`', 14, 'me@example.com'],
    ['`foo.zip` (newer TLD in its list)', 23, 'foo.zip'],
  ]
  for (const [name, weight, ...texts] of rows) {
    test(name, () => {
      for (const text of texts) assert.equal(weigh(text), weight, text)
    })
  }

  test('me@example.com is not a link', () => assert.deepEqual(extractUrls('me@example.com'), []))
})

describe('the weight of any text', () => {
  test('equals the weight that the library computes, except for emoji of several code points', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const normal = text.normalize().toWellFormed()
        fc.pre([...normal.matchAll(EMOJI)].every(([emoji]) => [...emoji].length === 1))
        assert.equal(weigh(text.toWellFormed()), parseTweet(normal).weightedLength)
      }),
      { numRuns: 500 },
    )
  })

  test('the weight of any text is the sum of the weights of its lines, because no entity contains a line feed', () => {
    // The second line is weighed with the line feed before it, because the library finds some URLs
    // only in a text that begins with a control character.
    fc.assert(
      fc.property(anyText, anyText, (one, two) =>
        assert.equal(weigh(`${one}\n${two}`), weigh(one) + weigh(`\n${two}`)),
      ),
    )
  })

  test('the weight never exceeds the sum for the code points, except for URLs', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const normal = text.normalize()
        const alone = [...normal].reduce((sum, character) => sum + weigh(character), 0)
        assert.ok(weigh(normal) <= alone + 23 * extractUrls(normal).length)
      }),
    )
  })

  test('a text above the limit is refused without a search', () => {
    const long = 'あ.'.repeat(500_000)
    const spent = cpuMs(() => {
      assert.equal(weigh(long), Number.POSITIVE_INFINITY)
      assert.equal(refusalOf(long), 'too-long')
    })
    assert.ok(spent < 100, `${spent} ms`)
    assert.equal(refusalOf(' '.repeat(MAX_SEARCHED_LENGTH + 1)), 'too-long')
  })
})

describe('spec/retired-endpoints.md#fields-by-date: maximum lengths by day', () => {
  const FAMILY = '👨‍👩‍👧‍👦'

  test('until 2017-11-07 the maximum is 140 code points, and from then on a weight of 280', () => {
    for (const letter of ['a', '日', '😀', FAMILY.slice(0, 2)]) {
      assert.equal(refusalOf(letter.repeat(140), lengthRulesOn('2017-11-06')), undefined, letter)
      assert.equal(refusalOf(letter.repeat(141), lengthRulesOn('2017-11-06')), 'too-long', letter)
      assert.equal(refusalOf(letter.repeat(140), lengthRulesOn('2017-11-07')), undefined, letter)
    }
    assert.equal(refusalOf('日'.repeat(141), lengthRulesOn('2017-11-07')), 'too-long')
    assert.equal(refusalOf('a'.repeat(280), lengthRulesOn('2017-11-07')), undefined)
    // Combining marks are counted in NFC, and a link counts 23 on every day.
    assert.equal(refusalOf('e\u0301'.repeat(140), lengthRulesOn('2017-11-06')), undefined)
    const link = `https://example.org/${'x'.repeat(200)} `
    assert.equal(refusalOf(link + 'a'.repeat(116), lengthRulesOn('2017-11-06')), undefined)
    assert.equal(refusalOf(link + 'a'.repeat(117), lengthRulesOn('2017-11-06')), 'too-long')
  })

  test('until 2018-10-10 the weight of an emoji is the sum for its code points, and from then on 2', () => {
    assert.equal(weigh(FAMILY, lengthRulesOn('2018-10-09')), 11)
    assert.equal(weigh(FAMILY, lengthRulesOn('2018-10-10')), 2)
    assert.equal(weigh(FAMILY, lengthRulesOn('2017-11-06')), 7)
  })
})

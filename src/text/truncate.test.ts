import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import * as fc from '../../test/support/properties.ts'
import { anyText } from '../../test/support/texts.ts'
import { extractEntities } from './entities.ts'
import { codePointLength, type Span } from './index-units.ts'
import { compatText, remaining, repostText } from './truncate.ts'

/** A time at which the current rules for reposts apply. */
const NOW = Date.UTC(2020, 7)

const LINK = 'https://t.co/A1b2C3d4E5'

function spansIn(text: string): Span[] {
  return Object.values(extractEntities(text)).flat()
}

describe('spec/posts.md#compat-mode: in compat mode, a long text is cut to fit 140, with `…` and a t.co link', () => {
  test('a text of 140 code points is not truncated, even if escapes make it longer', () => {
    assert.equal(compatText('a'.repeat(140), [], LINK), undefined)
    assert.equal(compatText('&'.repeat(140), [], LINK), undefined)
    assert.equal(compatText('😀'.repeat(140), [], LINK), undefined)
  })

  test('a text of 141 code points keeps 115 code points, and the range of the link is returned', () => {
    const cut = compatText('a'.repeat(141), [], LINK)
    assert.deepEqual(cut, {
      text: `${'a'.repeat(115)}… ${LINK}`,
      kept: 115,
      link: { start: 117, end: 140 },
    })
    assert.equal(compatText('😀'.repeat(141), [], LINK)?.text, `${'😀'.repeat(115)}… ${LINK}`)
  })

  test('white space inside the truncated text is kept', () =>
    assert.equal(
      compatText(`${'a'.repeat(112)} \n${'b'.repeat(40)}`, [], LINK)?.text,
      `${'a'.repeat(112)} \nb… ${LINK}`,
    ))

  test('white space at the end of the truncated text is removed', () =>
    assert.equal(
      compatText(`${'a'.repeat(112)} \n ${'b'.repeat(40)}`, [], LINK)?.text,
      `${'a'.repeat(112)}… ${LINK}`,
    ))

  test('an entity is not split', () => {
    const text = `${'a'.repeat(100)} #${'b'.repeat(40)} #c`
    const cut = compatText(text, spansIn(text), LINK)
    assert.equal(cut?.text, `${'a'.repeat(100)}… ${LINK}`)
  })

  test('a character of several code points is not split', () => {
    const text = `${'a'.repeat(113)}👨‍👩‍👧‍👦${'b'.repeat(40)}`
    assert.equal(compatText(text, [], LINK)?.text, `${'a'.repeat(113)}… ${LINK}`)
  })

  test('only entities in the remaining text are returned', () => {
    const text = `#a ${'b'.repeat(105)} #cc ${'d'.repeat(40)} #e`
    const { hashtags } = extractEntities(text)
    const cut = compatText(text, spansIn(text), LINK)
    assert.ok(cut !== undefined)
    assert.deepEqual(
      remaining(hashtags, cut).map(({ tag }) => tag),
      ['a', 'cc'],
    )
  })

  test('for any text, the result fits into the limit, its beginning is a prefix of the text, and no entity is split', () =>
    fc.assert(
      fc.property(anyText, fc.nat(3), (part, times) => {
        const text = `${part} `.repeat(times + 1)
        const spans = spansIn(text)
        const cut = compatText(text, spans, LINK)
        assert.equal(cut === undefined, codePointLength(text) <= 140)
        if (cut === undefined) return
        assert.ok(codePointLength(cut.text) <= 140)
        assert.equal(cut.text, `${text.slice(0, cut.kept)}… ${LINK}`)
        assert.equal(cut.text.slice(cut.link.start, cut.link.end), LINK)
        assert.ok(spans.every(({ start, end }) => end <= cut.kept || start >= cut.kept))
      }),
    ))

  test('a text of one megabyte is truncated', () => {
    assert.equal(compatText('é😀'.repeat(250_000), [], LINK)?.kept, 57 * 3 + 1)
  })
})

describe('spec/posts.md#retweet: the text of a repost starts with `RT @name: ` and is cut to 140 with an ellipsis', () => {
  test('a short text is not truncated', () =>
    assert.deepEqual(repostText('name', 'text', NOW), { text: 'RT @name: text', kept: 14, prefix: 10 }))

  test('a long text keeps 139 characters and has no link', () => {
    const cut = repostText('name', 'a'.repeat(131), NOW)
    assert.equal(cut.text, `RT @name: ${'a'.repeat(129)}…`)
    assert.equal(cut.kept, 139)
    assert.equal(repostText('name', 'a'.repeat(130), NOW).text, `RT @name: ${'a'.repeat(130)}`)
  })

  test('white space before the ellipsis is removed', () =>
    assert.equal(repostText('name', `${'a'.repeat(128)} bcd`, NOW).text, `RT @name: ${'a'.repeat(128)}…`))

  test('until 2017, white space before the ellipsis was kept', () => {
    const cut = repostText('name', `${'a'.repeat(128)} bcd`, Date.UTC(2016, 11, 31))
    assert.deepEqual([cut.text, cut.kept], [`RT @name: ${'a'.repeat(128)} …`, 139])
    const older = repostText('name', 'a'.repeat(140), Date.UTC(2012, 8))
    assert.deepEqual([older.text, older.kept], [`RT @name: ${'a'.repeat(126)} ...`, 136])
  })

  test('an entity that is truncated is omitted', () => {
    const original = `${'a'.repeat(120)} @one @twenty`
    const cut = repostText('name', original, NOW)
    assert.equal(cut.text, `RT @name: ${'a'.repeat(120)} @one @tw…`)
    const moved = extractEntities(original).mentions.map(({ screenName, start, end }) => ({
      screenName,
      start: start + cut.prefix,
      end: end + cut.prefix,
    }))
    assert.deepEqual(
      remaining(moved, cut).map(({ screenName }) => screenName),
      ['one'],
    )
  })
})

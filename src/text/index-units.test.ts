import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import * as fc from '../../test/support/properties.ts'
import { anyText } from '../../test/support/texts.ts'
import {
  codePointLength,
  escapeText,
  type IndexUnit,
  indexMap,
  spanIndices,
  unescapeText,
} from './index-units.ts'

/**
 * The index of an offset, computed by counting the text before the offset. An offset inside a surrogate pair has the
 * index of the pair.
 */
function countedIndex(text: string, offset: number, unit: IndexUnit): number {
  const isWithinPair =
    [...text.slice(0, offset + 1)].length === [...text.slice(0, offset)].length && offset < text.length
  const before = text.slice(0, isWithinPair ? offset - 1 : offset)
  return [...(unit === 'escaped' ? escapeText(before) : before)].length
}

const units: readonly IndexUnit[] = ['code-point', 'escaped']

describe('spec/posts.md#escaping: `text` is HTML-escaped', () => {
  test('only `&amp;`, `&lt;` and `&gt;` are escaped', () => {
    assert.equal(escapeText(`a & b < c > d "e" 'f'`), `a &amp; b &lt; c &gt; d "e" 'f'`)
    assert.equal(escapeText('&amp;'), '&amp;amp;')
  })

  test('unescaping reverses only escaping', () => {
    assert.equal(unescapeText('&amp;lt; &quot; &#39; &lt'), '&lt; &quot; &#39; &lt')
    fc.assert(fc.property(anyText, (text) => assert.equal(unescapeText(escapeText(text)), text)))
  })
})

describe('spec/text.md#index-units: index units', () => {
  test('v1.1 `indices` and `display_text_range` are code points of the escaped text; `&amp;` counts as 5', () => {
    const text = '😀 & @name'
    assert.deepEqual(spanIndices(indexMap(text, 'escaped'), { start: 5, end: 10 }), [8, 13])
    assert.equal([...escapeText(text)].slice(8, 13).join(''), '@name')
  })

  test('code points of the raw text are counted', () => {
    assert.deepEqual(spanIndices(indexMap('😀 & @name', 'code-point'), { start: 5, end: 10 }), [4, 9])
  })

  test('for a text without escapes and surrogate pairs, indices equal UTF-16 offsets', () => {
    const map = indexMap('plain "text"', 'escaped')
    assert.equal(map.length, 12)
    assert.deepEqual([map.toUnit(12), map.toOffset(0), map.toOffset(12)], [12, 0, 12])
  })

  test('for a direct message, the length of the text is the number of code points', () => {
    assert.equal(codePointLength('日😀é'), 3)
    assert.equal(codePointLength('\ud800\ud800\udc00\udc00'), 3)
    fc.assert(fc.property(anyText, (text) => assert.equal(codePointLength(text), [...text].length)))
  })

  test('an index inside an escape belongs to the escaped character', () => {
    const map = indexMap('a&😀', 'escaped')
    assert.deepEqual(
      [0, 1, 2, 5, 6, 7].map((index) => map.toOffset(index)),
      [0, 1, 1, 1, 2, 4],
    )
    assert.equal(map.toUnit(3), map.toUnit(2))
  })

  for (const unit of units) {
    test(`${unit}: for any text, every offset has the counted index`, () =>
      fc.assert(
        fc.property(anyText, (text) => {
          const map = indexMap(text, unit)
          assert.equal(map.length, countedIndex(text, text.length, unit))
          for (let offset = 0; offset <= text.length; offset += 1) {
            assert.equal(map.toUnit(offset), countedIndex(text, offset, unit))
          }
        }),
      ))

    test(`${unit}: an index and its offset can be converted into each other`, () =>
      fc.assert(
        fc.property(anyText, (text) => {
          const map = indexMap(text, unit)
          for (let index = 0; index <= map.length; index += 1) {
            const offset = map.toOffset(index)
            assert.ok(map.toUnit(offset) <= index)
            assert.equal(map.toOffset(map.toUnit(offset)), offset)
            if (unit === 'code-point') assert.equal(map.toUnit(offset), index)
          }
        }),
      ))

    test(`${unit}: an index outside of the text is refused`, () => {
      for (const text of ['abc', 'a&😀']) {
        const map = indexMap(text, unit)
        for (const place of [-1, 0.5, Number.NaN]) {
          assert.throws(() => map.toUnit(place), RangeError)
          assert.throws(() => map.toOffset(place), RangeError)
        }
        assert.throws(() => map.toUnit(text.length + 1), RangeError)
        assert.throws(() => map.toOffset(map.length + 1), RangeError)
      }
    })
  }

  test('the map of a text of one megabyte is made in one pass', () => {
    const text = '&😀'.repeat(350_000)
    const map = indexMap(text, 'escaped')
    assert.equal(map.length, 350_000 * 6)
    assert.equal(map.toOffset(map.length - 1), text.length - 2)
  })
})

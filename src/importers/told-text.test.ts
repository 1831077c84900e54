import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { escapeText } from '../text/index-units.ts'
import { Misfit } from './json-fields.ts'
import { indicesOf, toldText } from './told-text.ts'

/** Characters as files have them, escaped or not, and what they stand for. */
const PIECES: readonly (readonly [string, string])[] = [
  ['&amp;', '&'],
  ['&lt;', '<'],
  ['&gt;', '>'],
  ['&', '&'],
  ['<', '<'],
  ['&quot;', '&quot;'],
  ['x', 'x'],
  ['\u{1f600}', '\u{1f600}'],
]

const texts = fc.array(fc.constantFrom(...PIECES)).filter((pieces) => {
  // A bare & before letters that follow it by chance would be another reference.
  return !/&(?=amp;|lt;|gt;)/.test(
    pieces
      .map(([told]) => told)
      .join('')
      .replace(/&(?:amp|lt|gt);/g, ''),
  )
})

describe('text.md 4: the text of a file', () => {
  test('is stored raw', () => {
    fc.assert(
      fc.property(texts, (pieces) => {
        assert.equal(
          toldText(pieces.map(([told]) => told).join('')).text,
          pieces.map(([, raw]) => raw).join(''),
        )
      }),
    )
  })

  test('has its places moved to where they are in the text as it is escaped', () => {
    fc.assert(
      fc.property(texts, (pieces) => {
        const told = toldText(pieces.map(([one]) => one).join(''))
        let [place, escaped] = [0, 0]
        for (const [one, raw] of [...pieces, ['', ''] as const]) {
          assert.deepEqual(indicesOf(place, place, 'it', told), [escaped, escaped])
          place += [...one].length
          escaped += [...escapeText(raw)].length
        }
      }),
    )
  })

  test('has no places that are none', () => {
    const told = toldText('a')
    assert.deepEqual(indicesOf('0', '1', 'it', told), [0, 1], 'archives have texts')
    for (const [start, end] of [
      [1, 0],
      [-1, 0],
      [0, 0.5],
      [0, 'x'],
      [0, null],
      [0, 10 ** 9],
    ]) {
      assert.throws(() => indicesOf(start, end, 'it', told), Misfit)
    }
  })
})

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import * as fc from '../../../test/support/properties.ts'
import { escapeText } from '../../text/index-units.ts'
import { movedPlaces, Places, recordedText } from './recorded-text.ts'

/** Characters in the form of files, escaped or not, each with the character that it means. */
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
  // The letters after a raw `&` must not make a character reference, such as `&amp;`, together with the `&`.
  return !/&(?=amp;|lt;|gt;)/.test(
    pieces
      .map(([recorded]) => recorded)
      .join('')
      .replace(/&(?:amp|lt|gt);/g, ''),
  )
})

describe('spec/text.md#index-units: the text of a file', () => {
  test('is stored unescaped', () => {
    fc.assert(
      fc.property(texts, (pieces) => {
        assert.equal(
          recordedText(pieces.map(([recorded]) => recorded).join('')).text,
          pieces.map(([, raw]) => raw).join(''),
        )
      }),
    )
  })

  test('has its indices moved to the positions in the escaped text', () => {
    fc.assert(
      fc.property(texts, (pieces) => {
        const recorded = recordedText(pieces.map(([one]) => one).join(''))
        let [place, escaped] = [0, 0]
        for (const [one, raw] of [...pieces, ['', ''] as const]) {
          assert.deepEqual(movedPlaces([place, place], recorded), [escaped, escaped])
          place += [...one].length
          escaped += [...escapeText(raw)].length
        }
      }),
    )
  })

  test('has no invalid indices', () => {
    const recorded = recordedText('a b')
    assert.deepEqual(movedPlaces([0, 3], recorded), [0, 3])
    for (const places of [[1, 0], [0, 4], [4, 5], undefined, 7])
      assert.equal(movedPlaces(places, recorded), undefined)
  })

  test('spec/odd-values.md#odd-values: an entity with invalid indices gets the indices of its words in the text, and each place is used only once', () => {
    const notes: string[] = []
    const recorded = recordedText('&lt;3 #Tag and #tag')
    const places = new Places(recorded, (path, fault) => notes.push(`${path}: ${fault}`))
    assert.deepEqual(places.of([6, 10], '#tag', 'tags'), [6, 10], 'recorded places are used')
    assert.deepEqual(places.of([90, 94], '#tag', 'tags'), [6, 10])
    assert.deepEqual(places.of(undefined, '#tag', 'tags'), [15, 19])
    assert.equal(places.of([3, 3], '#tag', 'tags'), undefined)
    assert.deepEqual(notes, Array(3).fill('tags: at no place of the text'))
  })

  test('is stored without its NUL characters; recorded indices are then not used', () => {
    const recorded = recordedText('ab #tag', 'a\0b #tag')
    const places = new Places(recorded, () => undefined)
    assert.deepEqual(places.of([4, 8], '#tag', 'tags'), [3, 7])
  })
})

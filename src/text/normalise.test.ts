import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import * as fc from '../../test/support/properties.ts'
import { anyText } from '../../test/support/texts.ts'
import { normaliseText } from './normalise.ts'
import { refusalOf } from './weigh.ts'

describe('spec/text.md#normal-form: text is stored and compared in NFC', () => {
  test('combining marks are composed with their letters', () => {
    assert.equal(normaliseText('cafe\u0301'), 'café')
    assert.equal(normaliseText('\u1112\u1161\u11ab'), '한')
  })

  test('all line ends become line feeds', () =>
    assert.equal(normaliseText('a\r\nb\rc\nd\n\re'), 'a\nb\nc\nd\n\ne'))

  test('white space at both ends is removed, and other white space is kept', () => {
    assert.equal(normaliseText(' \n\t\u3000a  b\n\n\n\tc \u00a0\n'), 'a  b\n\n\n\tc')
    assert.equal(normaliseText(' \r\n '), '')
  })

  test('control characters are removed, except tab and line feed', () => {
    assert.equal(normaliseText('a\u0000b\u0007\u001b[31m\u007f\u0085\u009fc\td\ne'), 'ab[31mc\td\ne')
  })

  test('joiners, selectors, direction marks and other spaces are kept', () => {
    const text = 'a\u200d\u200c\ufe0f\u202a\u200e\u00a0\u200b\u2028b'
    assert.equal(normaliseText(text), text)
  })

  test('forbidden characters stay in the text, so that posts with such characters are refused', () => {
    for (const text of ['\ufeffa', 'a\ufeff', ' \ufeff ', '\uffff']) {
      assert.equal(refusalOf(normaliseText(text)), 'forbidden-character')
    }
  })

  test('normalisation is idempotent, for any string', () =>
    fc.assert(
      fc.property(anyText, (text) => {
        const normal = normaliseText(text)
        assert.equal(normaliseText(normal), normal)
        assert.equal(normal, normal.normalize())
      }),
    ))

  test('combining marks are put in order, and a very large number of marks does not block the process', () => {
    assert.equal(normaliseText('a\u0300\u0323'), 'ạ\u0300')
    const max = `a${'\u0315\u0300'.repeat(140)}`
    assert.equal(normaliseText(max), max.normalize())
    const endless = `a${'\u0315'.repeat(500_000)}${'\u0300'.repeat(500_000)}`
    assert.equal(normaliseText(endless), endless)
    assert.equal(refusalOf(endless), 'too-long')
    assert.equal(refusalOf(endless.slice(499_000, 501_000)), 'too-long')
  })

  test('a text with two megabytes of spaces is normalised', () => {
    assert.equal(normaliseText(`${' '.repeat(1_000_000)}a${' '.repeat(1_000_000)}`), 'a')
  })
})

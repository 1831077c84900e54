import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import * as fc from '../../../test/support/properties.ts'
import { decodePercent, encodePercent } from '../../lib/percent.ts'
import {
  compareOctets,
  skipCanonical,
  startsWithAt,
  writeAscii,
  writeEncoded,
  writeEncodedAgain,
  writeEscape,
} from './octets.ts'

const anyText = fc.string({ unit: 'binary', maxLength: 40 })
/** Texts of which most are escapes or similar to escapes. */
const escapes = fc.string({
  unit: fc.constantFrom('%', '2', '4', '7', 'B', 'F', 'f', 'a', '~', '&', 'é', '\0'),
})

function canonicalPrefix(text: string): string {
  const octets = Buffer.from(`${text}\0`)
  return octets.toString('utf8', 0, skipCanonical(octets, 0))
}

function written(write: (octets: Uint8Array, at: number) => number): string {
  const octets = Buffer.alloc(1000, '?')
  const end = write(octets, 3)
  assert.equal(octets.toString('latin1', 0, 3), '???')
  assert.ok(end === 1000 || octets[end] === 0x3f, 'writes no further than it says')
  return octets.toString('latin1', 3, end)
}

describe('canonical octets', () => {
  test('text that is skipped decodes to ASCII, and encoding that ASCII gives the same text', () => {
    fc.assert(
      fc.property(fc.oneof(escapes, anyText.map(encodePercent)), (text) => {
        const prefix = canonicalPrefix(text)
        const decoded = decodePercent(prefix)
        assert.ok(text.startsWith(prefix))
        assert.match(decoded, /^[\0-\x7f]*$/)
        assert.equal(encodePercent(decoded), prefix)
      }),
    )
  })

  test('the function that skips canonical ASCII text returns the end of the encoding of any ASCII text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary-ascii' }), (text) => {
        const encoded = encodePercent(text)
        assert.equal(canonicalPrefix(encoded), encoded)
      }),
    )
  })

  test('the function stops at text that is encoded differently or is not ASCII', () => {
    for (const text of ['%7E', '%41', '%2d', '%2', '%', '%zz', '%C3%A9', '+', '!', 'é', '&', '"']) {
      assert.equal(canonicalPrefix(`a%20${text}`), 'a%20', text)
    }
  })
})

describe('writing', () => {
  test('writes the percent encoding of any text', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        assert.equal(
          written((octets, at) => writeEncoded(octets, at, text)),
          encodePercent(text),
        )
      }),
    )
  })

  test('encodes canonical octets again', () => {
    fc.assert(
      fc.property(anyText.map(encodePercent), (encoded) => {
        const source = Buffer.from(`<${encoded}>`)
        assert.equal(
          written((octets, at) => writeEncodedAgain(octets, at, source, 1, 1 + encoded.length)),
          encodePercent(encoded),
        )
      }),
    )
  })

  test('writes ASCII and escapes as they are', () => {
    assert.equal(
      written((octets, at) => writeEscape(octets, writeAscii(octets, at, 'a='), 0x33, 0x44)),
      'a=%3D',
    )
  })
})

describe('comparing', () => {
  test('orders ranges as Buffer.compare does', () => {
    const range = fc.tuple(fc.string({ unit: fc.constantFrom('a', 'b', '%', '~') }), fc.nat(3))
    fc.assert(
      fc.property(range, range, ([a, aStart], [b, bStart]) => {
        const [x, y] = [Buffer.from(`${'.'.repeat(aStart)}${a}.`), Buffer.from(`${'.'.repeat(bStart)}${b}.`)]
        const order = compareOctets(x, aStart, aStart + a.length, y, bStart, bStart + b.length)
        assert.equal(Math.sign(order), Buffer.compare(Buffer.from(a), Buffer.from(b)))
      }),
    )
  })

  test('finds a text only at its position', () => {
    const octets = Buffer.from('x=oauth_token')
    assert.ok(startsWithAt(octets, 2, 'oauth_'))
    assert.ok(!startsWithAt(octets, 1, 'oauth_'))
    assert.ok(!startsWithAt(octets, 8, 'token and more'))
  })
})

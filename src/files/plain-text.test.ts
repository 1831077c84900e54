import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { deflateRawSync } from 'node:zlib'
import * as fc from '../../test/support/properties.ts'
import { unsupportedTypeOf } from './plain-text.ts'

describe('a file is accepted as text', () => {
  test('with any characters, any division into chunks, and one invalid byte', () => {
    // The texts consist of random characters, because generating texts from a pattern takes much longer.
    const line = fc
      .string({ unit: 'binary', minLength: 1, maxLength: 60 })
      .map((any) => any.replaceAll(/(?!\t)\p{Cc}/gu, ' '))
    const text = fc.array(line, { minLength: 3, maxLength: 200 })
    fc.assert(
      fc.property(text, fc.nat(), fc.integer({ min: 0x80, max: 0xff }), fc.nat(), (lines, at, wrong, cut) => {
        const bytes = Buffer.from(`1 2\n${lines.join('\r\n')}`)
        bytes[4 + (at % (bytes.length - 4))] = wrong
        assert.equal(unsupportedTypeOf(bytes.subarray(0, 4 + (cut % (bytes.length - 3)))), undefined)
      }),
    )
  })

  test('a file in another encoding that contains ASCII is accepted; its lines are then refused one by one', () => {
    assert.equal(unsupportedTypeOf(Buffer.from('Ren\u00e9\n'.repeat(2_000), 'latin1')), undefined)
  })

  test('with a zero byte in a line of any length', () => {
    assert.equal(unsupportedTypeOf(Buffer.from(`{"a":"${'x'.repeat(5_000)}\0"}\n`)), undefined)
    assert.equal(unsupportedTypeOf(Buffer.from('1 2\n3\0 4\n5 6\n')), undefined)
  })

  test('when it is empty', () => {
    assert.equal(unsupportedTypeOf(Buffer.alloc(0)), undefined)
  })
})

describe('a file is not text', () => {
  test('when most of its content is binary data', () => {
    const numbers = Array.from({ length: 5_000 }, (_, index) => (index * index * 7_919) % 100_003).join(' ')
    for (const data of [deflateRawSync(numbers), Buffer.alloc(100), Buffer.from('1\t2\n3\t4\n', 'utf16le')]) {
      assert.match(String(unsupportedTypeOf(data)), /^is not a text file; give one in UTF-8/)
    }
  })

  for (const [bytes, words] of [
    ['\xff\xfe1\x00', /^is in UTF-16; convert it/],
    ['\xfe\xff\x001', /^is in UTF-16; convert it/],
    ['\xff\xfe\x00\x001\x00', /^is in UTF-32; convert it/],
    ['PK\x03\x04', /^is a zip file; extract it/],
    ['BZh9', /^is compressed with bzip2; decompress it/],
    ['\xfd7zXZ\x00', /^is compressed with xz; decompress it/],
    ['\x28\xb5\x2f\xfd', /^is compressed with zstd; decompress it/],
  ] as const) {
    test(`when it begins with ${JSON.stringify(bytes)}`, () => {
      assert.match(String(unsupportedTypeOf(Buffer.from(bytes, 'latin1'))), words)
    })
  }
})

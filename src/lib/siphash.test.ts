import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import * as fc from '../../test/support/properties.ts'
import { SIPHASH_SLACK, sipHash24 } from './siphash.ts'

const MASK = 0xffffffffffffffffn
const KEY = Buffer.from('000102030405060708090a0b0c0d0e0f', 'hex')

function hashed(key: Uint8Array, message: Uint8Array): string {
  const words = new Uint32Array(Math.ceil((message.length + SIPHASH_SLACK) / 4)).fill(0xffffffff)
  new Uint8Array(words.buffer).set(message)
  const out = new Uint32Array(2)
  sipHash24(new Uint32Array(Uint8Array.from(key).buffer), words, message.length, out)
  return Buffer.from(out.buffer).toString('hex')
}

/** The algorithm as it was published, with 64-bit integers. */
function reference(key: Uint8Array, message: Uint8Array): string {
  const padded = Buffer.alloc((message.length & ~7) + 8)
  padded.set(message)
  padded[padded.length - 1] = message.length & 255
  const k0 = Buffer.from(key).readBigUInt64LE(0)
  const k1 = Buffer.from(key).readBigUInt64LE(8)
  let [a, b, c, d] = [
    k0 ^ 0x736f6d6570736575n,
    k1 ^ 0x646f72616e646f6dn,
    k0 ^ 0x6c7967656e657261n,
    k1 ^ 0x7465646279746573n,
  ]
  const rotate = (x: bigint, by: bigint): bigint => ((x << by) | (x >> (64n - by))) & MASK
  const round = (): void => {
    a = (a + b) & MASK
    b = rotate(b, 13n) ^ a
    a = rotate(a, 32n)
    c = (c + d) & MASK
    d = rotate(d, 16n) ^ c
    a = (a + d) & MASK
    d = rotate(d, 21n) ^ a
    c = (c + b) & MASK
    b = rotate(b, 17n) ^ c
    c = rotate(c, 32n)
  }
  for (let at = 0; at < padded.length; at += 8) {
    const word = padded.readBigUInt64LE(at)
    d ^= word
    round()
    round()
    a ^= word
  }
  c ^= 0xffn
  for (let rounds = 0; rounds < 4; rounds += 1) round()
  const result = Buffer.alloc(8)
  result.writeBigUInt64LE(a ^ b ^ c ^ d)
  return result.toString('hex')
}

describe('SipHash-2-4', () => {
  test('the published test vectors (key 00..0f, messages 00, 00 01, …) have the published hashes', () => {
    const published: Record<number, string> = {
      0: '310e0edd47db6f72',
      1: 'fd67dc93c539f874',
      7: '37d1018bf50002ab',
      8: '6224939a79f5f593',
      15: 'e545be4961ca29a1',
      16: 'db9bc2577fcc2a3f',
      63: '724506eb4c328a95',
    }
    for (const [length, expected] of Object.entries(published)) {
      const message = Uint8Array.from({ length: Number(length) }, (_, index) => index)
      assert.equal(hashed(KEY, message), expected, `length ${length}`)
    }
  })

  test('any key and message has the hash that 64-bit integers give', () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ minLength: 16, maxLength: 16 }),
        fc.uint8Array({ maxLength: 300 }),
        (key, message) => assert.equal(hashed(key, message), reference(key, message)),
      ),
    )
  })
})

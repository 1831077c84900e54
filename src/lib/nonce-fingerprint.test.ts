import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Fingerprinter, type NonceUse } from './nonce-fingerprint.ts'
import { SIPHASH_SLACK, sipHash24 } from './siphash.ts'

const KEY = Uint8Array.from({ length: 16 }, (_, index) => index)
const USE: NonceUse = { consumerKey: 'key', token: 'té', nonce: 'n', timestamp: 1_318_622_958 }

function fingerprint(fingerprinter: Fingerprinter, use: NonceUse): string {
  fingerprinter.take(use)
  return `${fingerprinter.high} ${fingerprinter.low}`
}

test('a fingerprint is SipHash-2-4 of the time, the end positions of the parts, and the parts', () => {
  const head = Buffer.alloc(16)
  head.writeDoubleLE(USE.timestamp)
  head.writeUInt32LE(16 + 3, 8)
  head.writeUInt32LE(16 + 3 + 3, 12)
  const message = Buffer.concat([head, Buffer.from('keytén')])
  const words = new Uint32Array(Math.ceil((message.length + SIPHASH_SLACK) / 4))
  new Uint8Array(words.buffer).set(message)
  const out = new Uint32Array(2)
  sipHash24(new Uint32Array(KEY.slice().buffer), words, message.length, out)
  assert.equal(fingerprint(new Fingerprinter(KEY), USE), `${out[1]} ${out[0]}`)
})

test('a fingerprint does not depend on earlier fingerprints, even those of longer texts', () => {
  const fingerprinter = new Fingerprinter(KEY)
  const first = fingerprint(fingerprinter, USE)
  for (const nonce of ['x', 'é'.repeat(10), 'x'.repeat(5_000)]) fingerprint(fingerprinter, { ...USE, nonce })
  assert.equal(fingerprint(fingerprinter, USE), first)
  assert.notEqual(fingerprint(new Fingerprinter(KEY.toReversed()), USE), first)
})

test('the database form is one number with the same bits', () => {
  const fingerprinter = new Fingerprinter(KEY)
  for (let timestamp = 0; timestamp < 1_000; timestamp += 1) {
    fingerprinter.take({ ...USE, timestamp })
    const { high, low, latest } = fingerprinter
    assert.equal(latest, BigInt.asIntN(64, (BigInt(high) << 32n) | BigInt(low)))
  }
})

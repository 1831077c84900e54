import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { SIPHASH_SLACK, sipHash24 } from '../../lib/siphash.ts'
import { WordCodec } from './word-codec.ts'

const KEY = Buffer.from('000102030405060708090a0b0c0d0e0f', 'hex')

/** The code as it is described: the keyed hash of the word, each half in base 36. */
function reference(word: string): string {
  const bytes = Buffer.from(word)
  const memory = new ArrayBuffer(Math.ceil(bytes.length / 8) * 8 + 2 * SIPHASH_SLACK)
  Buffer.from(memory).set(bytes)
  const out = new Uint32Array(2)
  sipHash24(new Uint32Array(Uint8Array.from(KEY).buffer), new Uint32Array(memory), bytes.length, out)
  return [...out].map((half) => half.toString(36).padStart(7, '0')).join('')
}

test('a word is 14 letters and digits: both halves of its hash in base 36', () => {
  const codec = new WordCodec({ derive: () => KEY })
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 100 }), (word) => {
      const code = codec.encode(word)
      assert.match(code, /^[0-9a-z]{14}$/)
      assert.equal(code, reference(word))
    }),
    { numRuns: 1_000 },
  )
})

test('codes of many words are those of each, though some are kept and others have gone', () => {
  const codec = new WordCodec({ derive: () => KEY })
  // Twice as many as are kept, each again after all others; and some that are too long to be kept.
  const words = Array.from({ length: 60_000 }, (_, nth) => `token:${'long'.repeat(nth % 20)}${nth % 18_000}`)
  for (let from = 0; from < words.length; from += 20) {
    const post = words.slice(from, from + 20)
    // One from a moment ago, which may be among those that go next.
    post.push(words[Math.max(0, from - 9_000)] ?? '')
    assert.equal(codec.encodeAll(post), post.map((word) => codec.encode(word)).join(' '))
  }
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { heldBytes } from '../../../test/support/held-memory.ts'
import * as fc from '../../../test/support/properties.ts'
import { hashOf } from '../../filter/key-table.ts'
import { KeptCodes } from './kept-codes.ts'

/** Stands for a code: it tells of which word it is. */
const codeOf = (word: string) => `<${word}>`

/** Two of them as long as each other. */
const prefixes = ['', 'from:', 'lang:'] as const

test('a code is that of its word, wherever that begins and ends and whatever was kept before', () => {
  const kept = new KeptCodes(codeOf, 7)
  const part = fc.oneof(fc.string({ unit: fc.constantFrom('a', 'b') }), fc.string({ unit: 'binary' }))
  fc.assert(
    fc.property(part, part, part, (before, word, after) => {
      const start = before.length
      const [prefix, end] = [prefixes[start % 3] ?? '', start + word.length]
      assert.equal(kept.codeOf(prefix, before + word + after, start, end), codeOf(prefix + word))
    }),
    { numRuns: 5_000 },
  )
})

test('codes of many words are those of each, though some are kept and others have gone', () => {
  let encoded = 0
  const kept = new KeptCodes((word) => {
    encoded += 1
    return codeOf(word)
  }, 7)
  // More than are kept, each again after all others, and some that are too long to be kept.
  const words = Array.from({ length: 60_000 }, (_, nth) => `${'long'.repeat(nth % 20)}${nth % 18_000}`)
  for (const word of words) {
    assert.equal(kept.codeOf('token:', word), codeOf(`token:${word}`))
    // One from a moment ago.
    const before = encoded
    assert.equal(kept.codeOf('token:', ` ${word} `, 1, word.length + 1), codeOf(`token:${word}`))
    assert.equal(encoded - before, word.length > 64 ? 1 : 0)
  }
  assert.ok(encoded > 30_000, 'others had taken their places')
})

test('the hash of a word that is asked for says not which word it is', () => {
  const codes = new KeptCodes(codeOf, 7)
  // Hashes have 32 bits: of a quarter of a million words some share theirs.
  const hashes = new Map<number, string>()
  const alike: [string, string][] = []
  for (let nth = 0; nth < 250_000; nth += 1) {
    const word = String(nth * 2_654_435_761)
    const hash = hashOf(7, word, 0, word.length)
    const other = hashes.get(hash)
    if (other !== undefined) alike.push([other, word])
    hashes.set(hash, word)
  }
  assert.ok(alike.length > 0)
  for (const [one, other] of alike) {
    for (const word of [one, other, one])
      assert.equal(codes.codeOf('', `${word}more`, 0, word.length), codeOf(word))
  }
})

test('words are kept, and not the texts that they stood in', () => {
  const kept = new KeptCodes(codeOf, 7)
  const before = heldBytes()
  for (let nth = 0; nth < 2_000; nth++) {
    const word = `word-number-${nth}-of-long-ones`
    kept.codeOf('token:', `${word} `.padEnd(50_000, word), 0, word.length)
  }
  const held = heldBytes() - before
  assert.ok(held < 5_000_000, `${held} bytes of 100,000,000`)
  assert.equal(kept.codeOf('', 'word'), '<word>')
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from '../../../test/support/properties.ts'
import { filterPost } from '../../../test/support/streams/filter-arbitraries.ts'
import { WORD_TEXT } from '../../../test/support/word-texts.ts'
import type { FilterPost } from '../../filter/post.ts'
import { wordsOf } from '../../filter/search-words.ts'
import { SIPHASH_SLACK, sipHash24 } from '../../lib/siphash.ts'
import { WordCodec } from './word-codec.ts'

const KEY = Buffer.from('000102030405060708090a0b0c0d0e0f', 'hex')

/** Reference implementation: the lower 36 bits of the keyed hash of the word in base 36. */
function reference(word: string): string {
  const bytes = Buffer.from(word)
  const memory = new ArrayBuffer(Math.ceil(bytes.length / 8) * 8 + 2 * SIPHASH_SLACK)
  Buffer.from(memory).set(bytes)
  const out = new Uint32Array(2)
  sipHash24(new Uint32Array(Uint8Array.from(KEY).buffer), new Uint32Array(memory), bytes.length, out)
  const [low = 0, high = 0] = out
  return ((BigInt(high & 15) << 32n) | BigInt(low)).toString(36).padStart(7, '0')
}

test('the code of a word has seven letters and digits: 36 bits of its hash in base 36', () => {
  const codec = new WordCodec({ derive: () => KEY })
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 100 }), (word) => {
      const code = codec.encode(word)
      assert.match(code, /^[0-9a-z]{7}$/)
      assert.equal(code, reference(word))
    }),
    { numRuns: 1_000 },
  )
})

test('earlier formats of the index use other keys', () => {
  const asked: string[] = []
  new WordCodec({
    derive: (name) => {
      asked.push(name)
      return KEY
    },
  })
  assert.equal(asked.length, 1)
  for (const before of ['search words, folded simply', 'search words, folded simply, in 36 bits']) {
    assert.notEqual(asked[0], before)
  }
})

/** The distinct codes of the words of a post. */
function codesOf(codec: WordCodec, post: FilterPost): ReadonlySet<string> {
  return new Set(Array.from(wordsOf(post), (word) => codec.encode(word)))
}

test('a post has the codes of its words', () => {
  const codec = new WordCodec({ derive: () => KEY })
  fc.assert(
    fc.property(filterPost, fc.array(WORD_TEXT, { maxLength: 2 }), (post, texts) => {
      const changed = { ...post, texts: [...post.texts, ...texts] }
      assert.deepEqual(new Set(codec.encodePost(changed).split(' ')), codesOf(codec, changed))
    }),
    { numRuns: 2_000 },
  )
})

test('a post with repeated words, in its text or in URLs, has each code only once', () => {
  const codec = new WordCodec({ derive: () => KEY })
  const [post] = fc.sample(filterPost, { numRuns: 1, seed: 1 }) as [FilterPost]
  for (const changed of [
    { ...post, texts: ['again and again '.repeat(1_000)], urls: [] },
    { ...post, urls: Array.from({ length: 300 }, () => 'https://example.com/again/and/again') },
  ]) {
    const codes = codec.encodePost(changed).split(' ')
    assert.deepEqual(new Set(codes), codesOf(codec, changed))
    assert.equal(codes.length, new Set(codes).size)
  }
})

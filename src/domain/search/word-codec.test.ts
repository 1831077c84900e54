import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { filterPost } from '../../../test/support/filter-arbitraries.ts'
import { WORD_TEXT } from '../../../test/support/word-texts.ts'
import type { FilterPost } from '../../filter/post.ts'
import { tellWords } from '../../filter/search-words.ts'
import { tokenise } from '../../filter/tokenise.ts'
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

/** The codes of a post, each once, by the words that it tells. */
function codesOf(codec: WordCodec, post: FilterPost): ReadonlySet<string> {
  const codes = new Set<string>()
  tellWords(post, {
    add: (word) => codes.add(codec.encode(word)),
    addTokens(prefix, text) {
      for (const token of tokenise(text)) codes.add(codec.encode(prefix + token))
    },
  })
  return codes
}

test('a post has the codes of its words, whether they are kept or not', () => {
  const codec = new WordCodec({ derive: () => KEY })
  fc.assert(
    fc.property(filterPost, fc.array(WORD_TEXT, { maxLength: 2 }), (post, texts) => {
      const told = { ...post, texts: [...post.texts, ...texts] }
      assert.deepEqual(new Set(codec.encodePost(told).split(' ')), codesOf(codec, told))
    }),
    { numRuns: 2_000 },
  )
})

test('a long text that says the same again and again has each code once', () => {
  const codec = new WordCodec({ derive: () => KEY })
  const [post] = fc.sample(filterPost, { numRuns: 1, seed: 1 }) as [FilterPost]
  const told = { ...post, texts: ['again and again '.repeat(1_000)], urls: [] }
  const codes = codec.encodePost(told).split(' ')
  assert.deepEqual(new Set(codes), codesOf(codec, told))
  assert.ok(codes.length < 100, `${codes.length} codes`)
})

/** Compares pages of candidates with a list in memory, on both engines. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ENGINES, freshConfig, testRuntime } from '../../../test/support/engines.ts'
import * as fc from '../../../test/support/properties.ts'
import type { WordQuery } from '../../filter/search-words.ts'
import { findCandidates } from './find-candidates.ts'
import { putIndexed } from './index-posts.ts'
import { WordCodec } from './word-codec.ts'

const WORDS = ['a', 'b', 'c'] as const

/** Every third post has the first word, every fourth post the second, and every fifth post the third. */
const INDEXED = Array.from({ length: 60 }, (_, nth) => ({
  id: BigInt(nth * 2),
  has: new Set(WORDS.filter((_, index) => nth % (index + 3) === 0)),
}))

const { query: wordQuery } = fc.letrec<{ query: WordQuery }>((tie) => ({
  query: fc.oneof(
    { maxDepth: 3 },
    fc.record({ kind: fc.constant('word' as const), word: fc.constantFrom(...WORDS, 'nowhere') }),
    fc.record({
      kind: fc.constantFrom('and' as const, 'or' as const),
      items: fc.array(tie('query'), { minLength: 1, maxLength: 3 }),
    }),
  ),
}))

function matches(words: WordQuery, has: ReadonlySet<string>): boolean {
  if (words.kind === 'word') return has.has(words.word)
  const answers = words.items.map((item) => matches(item, has))
  return words.kind === 'and' ? answers.every(Boolean) : answers.some(Boolean)
}

for (const engine of ENGINES) {
  test(`a page has the newest posts that match or are given by id, without duplicates, on ${engine}`, async (t) => {
    const { context, store } = await testRuntime(t, await freshConfig(t, engine))
    const codec = new WordCodec(context.vault)
    const coded = INDEXED.map(({ id, has }) => ({
      id,
      words: [...has, 'every'].map((word) => codec.encode(word)).join(' '),
    }))
    await store.writeAside((tx) => putIndexed(tx, coded))
    const id = fc.bigInt(0n, 125n)
    await fc.assert(
      fc.asyncProperty(
        fc.option(wordQuery, { nil: undefined }),
        // The index has only even ids.
        fc.array(id, { maxLength: 6 }),
        fc.record({ from: id, to: id, count: fc.integer({ min: 1, max: 70 }) }),
        async (words, ids, span) => {
          const wanted = INDEXED.filter(({ has }) => words === undefined || matches(words, has))
          const all = new Set([...wanted.map((post) => post.id), ...ids])
          const page = [...all]
            .filter((each) => each >= span.from && each <= span.to)
            .sort((a, b) => Number(b - a))
            .slice(0, span.count)
          assert.deepEqual(await findCandidates(store, codec, { words, ids }, span), page)
          // With these short scans, most pages need the inverted index.
          assert.deepEqual(await findCandidates(store, codec, { words, ids }, span, [1, 4]), page)
        },
      ),
      { numRuns: 300 },
    )
  })
}

/** Posts that are written to the index are found there, and replace earlier entries, on both engines. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ENGINES, freshConfig, testRuntime } from '../../../test/support/engines.ts'
import { must } from '../../lib/assert.ts'
import { LARGEST_ID } from '../../lib/ids/largest-id.ts'
import { findCandidates } from './find-candidates.ts'
import { putIndexed, removeIndexed } from './index-posts.ts'
import { WordCodec } from './word-codec.ts'

for (const engine of ENGINES) {
  test(`writes newer, older and existing posts, on ${engine}`, async (t) => {
    const { context, store } = await testRuntime(t, await freshConfig(t, engine))
    const codec = new WordCodec(context.vault)
    const index = new Map<bigint, string>()
    // Batches with higher ids, with ids between existing ids, and with the same ids again.
    const batches = [[50n, 60n], [70n], [70n, 80n], [10n, 90n], [55n], [], [90n, 10n, 20n], [100n, 95n]]
    for (const [turn, ids] of batches.entries()) {
      for (const id of ids) index.set(id, `word${turn % 3}`)
      const posts = ids.map((id) => ({ id, words: codec.encode(must(index.get(id), 'a word')) }))
      await store.writeAside((tx) => putIndexed(tx, posts))
      if (turn === 3) {
        await store.writeAside((tx) => removeIndexed(tx, [60n, 90n]))
        for (const id of [60n, 90n]) index.delete(id)
      }
      for (const word of ['word0', 'word1', 'word2']) {
        const found = await findCandidates(
          store,
          codec,
          { words: { kind: 'word', word }, ids: [] },
          { from: 0n, to: LARGEST_ID, count: 100 },
        )
        const expected = [...index].filter(([, has]) => has === word).map(([id]) => id)
        assert.deepEqual(
          found,
          expected.sort((a, b) => Number(b - a)),
          `${word} after ${turn}`,
        )
      }
    }
  })
}

import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { ENGINES, freshConfig, temporaryDirectory, testRuntime } from '../../test/support/engines.ts'
import {
  advanceProgress,
  deleteProgress,
  fingerprintOf,
  ImportRunsElsewhere,
  NO_PROGRESS,
  progressOf,
  unfinishedImports,
} from './progress.ts'

const NAME = 'follows:00'

test('a file is identified by its kind and its content', async (t) => {
  const directory = await temporaryDirectory(t)
  const [a, b] = [join(directory, 'a'), join(directory, 'b')]
  await writeFile(a, '1 2\n')
  await writeFile(b, '1 2\n')
  const name = await fingerprintOf('follows', a)
  // The value is the result of: echo '1 2' | sha256sum
  assert.equal(name, 'follows:f251ddc12234e0da8d3b778bd0f7463fb477f16f47757f5617dc8b4ff4d4f14a')
  assert.equal(name, await fingerprintOf('follows', b))
  assert.notEqual(name, await fingerprintOf('posts', a))
  await writeFile(b, '1 3\n')
  assert.notEqual(name, await fingerprintOf('follows', b))
})

for (const engine of ENGINES) {
  describe(`the position of an import, on ${engine}`, () => {
    test('advances only from the stored position', async (t) => {
      const { store } = await testRuntime(t, await freshConfig(t, engine))
      const repaired = { path: 'entities', fault: 'another type', count: 1, lines: [3] } as const
      const first = { lines: 10, imported: 7, skipped: 2, rejected: 1, repairs: [repaired] }
      const second = {
        lines: 20,
        imported: 14,
        skipped: 4,
        rejected: 2,
        repairs: [{ ...repaired, count: 2 }],
      }
      assert.deepEqual(await progressOf(store, NAME), NO_PROGRESS)
      await store.write((tx) => advanceProgress(tx, NAME, NO_PROGRESS, first, 1))
      assert.deepEqual({ ...(await progressOf(store, NAME)) }, first)

      // A process whose position differs from the stored position learns that another process has advanced the import.
      for (const stale of [NO_PROGRESS, { ...first, lines: 9 }]) {
        await assert.rejects(
          store.write((tx) => advanceProgress(tx, NAME, stale, second, 2)),
          ImportRunsElsewhere,
        )
      }
      assert.deepEqual({ ...(await progressOf(store, NAME)) }, first)
      await store.write((tx) => advanceProgress(tx, NAME, first, second, 2))
      assert.deepEqual({ ...(await progressOf(store, NAME)) }, second)

      await store.write((tx) => deleteProgress(tx, NAME))
      assert.deepEqual(await progressOf(store, NAME), NO_PROGRESS)
      await assert.rejects(
        store.write((tx) => advanceProgress(tx, NAME, second, second, 3)),
        ImportRunsElsewhere,
        'an import that another process ended',
      )
    })

    test('lists only the imports of one kind', async (t) => {
      const { store } = await testRuntime(t, await freshConfig(t, engine))
      const standing = { lines: 1, imported: 1, skipped: 0, rejected: 0, repairs: [] }
      for (const name of ['demo:2', 'demo:1', 'demos:3', 'demo', 'dem:4', 'users:5']) {
        await store.write((tx) => advanceProgress(tx, name, NO_PROGRESS, standing, 1))
      }
      assert.deepEqual(await unfinishedImports(store, 'demo'), ['demo:1', 'demo:2'])
      await store.write((tx) => deleteProgress(tx, 'demo:1'))
      assert.deepEqual(await unfinishedImports(store, 'demo'), ['demo:2'])
    })
  })
}

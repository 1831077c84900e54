import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Batcher } from './batcher.ts'

/** A batcher whose runs end when the test ends them. */
function stage(max = 10) {
  const runs: { items: readonly number[]; end(error?: Error): void }[] = []
  const batcher = new Batcher<number, string>(
    (items) =>
      new Promise((resolve, reject) => {
        const end = (error?: Error) =>
          error === undefined ? resolve(items.map((item) => `of ${item}`)) : reject(error)
        runs.push({ items, end })
      }),
    max,
  )
  return { batcher, runs }
}

test('an idle batcher runs an item immediately, and items that arrive during two runs share the next run', async () => {
  const { batcher, runs } = stage()
  const results = [1, 2, 3, 4].map((item) => batcher.submit(item))
  assert.deepEqual(
    runs.map(({ items }) => items),
    [[1], [2]],
  )
  runs[1]?.end()
  assert.equal(await results[1], 'of 2')
  assert.deepEqual(runs[2]?.items, [3, 4])
  runs[2]?.end()
  assert.deepEqual(
    await Promise.all(results.slice(1)),
    ['of 2', 'of 3', 'of 4'],
    'a slow run blocks no other run',
  )
  runs[0]?.end()
  assert.equal(await results[0], 'of 1')
  const later = batcher.submit(5)
  assert.deepEqual(runs[3]?.items, [5])
  runs[3]?.end()
  assert.equal(await later, 'of 5')
})

test('a failed run rejects all its items, and a run has at most the maximum number of items', async () => {
  const { batcher, runs } = stage(2)
  const results = [1, 2, 3, 4, 5].map((item) => batcher.submit(item))
  runs[0]?.end(new Error('lost'))
  await assert.rejects(results[0] ?? Promise.resolve(), /lost/)
  assert.deepEqual(runs[2]?.items, [3, 4])
  runs[1]?.end()
  assert.equal(await results[1], 'of 2')
  assert.deepEqual(runs[3]?.items, [5])
  for (const run of runs) run.end()
  assert.deepEqual(await Promise.all(results.slice(2)), ['of 3', 'of 4', 'of 5'])
})

test('runs are limited by the sum of sizes, and an item above the limit has a separate run', async () => {
  const runs: string[][] = []
  const batcher = new Batcher<string, number>(
    async (items) => {
      runs.push([...items])
      return items.map(({ length }) => length)
    },
    5,
    ({ length }) => length,
  )
  const results = ['a', 'b', 'cc', 'ddd', 'eeeeeeee', 'f'].map((item) => batcher.submit(item))
  assert.deepEqual(await Promise.all(results), [1, 1, 2, 3, 8, 1])
  assert.deepEqual(runs, [['a'], ['b'], ['cc', 'ddd'], ['eeeeeeee'], ['f']])
})

test('with the option `isByTurn`, all items that a task and its microtasks submit share one run', async () => {
  const runs: (readonly number[])[] = []
  const batcher = new Batcher<number, number>(
    async (items) => {
      runs.push(items)
      return items
    },
    10,
    undefined,
    true,
  )
  const late = Promise.resolve().then(() => batcher.submit(3))
  assert.deepEqual(await Promise.all([batcher.submit(1), batcher.submit(2), late]), [1, 2, 3])
  assert.deepEqual(runs, [[1, 2, 3]])
  assert.equal(await batcher.submit(4), 4)
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Gatherer } from './gatherer.ts'

/** A gatherer whose runs end when they are told to. */
function stage(most = 10) {
  const runs: { items: readonly number[]; end(error?: Error): void }[] = []
  const gatherer = new Gatherer<number, string>(
    (items) =>
      new Promise((resolve, reject) => {
        const end = (error?: Error) =>
          error === undefined ? resolve(items.map((item) => `of ${item}`)) : reject(error)
        runs.push({ items, end })
      }),
    most,
  )
  return { gatherer, runs }
}

test('whoever comes alone is asked for at once; who comes meanwhile is asked for together', async () => {
  const { gatherer, runs } = stage()
  const asked = [1, 2, 3].map((item) => gatherer.ask(item))
  assert.deepEqual(
    runs.map(({ items }) => items),
    [[1]],
  )
  runs[0]?.end()
  assert.equal(await asked[0], 'of 1')
  assert.deepEqual(runs[1]?.items, [2, 3])
  runs[1]?.end()
  assert.deepEqual(await Promise.all(asked), ['of 1', 'of 2', 'of 3'])
  const later = gatherer.ask(4)
  assert.deepEqual(runs[2]?.items, [4])
  runs[2]?.end()
  assert.equal(await later, 'of 4')
})

test('a run that fails fails for those in it, and no more than so many are in one', async () => {
  const { gatherer, runs } = stage(2)
  const asked = [1, 2, 3, 4].map((item) => gatherer.ask(item))
  runs[0]?.end(new Error('lost'))
  await assert.rejects(asked[0] ?? Promise.resolve(), /lost/)
  assert.deepEqual(runs[1]?.items, [2, 3])
  runs[1]?.end()
  assert.equal(await asked[2], 'of 3')
  assert.deepEqual(runs[2]?.items, [4])
  runs[2]?.end()
  assert.equal(await asked[3], 'of 4')
})

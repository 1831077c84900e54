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

test('whoever comes when it is quiet is asked for at once; who comes meanwhile is asked for together', async () => {
  const { gatherer, runs } = stage()
  const asked = [1, 2, 3, 4].map((item) => gatherer.ask(item))
  assert.deepEqual(
    runs.map(({ items }) => items),
    [[1], [2]],
  )
  runs[1]?.end()
  assert.equal(await asked[1], 'of 2')
  assert.deepEqual(runs[2]?.items, [3, 4])
  runs[2]?.end()
  assert.deepEqual(await Promise.all(asked.slice(1)), ['of 2', 'of 3', 'of 4'], 'the first holds nobody')
  runs[0]?.end()
  assert.equal(await asked[0], 'of 1')
  const later = gatherer.ask(5)
  assert.deepEqual(runs[3]?.items, [5])
  runs[3]?.end()
  assert.equal(await later, 'of 5')
})

test('a run that fails fails for those in it, and no more than so many are in one', async () => {
  const { gatherer, runs } = stage(2)
  const asked = [1, 2, 3, 4, 5].map((item) => gatherer.ask(item))
  runs[0]?.end(new Error('lost'))
  await assert.rejects(asked[0] ?? Promise.resolve(), /lost/)
  assert.deepEqual(runs[2]?.items, [3, 4])
  runs[1]?.end()
  assert.equal(await asked[1], 'of 2')
  assert.deepEqual(runs[3]?.items, [5])
  for (const run of runs) run.end()
  assert.deepEqual(await Promise.all(asked.slice(2)), ['of 3', 'of 4', 'of 5'])
})

test('sizes count, and what is larger than a run may be has one of its own', async () => {
  const runs: string[][] = []
  const gatherer = new Gatherer<string, number>(
    async (items) => {
      runs.push([...items])
      return items.map(({ length }) => length)
    },
    5,
    ({ length }) => length,
  )
  const asked = ['a', 'b', 'cc', 'ddd', 'eeeeeeee', 'f'].map((item) => gatherer.ask(item))
  assert.deepEqual(await Promise.all(asked), [1, 1, 2, 3, 8, 1])
  assert.deepEqual(runs, [['a'], ['b'], ['cc', 'ddd'], ['eeeeeeee'], ['f']])
})

test('by turn, everything that a task and its microtasks ask for is one run', async () => {
  const runs: (readonly number[])[] = []
  const gatherer = new Gatherer<number, number>(
    async (items) => {
      runs.push(items)
      return items
    },
    10,
    undefined,
    true,
  )
  const late = Promise.resolve().then(() => gatherer.ask(3))
  assert.deepEqual(await Promise.all([gatherer.ask(1), gatherer.ask(2), late]), [1, 2, 3])
  assert.deepEqual(runs, [[1, 2, 3]])
  assert.equal(await gatherer.ask(4), 4)
})

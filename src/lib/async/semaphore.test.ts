import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from '../../../test/support/properties.ts'
import { Semaphore, SemaphoreFull } from './semaphore.ts'

/** Work that ends when the test resolves it. */
function work() {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  let begun = false
  return {
    run: () => {
      begun = true
      return promise
    },
    resolve,
    reject,
    get begun() {
      return begun
    },
  }
}

test('runs the maximum number of tasks at once, and further tasks in the order of the calls', async () => {
  const semaphore = new Semaphore(2, 10)
  const works = [work(), work(), work(), work()] as const
  const results = works.map(({ run }) => semaphore.run(run))
  await Promise.resolve()
  assert.deepEqual(
    works.map(({ begun }) => begun),
    [true, true, false, false],
  )
  works[1].resolve('second')
  assert.equal(await results[1], 'second')
  await new Promise(setImmediate)
  assert.deepEqual(
    works.map(({ begun }) => begun),
    [true, true, true, false],
  )
  for (const { resolve } of works) resolve('done')
  await Promise.all(results)
  assert.equal(works[3].begun, true)
})

test('rejects immediately when the queue is full, and accepts tasks again when a task has ended', async () => {
  const semaphore = new Semaphore(1, 1)
  const [inside, waiting, refused, later] = [work(), work(), work(), work()]
  const first = semaphore.run(inside.run)
  const second = semaphore.run(waiting.run)
  await assert.rejects(semaphore.run(refused.run), SemaphoreFull)
  assert.equal(refused.begun, false)
  inside.resolve('')
  await first
  const third = semaphore.run(later.run)
  waiting.resolve('')
  later.resolve('')
  await Promise.all([second, third])
})

test('failed work frees its slot', async () => {
  const semaphore = new Semaphore(1, 0)
  const failing = work()
  const result = semaphore.run(failing.run)
  failing.reject(new Error('failed'))
  await assert.rejects(result, /failed/)
  assert.equal(await semaphore.run(async () => 'next'), 'next')
})

test('runs all tasks, and never more than the maximum at once, for any order in which they end', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.scheduler(),
      fc.integer({ min: 1, max: 4 }),
      fc.integer({ min: 0, max: 20 }),
      async (s, atOnce, count) => {
        const semaphore = new Semaphore(atOnce, 20)
        let inside = 0
        let max = 0
        const results = Array.from({ length: count }, (_, index) =>
          semaphore.run(async () => {
            inside += 1
            max = Math.max(max, inside)
            await s.schedule(Promise.resolve())
            inside -= 1
            return index
          }),
        )
        await s.waitFor(Promise.all(results))
        assert.deepEqual(
          await Promise.all(results),
          results.map((_, index) => index),
        )
        assert.ok(max <= atOnce)
      },
    ),
    { numRuns: 50 },
  )
})

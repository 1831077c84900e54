import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from '../../../test/support/properties.ts'
import { Turnstile, TurnstileFull } from './turnstile.ts'

/** Work that ends when it is told to. */
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

test('lets so many in at once, the others in the order of asking', async () => {
  const turnstile = new Turnstile(2, 10)
  const works = [work(), work(), work(), work()] as const
  const results = works.map(({ run }) => turnstile.pass(run))
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

test('refuses at once when as many wait as may, and takes again when one has gone', async () => {
  const turnstile = new Turnstile(1, 1)
  const [inside, waiting, refused, later] = [work(), work(), work(), work()]
  const first = turnstile.pass(inside.run)
  const second = turnstile.pass(waiting.run)
  await assert.rejects(turnstile.pass(refused.run), TurnstileFull)
  assert.equal(refused.begun, false)
  inside.resolve('')
  await first
  const third = turnstile.pass(later.run)
  waiting.resolve('')
  later.resolve('')
  await Promise.all([second, third])
})

test('work that fails gives its place back', async () => {
  const turnstile = new Turnstile(1, 0)
  const failing = work()
  const result = turnstile.pass(failing.run)
  failing.reject(new Error('failed'))
  await assert.rejects(result, /failed/)
  assert.equal(await turnstile.pass(async () => 'next'), 'next')
})

test('never more than allowed at once, and all get through, whatever the order of ending', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.scheduler(),
      fc.integer({ min: 1, max: 4 }),
      fc.integer({ min: 0, max: 20 }),
      async (s, atOnce, count) => {
        const turnstile = new Turnstile(atOnce, 20)
        let inside = 0
        let most = 0
        const results = Array.from({ length: count }, (_, index) =>
          turnstile.pass(async () => {
            inside += 1
            most = Math.max(most, inside)
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
        assert.ok(most <= atOnce)
      },
    ),
    { numRuns: 50 },
  )
})

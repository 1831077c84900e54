import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import * as fc from '../../../test/support/properties.ts'
import { type Caller, FairSemaphore } from './fair-semaphore.ts'
import { SemaphoreFull } from './semaphore.ts'

function untrusted(name: string): Caller {
  return { name, isTrusted: false }
}

/** Blocks each task until `letGo` is called, and records the order in which tasks started. */
function stage(semaphore: FairSemaphore) {
  const order: string[] = []
  const inside: (() => void)[] = []
  const pass = (caller: Caller, name: string) =>
    semaphore.run(caller, () => {
      order.push(name)
      return new Promise<void>((resolve) => inside.push(resolve))
    })
  const letGo = async () => {
    inside.shift()?.()
    // The next task gets the free slot only a few microtasks later.
    for (let turn = 0; turn < 10; turn += 1) await Promise.resolve()
  }
  return { order, pass, letGo }
}

describe('FairSemaphore', () => {
  test('callers take turns, with any number of tasks for each caller', async () => {
    const { order, pass, letGo } = stage(new FairSemaphore({ maxConcurrent: 1, maxWaiting: 20 }))
    const passes = [1, 2, 3, 4, 5].map((number) => pass(untrusted('a'), `a${number}`))
    passes.push(pass(untrusted('b'), 'b1'), pass(untrusted('c'), 'c1'), pass(untrusted('b'), 'b2'))
    for (let count = 0; count < 8; count += 1) await letGo()
    await Promise.all(passes)
    assert.deepEqual(order, ['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4', 'a5'])
  })

  test('a trusted caller goes first, and can wait when the queues of other callers are full', async () => {
    const { order, pass, letGo } = stage(new FairSemaphore({ maxConcurrent: 1, maxWaiting: 2 }))
    const passes = [pass(untrusted('a'), 'a1'), pass(untrusted('b'), 'b1'), pass(untrusted('c'), 'c1')]
    await assert.rejects(pass(untrusted('d'), 'd1'), SemaphoreFull)
    passes.push(pass({ name: 'e', isTrusted: true }, 'e1'))
    for (let count = 0; count < 4; count += 1) await letGo()
    await Promise.all(passes)
    assert.deepEqual(order, ['a1', 'e1', 'b1', 'c1'])
  })

  test('when the queues are full, the last task of the longest queue is rejected', async () => {
    const semaphore = new FairSemaphore({ maxConcurrent: 1, maxWaiting: 3 })
    const { order, pass, letGo } = stage(semaphore)
    const passes = [pass(untrusted('a'), 'a1'), pass(untrusted('a'), 'a2'), pass(untrusted('a'), 'a3')]
    const last = assert.rejects(pass(untrusted('a'), 'a4'), SemaphoreFull)
    passes.push(pass(untrusted('b'), 'b1'))
    await last
    await assert.rejects(pass(untrusted('b'), 'b2'), SemaphoreFull)
    assert.equal(semaphore.waiting, 3)
    for (let count = 0; count < 4; count += 1) await letGo()
    await Promise.all(passes)
    assert.deepEqual(order, ['a1', 'a2', 'b1', 'a3'])
  })

  test('property: at most the maximum number of tasks runs at once, each task runs or is rejected, and no slot is lost', async () => {
    const callers = fc.record({
      name: fc.constantFrom('a', 'b', 'c'),
      isTrusted: fc.boolean(),
      fails: fc.boolean(),
    })
    await fc.assert(
      fc.asyncProperty(
        fc.array(callers, { maxLength: 30 }),
        fc.integer({ min: 1, max: 3 }),
        async (all, atOnce) => {
          const semaphore = new FairSemaphore({ maxConcurrent: atOnce, maxWaiting: 5 })
          let inside = 0
          const outcomes = await Promise.allSettled(
            all.map((caller) =>
              semaphore.run(caller, async () => {
                inside += 1
                assert.ok(inside <= atOnce)
                await new Promise((resolve) => setImmediate(resolve))
                inside -= 1
                if (caller.fails) throw new RangeError('the work itself')
              }),
            ),
          )
          for (const outcome of outcomes) {
            if (outcome.status === 'rejected')
              assert.ok(outcome.reason instanceof SemaphoreFull || outcome.reason instanceof RangeError)
          }
          assert.equal(semaphore.waiting, 0)
          assert.equal(await semaphore.run(untrusted('late'), async () => 'free'), 'free')
          const refused = outcomes.filter(
            (outcome) => outcome.status === 'rejected' && outcome.reason instanceof SemaphoreFull,
          )
          assert.ok(all.length - refused.length >= Math.min(all.length, atOnce))
        },
      ),
      { numRuns: 50 },
    )
  })
})

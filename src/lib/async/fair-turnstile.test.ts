import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import * as fc from '../../../test/support/properties.ts'
import { FairTurnstile, type Lane } from './fair-turnstile.ts'
import { TurnstileFull } from './turnstile.ts'

function stranger(name: string): Lane {
  return { name, isTrusted: false }
}

/** Holds what passes until it is let go, and notes the order in which it was let in. */
function stage(turnstile: FairTurnstile) {
  const order: string[] = []
  const inside: (() => void)[] = []
  const pass = (lane: Lane, name: string) =>
    turnstile.pass(lane, () => {
      order.push(name)
      return new Promise<void>((resolve) => inside.push(resolve))
    })
  const letGo = async () => {
    inside.shift()?.()
    // The place is handed on some turns of the microtask queue later.
    for (let turn = 0; turn < 10; turn += 1) await Promise.resolve()
  }
  return { order, pass, letGo }
}

describe('FairTurnstile', () => {
  test('lanes take turns, however many wait in one', async () => {
    const { order, pass, letGo } = stage(new FairTurnstile({ atOnce: 1, waitingMost: 20 }))
    const passes = [1, 2, 3, 4, 5].map((number) => pass(stranger('a'), `a${number}`))
    passes.push(pass(stranger('b'), 'b1'), pass(stranger('c'), 'c1'), pass(stranger('b'), 'b2'))
    for (let count = 0; count < 8; count += 1) await letGo()
    await Promise.all(passes)
    assert.deepEqual(order, ['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4', 'a5'])
  })

  test('a trusted lane goes first, and finds room when the others have filled theirs', async () => {
    const { order, pass, letGo } = stage(new FairTurnstile({ atOnce: 1, waitingMost: 2 }))
    const passes = [pass(stranger('a'), 'a1'), pass(stranger('b'), 'b1'), pass(stranger('c'), 'c1')]
    await assert.rejects(pass(stranger('d'), 'd1'), TurnstileFull)
    passes.push(pass({ name: 'e', isTrusted: true }, 'e1'))
    for (let count = 0; count < 4; count += 1) await letGo()
    await Promise.all(passes)
    assert.deepEqual(order, ['a1', 'e1', 'b1', 'c1'])
  })

  test('when the room is full the longest lane gives way, and its last one is refused', async () => {
    const turnstile = new FairTurnstile({ atOnce: 1, waitingMost: 3 })
    const { order, pass, letGo } = stage(turnstile)
    const passes = [pass(stranger('a'), 'a1'), pass(stranger('a'), 'a2'), pass(stranger('a'), 'a3')]
    const last = assert.rejects(pass(stranger('a'), 'a4'), TurnstileFull)
    passes.push(pass(stranger('b'), 'b1'))
    await last
    await assert.rejects(pass(stranger('b'), 'b2'), TurnstileFull)
    assert.equal(turnstile.waiting, 3)
    for (let count = 0; count < 4; count += 1) await letGo()
    await Promise.all(passes)
    assert.deepEqual(order, ['a1', 'a2', 'b1', 'a3'])
  })

  test('property: no more than allowed work at once, everyone is let in or refused, and no place is lost', async () => {
    const asking = fc.record({
      name: fc.constantFrom('a', 'b', 'c'),
      isTrusted: fc.boolean(),
      fails: fc.boolean(),
    })
    await fc.assert(
      fc.asyncProperty(
        fc.array(asking, { maxLength: 30 }),
        fc.integer({ min: 1, max: 3 }),
        async (all, atOnce) => {
          const turnstile = new FairTurnstile({ atOnce, waitingMost: 5 })
          let inside = 0
          const outcomes = await Promise.allSettled(
            all.map((lane) =>
              turnstile.pass(lane, async () => {
                inside += 1
                assert.ok(inside <= atOnce)
                await new Promise((resolve) => setImmediate(resolve))
                inside -= 1
                if (lane.fails) throw new RangeError('the work itself')
              }),
            ),
          )
          for (const outcome of outcomes) {
            if (outcome.status === 'rejected')
              assert.ok(outcome.reason instanceof TurnstileFull || outcome.reason instanceof RangeError)
          }
          assert.equal(turnstile.waiting, 0)
          assert.equal(await turnstile.pass(stranger('late'), async () => 'free'), 'free')
          const refused = outcomes.filter(
            (outcome) => outcome.status === 'rejected' && outcome.reason instanceof TurnstileFull,
          )
          assert.ok(all.length - refused.length >= Math.min(all.length, atOnce))
        },
      ),
      { numRuns: 50 },
    )
  })
})

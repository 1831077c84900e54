import assert from 'node:assert/strict'
import { test } from 'node:test'
import { TestClock } from '../../../test/support/test-clock.ts'
import { MemoryWindowStore } from '../../counters/memory-windows.ts'
import type { CallerFacts, WindowSpec } from '../endpoint.ts'
import type { Limits } from './budget.ts'
import { chargeWindow } from './charge.ts'

function bench(window: WindowSpec, limits: Limits = 'documented') {
  const clock = new TestClock()
  const counting = { windows: new MemoryWindowStore({ clock }), limits, clock }
  const endpoint = { method: 'POST', paths: ['/send'], window } as const
  const caller = (token: string, user: string, app: string): CallerFacts => ({
    kind: 'user',
    windowKey: `token:${token}`,
    userKey: `user:${user}`,
    appKey: `app:${app}`,
    accessLevel: 'read-write',
  })
  return {
    clock,
    caller,
    /** The decision, the limit that was charged, and its remaining calls. */
    async charge(who: CallerFacts, take = true) {
      const decision = await chargeWindow(counting, { windowBy: 'token' }, endpoint, who, take)
      return decision === undefined ? undefined : [decision.allowed, decision.limit, decision.remaining]
    },
  }
}

test('spec/limits.md#window: a budget is a token’s, unless it is said to be the user’s', async () => {
  const ofToken = bench({ user: 2 })
  assert.deepEqual(await ofToken.charge(ofToken.caller('a', 'ada', 'x')), [true, 2, 1])
  assert.deepEqual(await ofToken.charge(ofToken.caller('b', 'ada', 'x')), [true, 2, 1])
  const ofUser = bench({ user: 2, per: 'user' })
  assert.deepEqual(await ofUser.charge(ofUser.caller('a', 'ada', 'x')), [true, 2, 1])
  assert.deepEqual(await ofUser.charge(ofUser.caller('b', 'ada', 'y')), [true, 2, 0])
  assert.deepEqual(await ofUser.charge(ofUser.caller('c', 'ada', 'z')), [false, 2, 0])
  assert.deepEqual(await ofUser.charge(ofUser.caller('d', 'bob', 'x')), [true, 2, 1])
})

test('spec/direct-messages.md#message-limits: all users of an app share its budget, and its headers show when it is spent', async () => {
  const { caller, charge } = bench({ user: 3, ofApp: 4, per: 'user', seconds: 86_400 })
  for (const user of ['ada', 'bob']) {
    assert.deepEqual(await charge(caller(user, user, 'x')), [true, 3, 2])
    assert.deepEqual(await charge(caller(user, user, 'x')), [true, 3, 1])
  }
  assert.deepEqual(await charge(caller('eve', 'eve', 'x')), [false, 4, 0])
  assert.deepEqual(await charge(caller('joe', 'joe', 'y')), [true, 3, 2])
})

test('a look takes nothing, from neither', async () => {
  const { caller, charge } = bench({ user: 1, ofApp: 1 })
  for (let look = 0; look < 3; look++)
    assert.deepEqual(await charge(caller('a', 'ada', 'x'), false), [true, 1, 1])
  assert.deepEqual(await charge(caller('a', 'ada', 'x')), [true, 1, 0])
  assert.deepEqual(await charge(caller('a', 'ada', 'x'), false), [false, 1, 0])
})

test('limits=off refuses nobody, relaxed grants a hundred times as much, and what has no window no answer', async () => {
  const off = bench({ user: 1, ofApp: 1 }, 'off')
  for (let call = 0; call < 3; call++)
    assert.deepEqual(await off.charge(off.caller('a', 'ada', 'x')), [true, 1, 1])
  const relaxed = bench({ user: 1, ofApp: 1 }, 'relaxed')
  assert.deepEqual(await relaxed.charge(relaxed.caller('a', 'ada', 'x')), [true, 100, 99])
  const none = bench({ app: 1 })
  assert.equal(await none.charge(none.caller('a', 'ada', 'x')), undefined)
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { TestClock } from '../../../test/support/test-clock.ts'
import { MemoryWindowStore } from '../../counters/memory-windows.ts'
import type { CallerFacts, FurtherWindow, WindowSpec } from '../endpoint.ts'
import type { Limits } from './budget.ts'
import { chargedHeaders, chargeWindow } from './charge.ts'

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
    async headers(who: CallerFacts, take = true) {
      const list = chargedHeaders(await chargeWindow(counting, { windowBy: 'token' }, endpoint, who, take))
      return Object.fromEntries(
        Array.from({ length: list.length / 2 }, (_, i) => [list[2 * i], list[2 * i + 1]]),
      )
    },
    /** The decision about a call, with the limit and the remaining calls of the window that the response would show. */
    async charge(who: CallerFacts, take = true) {
      const decision = await chargeWindow(counting, { windowBy: 'token' }, endpoint, who, take)
      return decision === undefined ? undefined : [decision.allowed, decision.limit, decision.remaining]
    },
  }
}

const DAY = 86_400

function ofApp(limit: number): FurtherWindow {
  return { of: 'app', limit, seconds: DAY }
}

test('spec/limits.md#window: a budget belongs to a token, unless the endpoint declares it for the user', async () => {
  const ofToken = bench({ user: 2 })
  assert.deepEqual(await ofToken.charge(ofToken.caller('a', 'ada', 'x')), [true, 2, 1])
  assert.deepEqual(await ofToken.charge(ofToken.caller('b', 'ada', 'x')), [true, 2, 1])
  const ofUser = bench({ user: 2, per: 'user' })
  assert.deepEqual(await ofUser.charge(ofUser.caller('a', 'ada', 'x')), [true, 2, 1])
  assert.deepEqual(await ofUser.charge(ofUser.caller('b', 'ada', 'y')), [true, 2, 0])
  assert.deepEqual(await ofUser.charge(ofUser.caller('c', 'ada', 'z')), [false, 2, 0])
  assert.deepEqual(await ofUser.charge(ofUser.caller('d', 'bob', 'x')), [true, 2, 1])
})

test('spec/direct-messages.md#message-limits: all users of an app share its budget, and the headers show this budget when it is used up', async () => {
  const { caller, charge } = bench({ user: 3, per: 'user', seconds: 86_400, further: [ofApp(4)] })
  for (const user of ['ada', 'bob']) {
    assert.deepEqual(await charge(caller(user, user, 'x')), [true, 3, 2])
    assert.deepEqual(await charge(caller(user, user, 'x')), [true, 3, 1])
  }
  assert.deepEqual(await charge(caller('eve', 'eve', 'x')), [false, 4, 0])
  assert.deepEqual(await charge(caller('joe', 'joe', 'y')), [true, 3, 2])
})

test('a charge with take false changes no budget', async () => {
  const { caller, charge } = bench({ user: 1, further: [ofApp(1)] })
  for (let look = 0; look < 3; look++)
    assert.deepEqual(await charge(caller('a', 'ada', 'x'), false), [true, 1, 1])
  assert.deepEqual(await charge(caller('a', 'ada', 'x')), [true, 1, 0])
  assert.deepEqual(await charge(caller('a', 'ada', 'x'), false), [false, 1, 0])
})

test('limits=off refuses no call, limits=relaxed grants a hundred times as many calls, and an endpoint without a window has no charge', async () => {
  const off = bench({ user: 1, further: [ofApp(1)] }, 'off')
  for (let call = 0; call < 3; call++)
    assert.deepEqual(await off.charge(off.caller('a', 'ada', 'x')), [true, 1, 1])
  const relaxed = bench({ user: 1, further: [ofApp(1)] }, 'relaxed')
  assert.deepEqual(await relaxed.charge(relaxed.caller('a', 'ada', 'x')), [true, 100, 99])
  const none = bench({ app: 1 })
  assert.equal(await none.charge(none.caller('a', 'ada', 'x')), undefined)
})

test('spec/v2.md#headers-and-windows: a daily budget has its own headers, and a call that it refuses is not charged to the window', async () => {
  const { caller, headers, clock } = bench({
    user: 3,
    further: [{ of: 'caller', limit: 4, seconds: DAY }, ofApp(5)],
  })
  const ada = caller('a', 'ada', 'x')
  const now = clock.now() / 1000
  const state = (limit: number, remaining: number, seconds: number, ofUser: number, left: number) => ({
    'x-rate-limit-limit': String(limit),
    'x-rate-limit-remaining': String(remaining),
    'x-rate-limit-reset': String(now + seconds),
    'x-user-limit-24hour-limit': '4',
    'x-user-limit-24hour-remaining': String(ofUser),
    'x-user-limit-24hour-reset': String(now + DAY),
    'x-app-limit-24hour-limit': '5',
    'x-app-limit-24hour-remaining': String(left),
    'x-app-limit-24hour-reset': String(now + DAY),
  })
  assert.deepEqual(await headers(ada), state(3, 2, 900, 3, 4))
  await headers(ada)
  await headers(ada)
  const spent = state(3, 0, 900, 1, 2)
  assert.deepEqual(await headers(ada), spent)
  // The refused call changed no budget.
  assert.deepEqual(await headers(ada), spent)
  clock.step(900_000)
  assert.equal((await headers(ada))['x-user-limit-24hour-remaining'], '0')
  const dayIsSpent = await headers(ada)
  assert.deepEqual([dayIsSpent['x-rate-limit-limit'], dayIsSpent['x-rate-limit-remaining']], ['4', '0'])
  assert.equal(dayIsSpent['x-rate-limit-reset'], String(now + DAY))
})

test('spec/limits.md#v11-limits: a further budget can be the window of a different endpoint', async () => {
  const clock = new TestClock()
  const counting = { windows: new MemoryWindowStore({ clock }), limits: 'documented' as const, clock }
  const who = bench({}).caller('a', 'ada', 'x')
  const posting = { user: 2, seconds: 10_800, budget: '/update' }
  const further = [{ of: 'caller' as const, limit: 2, seconds: 10_800, budget: '/update' }]
  const update = { method: 'POST', paths: ['/update'], window: posting } as const
  const repost = { method: 'POST', paths: ['/repost'], window: { user: 50, further } } as const
  const charge = (endpoint: typeof update | typeof repost) =>
    chargeWindow(counting, { windowBy: 'token' }, endpoint, who, true)
  assert.equal((await charge(update))?.allowed, true)
  assert.equal((await charge(repost))?.allowed, true)
  assert.equal((await charge(repost))?.allowed, false)
  assert.equal((await charge(update))?.allowed, false)
})

test('an unlisted budget refuses calls but has no headers, and an unlisted window has no headers', async () => {
  const unlisted = { ...ofApp(1), isUnlisted: true }
  const { caller, charge, headers } = bench({ user: 5, further: [unlisted] })
  assert.equal((await headers(caller('a', 'ada', 'x')))['x-rate-limit-remaining'], '4')
  assert.deepEqual(await charge(caller('a', 'ada', 'x')), [false, 5, 4])
  assert.deepEqual(await headers(caller('b', 'bob', 'y'), false), {
    ...{ 'x-rate-limit-limit': '5', 'x-rate-limit-remaining': '5' },
    'x-rate-limit-reset': '1597191300',
  })
  const window = bench({ user: 1, isUnlisted: true })
  assert.deepEqual(await window.headers(window.caller('a', 'ada', 'x')), {})
  assert.equal((await window.charge(window.caller('a', 'ada', 'x')))?.[0], false)
})

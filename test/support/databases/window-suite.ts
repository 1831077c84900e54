/** The contract of rate window stores, as tests. */
import assert from 'node:assert/strict'
import { describe, type TestContext, test } from 'node:test'
import type { Decision, RateWindow, WindowStore } from '../../../src/http/rate-limit/window.ts'
import type { Clock } from '../../../src/lib/time/clock.ts'
import * as fc from '../properties.ts'
import { TestClock } from '../test-clock.ts'

/** Opens an empty store for the duration of the test. */
export type OpenStore = (t: TestContext, clock: Clock) => WindowStore | Promise<WindowStore>

const WINDOW: RateWindow = { limit: 15, seconds: 900 }
const NOON = Date.UTC(2020, 7, 12, 12)

/** Declares the tests. One test compares `runs` random histories with the reference. */
export function windowSuite(name: string, open: OpenStore, runs: number): void {
  const at = async (t: TestContext, now = NOON) => {
    const clock = new TestClock(now)
    return { clock, store: await open(t, clock) }
  }

  describe(`${name}: a window`, () => {
    test('spec/limits.md#window: a window starts at the first request, and reset is start + 900', async (t) => {
      const { clock, store } = await at(t)
      assert.deepEqual(await store.take('a', WINDOW), decision(true, 15, 14, NOON / 1000 + 900))
      clock.advance(899_999)
      assert.deepEqual(await store.take('a', WINDOW), decision(true, 15, 13, NOON / 1000 + 900))
    })

    test('spec/limits.md#window: the next window starts at the first request after the end of the previous window', async (t) => {
      const { clock, store } = await at(t)
      await store.take('a', WINDOW)
      clock.advance(1_000_000)
      assert.deepEqual(await store.take('a', WINDOW), decision(true, 15, 14, NOON / 1000 + 1000 + 900))
    })

    test('a window ends exactly at the second of its reset, even if it started within a second', async (t) => {
      const { clock, store } = await at(t, NOON + 678)
      const spent = { limit: 1, seconds: 900 }
      const { reset } = await store.take('a', spent)
      assert.equal(reset, NOON / 1000 + 900)
      clock.set(reset * 1000 - 1)
      assert.equal((await store.take('a', spent)).allowed, false)
      clock.set(reset * 1000)
      assert.equal((await store.take('a', spent)).allowed, true)
    })

    test('each key is counted separately, and a key may have any characters', async (t) => {
      const { store } = await at(t)
      for (const key of ['a', 'A', 'a ', '', `"a'\\`, '鳥🐦', '%s $1'])
        assert.equal((await store.take(key, WINDOW)).remaining, 14)
    })
  })

  describe(`${name}: a refused request`, () => {
    test('is not counted, and neither starts nor extends a window', async (t) => {
      const { clock, store } = await at(t)
      const window = { limit: 3, seconds: 900 }
      assert.equal((await store.take('a', window, 4)).allowed, false)
      clock.advance(1000)
      await store.take('a', window, 2)
      const reset = NOON / 1000 + 1 + 900
      clock.advance(1000)
      assert.deepEqual(await store.take('a', window, 2), decision(false, 3, 1, reset))
      assert.deepEqual(await store.take('a', window), decision(true, 3, 0, reset))
      assert.deepEqual(await store.take('a', window), decision(false, 3, 0, reset))
      assert.deepEqual(await store.peek('a', window), decision(false, 3, 0, reset))
    })

    test('spec/limits.md#window: limit 0 refuses every request, with a reset', async (t) => {
      const { clock, store } = await at(t)
      const none = { limit: 0, seconds: 900 }
      assert.deepEqual(await store.take('a', none), decision(false, 0, 0, NOON / 1000 + 900))
      clock.advance(5000)
      assert.deepEqual(await store.take('a', none), decision(false, 0, 0, NOON / 1000 + 905))
      assert.deepEqual(await store.peek('a', none), decision(false, 0, 0, NOON / 1000 + 905))
    })
  })

  describe(`${name}: peek`, () => {
    test('spec/limits.md#window: shows the full limit and now + 900 when there is no window, and starts no window', async (t) => {
      const { clock, store } = await at(t)
      assert.deepEqual(await store.peek('a', WINDOW), decision(true, 15, 15, NOON / 1000 + 900))
      clock.advance(10_000)
      assert.deepEqual(await store.peek('a', WINDOW), decision(true, 15, 15, NOON / 1000 + 910))
      await store.take('a', WINDOW)
      clock.advance(900_000)
      assert.deepEqual(await store.peek('a', WINDOW), decision(true, 15, 15, NOON / 1000 + 1810))
    })

    test('returns many keys in the order of the request', async (t) => {
      const { store } = await at(t)
      await store.take('b', WINDOW, 5)
      await store.take('a', WINDOW)
      const queries = ['a', 'none', 'b', 'a'].map((key) => ({ key, window: WINDOW }))
      const remaining = (await store.peekAll(queries)).map((answer) => answer.remaining)
      assert.deepEqual(remaining, [14, 15, 10, 14])
      assert.deepEqual(await store.peekAll([]), [])
    })
  })

  describe(`${name}: a changed configuration`, () => {
    test('a new limit applies immediately, and reset stays', async (t) => {
      const { clock, store } = await at(t)
      await store.take('a', WINDOW, 10)
      clock.advance(60_000)
      const reset = NOON / 1000 + 900
      assert.deepEqual(await store.take('a', { ...WINDOW, limit: 5 }), decision(false, 5, 0, reset))
      assert.deepEqual(await store.take('a', { ...WINDOW, limit: 100 }), decision(true, 100, 89, reset))
    })

    test('a new length applies from the next window on', async (t) => {
      const { clock, store } = await at(t)
      await store.take('a', WINDOW)
      const longer = { ...WINDOW, seconds: 10_800 }
      assert.deepEqual(await store.take('a', longer), decision(true, 15, 13, NOON / 1000 + 900))
      clock.advance(900_000)
      assert.deepEqual(await store.take('a', longer), decision(true, 15, 14, NOON / 1000 + 900 + 10_800))
      assert.deepEqual(await store.take('a', WINDOW), decision(true, 15, 13, NOON / 1000 + 900 + 10_800))
    })
  })

  describe(`${name}: a clock set back`, () => {
    test('by less than the length: a used-up window stays used up, and its reset does not change', async (t) => {
      const { clock, store } = await at(t)
      const spent = { limit: 1, seconds: 900 }
      await store.take('a', spent)
      clock.set(NOON - 900_000)
      assert.deepEqual(await store.take('a', spent), decision(false, 1, 0, NOON / 1000 + 900))
    })

    test('by more than the length: the window is dropped, so that no caller is refused for long', async (t) => {
      const { clock, store } = await at(t)
      const spent = { limit: 1, seconds: 900 }
      await store.take('a', spent)
      clock.set(NOON - 901_000)
      assert.deepEqual(await store.peek('a', spent), decision(true, 1, 1, NOON / 1000 - 1))
      assert.deepEqual(await store.take('a', spent), decision(true, 1, 0, NOON / 1000 - 1))
    })
  })

  describe(`${name}: makes the decisions of the reference`, () => {
    const histories = {
      'for any keys while the clock moves forward': { ms: forward, key: fc.constantFrom('a', 'b', 'c') },
      // Stores remove windows that have ended. Therefore, if the clock is set back, only a history with a
      // single key can be compared.
      'for one key with any changes of the clock': { ms: anyJump, key: fc.constant('a') },
    }
    for (const [title, { ms, key }] of Object.entries(histories)) {
      test(title, async (t) => {
        const { clock, store } = await at(t)
        const step = fc.record({ ms, key, window: anyWindow, cost: fc.constantFrom(1, 1, 1, 2, 5) })
        let count = 0
        const property = fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 30 }), (history) =>
          compare(store, clock, `history ${count++} `, history),
        )
        await fc.assert(property, { numRuns: runs })
      })
    }
  })
}

interface Step {
  ms: number
  key: string
  window: RateWindow
  cost: number
}

const anyWindow = fc.record({ limit: fc.constantFrom(0, 1, 3, 15), seconds: fc.constantFrom(1, 900, 10_800) })
const forward = fc.oneof(
  fc.nat(3000),
  fc.nat(2_000_000),
  fc.constantFrom(0, 999, 1000, 899_999, 900_000, 10_800_000),
)
const anyJump = fc.oneof(
  forward,
  fc.integer({ min: -2_000_000, max: 0 }),
  fc.constantFrom(-1000, -900_000, -901_000, -10_801_000),
)

async function compare(
  store: WindowStore,
  clock: TestClock,
  prefix: string,
  history: readonly Step[],
): Promise<void> {
  const reference = new ReferenceStore(clock)
  for (const { ms, key, window, cost } of history) {
    clock.set(clock.now() + ms)
    assert.deepEqual(await store.peek(prefix + key, window), reference.peek(key, window))
    assert.deepEqual(await store.take(prefix + key, window, cost), reference.take(key, window, cost))
  }
}

/** A reference implementation that stores every grant and counts the grants in the current window. */
class ReferenceStore {
  readonly #clock: Clock
  #grants: { key: string; start: number; end: number; cost: number }[] = []

  constructor(clock: Clock) {
    this.#clock = clock
  }

  take(key: string, window: RateWindow, cost: number): Decision {
    const { remaining, reset, used, start } = this.#state(key, window)
    if (used + cost > window.limit) return decision(false, window.limit, remaining, reset)
    this.#grants.push({ key, start, end: reset, cost })
    return decision(true, window.limit, remaining - cost, reset)
  }

  peek(key: string, window: RateWindow): Decision {
    const { remaining, reset } = this.#state(key, window)
    return decision(remaining > 0, window.limit, remaining, reset)
  }

  #state(key: string, window: RateWindow) {
    const now = this.#clock.now() / 1000
    const grants = this.#grants.filter((grant) => grant.key === key)
    const last = grants.at(-1)
    const underWay = last !== undefined && now < last.end && now >= last.start - (last.end - last.start)
    const start = underWay ? last.start : Math.floor(now)
    const reset = underWay ? last.end : start + window.seconds
    let used = 0
    // If the clock was set back, a window can start twice in the same second. In this case, the count starts
    // again.
    for (const grant of underWay ? grants : []) {
      if (grant.start === start && grant.end === reset) used += grant.cost
      else used = 0
    }
    return { start, reset, used, remaining: Math.max(0, window.limit - used) }
  }
}

function decision(allowed: boolean, limit: number, remaining: number, reset: number): Decision {
  return { allowed, limit, remaining, reset }
}

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { windowSuite } from '../../test/support/databases/window-suite.ts'
import * as fc from '../../test/support/properties.ts'
import { TestClock } from '../../test/support/test-clock.ts'
import type { RateWindow } from '../http/rate-limit/window.ts'
import { MemoryWindowStore, type SavedWindow } from './memory-windows.ts'

const WINDOW: RateWindow = { limit: 15, seconds: 900 }
const ONCE: RateWindow = { limit: 1, seconds: 900 }
const DAILY: RateWindow = { limit: 1000, seconds: 86_400 }

windowSuite('memory store', (_, clock) => new MemoryWindowStore({ clock }), 1000)

describe('bounded memory', () => {
  test('ended windows are removed when new windows start, without timers', () => {
    const clock = new TestClock()
    const store = new MemoryWindowStore({ clock })
    for (let n = 0; n < 1000; n++) store.take(`old ${n}`, WINDOW)
    clock.advance(900_000)
    for (let n = 0; n < 334; n++) store.take(`new ${n}`, WINDOW)
    assert.equal(store.size, 334)
    assert.equal(store.evictions, 0)
  })

  test('a full store removes ended windows before live windows', () => {
    const clock = new TestClock()
    const store = new MemoryWindowStore({ clock, maximumWindows: 2 })
    store.take('daily', DAILY)
    store.take('ended', WINDOW)
    clock.advance(900_000)
    store.take('new', WINDOW)
    assert.equal(store.peek('daily', DAILY).remaining, 999)
    assert.equal(store.evictions, 0)
  })

  test('a full store of live windows removes the window that ends first', () => {
    const clock = new TestClock()
    const store = new MemoryWindowStore({ clock, maximumWindows: 3 })
    store.take('daily', DAILY)
    clock.advance(1000)
    store.take('first', WINDOW)
    clock.advance(1000)
    store.take('second', WINDOW)
    store.take('new', WINDOW)
    const left = ['daily', 'first', 'second', 'new'].filter((key) => store.peek(key, WINDOW).remaining < 15)
    assert.deepEqual([left, store.size, store.evictions], [['daily', 'second', 'new'], 3, 1])
  })

  test('a flood of new keys does not reset a spent window', () => {
    const clock = new TestClock()
    const store = new MemoryWindowStore({ clock, maximumWindows: 100 })
    store.take('victim', ONCE)
    for (let n = 0; n < 10_000; n++) {
      clock.advance(10)
      store.take(`flood ${n}`, WINDOW)
    }
    assert.equal(store.take('victim', ONCE).allowed, false)
    assert.equal(store.size, 100)
  })

  test('a flood evicts no window that was spent before a restart or under a lower limit', () => {
    const clock = new TestClock()
    const store = new MemoryWindowStore({ clock, maximumWindows: 3 })
    const saved = { startedAt: clock.now(), seconds: 86_400, used: 1000 }
    store.restore([{ key: 'restored', ...saved }])
    store.take('lowered', DAILY, 10)
    assert.equal(store.take('restored', DAILY).allowed, false)
    assert.equal(store.take('lowered', { ...DAILY, limit: 10 }).allowed, false)
    for (let n = 0; n < 10; n++) store.take(`flood ${n}`, { limit: 15, seconds: 864_000 })
    assert.equal(store.take('restored', DAILY).allowed, false)
    assert.equal(store.take('lowered', { ...DAILY, limit: 10 }).allowed, false)
  })

  test('a store full of spent windows still accepts new callers', () => {
    const clock = new TestClock()
    const store = new MemoryWindowStore({ clock, maximumWindows: 2 })
    for (const key of ['a', 'b', 'c']) {
      assert.equal(store.take(key, ONCE).allowed, true)
      clock.advance(1000)
    }
    const allowed = ['a', 'b', 'c'].filter((key) => store.peek(key, ONCE).allowed)
    assert.deepEqual(allowed, ['a'])
  })

  test('after any history the store holds at most the maximum, and evicted only the windows that a simple model evicts', () => {
    const step = fc.record({ ms: fc.nat(400_000), key: fc.nat(11) })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 80 }), (steps) => checkEvictions(steps, 4)),
      { numRuns: 500 },
    )
  })
})

/** A model of the store as a plain list of live windows. Each key has a different window length. */
function checkEvictions(steps: readonly { ms: number; key: number }[], maximumWindows: number): void {
  const clock = new TestClock()
  const store = new MemoryWindowStore({ clock, maximumWindows })
  let live: { key: number; end: number; used: number }[] = []
  for (const { ms, key } of steps) {
    clock.advance(ms)
    live = live.filter(({ end }) => end * 1000 > clock.now())
    const before = store.evictions
    const { allowed, reset } = store.take(String(key), windowOf(key))
    const known = live.find((window) => window.key === key)
    const victims = live.filter(
      (window) =>
        store.peek(String(window.key), windowOf(window.key)).remaining === windowOf(window.key).limit,
    )
    assert.equal(victims.length, known === undefined && live.length === maximumWindows ? 1 : 0)
    assert.equal(store.evictions - before, victims.length)
    for (const victim of victims) assert.equal(rank(victim), Math.min(...live.map(rank)))
    live = live.filter((window) => !victims.includes(window))
    if (known === undefined) live.push({ key, end: reset, used: 1 })
    else if (allowed) known.used += 1
    assert.ok(store.size <= maximumWindows)
  }
}

function windowOf(key: number): RateWindow {
  return { limit: 1 + (key % 4), seconds: [900, 1000, 3600][key % 3] ?? 900 }
}

/**
 * A window with a lower rank is evicted earlier. Windows less than half used have the lowest ranks. Windows of equal
 * rank are ordered by their end.
 */
function rank({ key, end, used }: { key: number; end: number; used: number }): number {
  return end + (used * 2 >= windowOf(key).limit ? 1e12 : 0)
}

describe('windows longer than 15 minutes survive a restart', () => {
  test('by a snapshot, which has no shorter and no ended windows', () => {
    const clock = new TestClock()
    const before = new MemoryWindowStore({ clock })
    const threeHours = { limit: 300, seconds: 10_800 }
    before.take('ended', threeHours)
    clock.advance(10_800_000)
    before.take('short', WINDOW)
    before.take('posts', threeHours, 300)
    before.take('favorites', DAILY, 7)
    const { reset } = before.peek('posts', threeHours)
    const snapshot: SavedWindow[] = JSON.parse(JSON.stringify(before.snapshot()))
    assert.deepEqual(snapshot.map(({ key }) => key).sort(), ['favorites', 'posts'])

    clock.advance(60_000)
    const after = new MemoryWindowStore({ clock })
    after.restore(snapshot)
    assert.deepEqual(after.take('posts', threeHours), { allowed: false, limit: 300, remaining: 0, reset })
    assert.equal(after.take('favorites', DAILY).remaining, 992)
  })

  test('by the last change of each key that was reported before a crash', () => {
    const clock = new TestClock()
    const journal: SavedWindow[] = []
    const before = new MemoryWindowStore({ clock, onLongWindowChange: (window) => journal.push(window) })
    before.take('a', DAILY, 600)
    before.take('b', DAILY)
    before.take('short', WINDOW)
    before.take('a', DAILY, 400)
    before.take('a', DAILY)
    assert.deepEqual(
      journal.map(({ key, used }) => [key, used]),
      [
        ['a', 600],
        ['b', 1],
        ['a', 1000],
      ],
    )
    const after = new MemoryWindowStore({ clock })
    after.restore(journal)
    assert.equal(after.take('a', DAILY).allowed, false)
    assert.equal(after.take('b', DAILY).remaining, 998)
  })

  test('windows that ended between the snapshot and the restart are not restored', () => {
    const clock = new TestClock()
    const before = new MemoryWindowStore({ clock })
    before.take('a', DAILY)
    const snapshot = before.snapshot()
    clock.advance(86_400_000)
    const after = new MemoryWindowStore({ clock })
    after.restore(snapshot)
    assert.equal(after.size, 0)
  })

  test('restored windows are removed in the order of their end, for any order in the snapshot', () => {
    const clock = new TestClock()
    const windows = [3, 1, 2].map((n) => ({
      key: String(n),
      startedAt: clock.now() - 1000 * (10 - n),
      seconds: 3600,
      used: 1,
    }))
    const store = new MemoryWindowStore({ clock, maximumWindows: 2 })
    store.restore(windows)
    assert.deepEqual(
      store
        .snapshot()
        .map(({ key }) => key)
        .sort(),
      ['2', '3'],
    )
  })
})

test('a closed store is empty', () => {
  const store = new MemoryWindowStore({ clock: new TestClock() })
  store.take('a', WINDOW)
  store.close()
  assert.equal(store.size, 0)
})

import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { describe, test } from 'node:test'
import { byPart } from '../../test/support/part.ts'
import * as fc from '../../test/support/properties.ts'
import { TestClock } from '../../test/support/test-clock.ts'
import { type NonceUse, TIMESTAMP_WINDOW_SECONDS } from '../auth/oauth1/nonces.ts'
import { type MemoryNonceOptions, MemoryNonceStore } from './memory-nonces.ts'

/** Start of every test in Unix seconds: the middle of a bucket. */
const START = 1_597_190_405
const MANY = byPart(100_000, 1_000_000)

function setUp(options: Partial<MemoryNonceOptions> = {}): { store: MemoryNonceStore; clock: TestClock } {
  const clock = new TestClock(START * 1000)
  return { store: new MemoryNonceStore({ clock, random: randomBytes, ...options }), clock }
}

/** Advances the clock in steps, and reads the size of the store after each step. */
function pass(store: MemoryNonceStore, clock: TestClock, seconds: number): void {
  for (let second = 0; second < seconds; second += 5) {
    clock.advance(5_000)
    assert.ok(store.size >= 0)
  }
}

function use(changes: Partial<NonceUse> = {}): NonceUse {
  return { consumerKey: 'app', token: '1-abc', nonce: 'n', timestamp: START, ...changes }
}

describe('the time window', () => {
  test('spec/signatures.md#timestamp-window: a timestamp may differ from the clock by up to 5 minutes in either direction', () => {
    assert.equal(TIMESTAMP_WINDOW_SECONDS, 300)
    const { store } = setUp()
    const verdicts = [-301, -300, 0, 300, 301].map((by) => store.check(use({ timestamp: START + by })))
    assert.deepEqual(verdicts, ['too-old', 'fresh', 'fresh', 'fresh', 'too-new'])
  })

  test('milliseconds of the clock are ignored', () => {
    const { store, clock } = setUp()
    clock.set(START * 1000 + 999)
    assert.equal(store.check(use({ timestamp: START - 300 })), 'fresh')
    assert.equal(store.check(use({ timestamp: START + 301 })), 'too-new')
  })

  test('every timestamp gets a verdict, and only timestamps in the window are stored', () => {
    const { store } = setUp()
    for (const timestamp of [0, -1, Number.MIN_SAFE_INTEGER, Number.NEGATIVE_INFINITY, Number.NaN]) {
      assert.equal(store.check(use({ timestamp })), 'too-old', String(timestamp))
    }
    for (const timestamp of [START * 1000, 999_999_999_999_999, Number.POSITIVE_INFINITY]) {
      assert.equal(store.check(use({ timestamp })), 'too-new', String(timestamp))
    }
    assert.equal(store.size, 0)
  })
})

describe('identity of a use', () => {
  test('spec/signatures.md#nonce: a repeat is refused for as long as its timestamp is accepted', () => {
    const { store, clock } = setUp()
    const ahead = use({ timestamp: START + 300 })
    assert.equal(store.check(ahead), 'fresh')
    for (let second = 0; second <= 600; second += 25) {
      assert.equal(store.check(ahead), 'repeated', `after ${second} s`)
      clock.advance(25_000)
    }
    assert.equal(store.check(ahead), 'too-old')
  })

  test('spec/signatures.md#nonce: a nonce is unique for its consumer key, token and timestamp', () => {
    const { store } = setUp()
    const uses = [
      use(),
      use({ consumerKey: 'other' }),
      use({ token: '2-abc' }),
      use({ token: undefined }),
      use({ nonce: 'N' }),
      use({ timestamp: START + 1 }),
      use({ timestamp: START - 1 }),
    ]
    assert.deepEqual(new Set(uses.map((each) => store.check(each))), new Set(['fresh']))
    assert.deepEqual(new Set(uses.map((each) => store.check(each))), new Set(['repeated']))
    assert.equal(store.size, uses.length)
  })

  test('an empty token is equal to a missing token', () => {
    const { store } = setUp()
    assert.equal(store.check(use({ token: undefined })), 'fresh')
    assert.equal(store.check(use({ token: '' })), 'repeated')
    assert.equal(store.check(use({ token: '', nonce: 'm' })), 'fresh')
    assert.equal(store.check(use({ token: undefined, nonce: 'm' })), 'repeated')
  })

  test('texts in different parts never collide', () => {
    const { store } = setUp()
    const text = 'a&b\0c:\nd'
    let made = 0
    for (let first = 0; first <= text.length; first += 1) {
      for (let second = first; second <= text.length; second += 1) {
        const parts = {
          consumerKey: text.slice(0, first),
          token: text.slice(first, second),
          nonce: text.slice(second),
        }
        assert.equal(store.check(use(parts)), 'fresh', JSON.stringify(parts))
        made += 1
      }
    }
    assert.equal(store.size, made)
  })

  test('a use is repeated exactly when an earlier use has the same key, token, nonce and timestamp', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'b', '\0', '&', 'é', '🐦'), maxLength: 4 })
    const uses = fc.array(
      fc.record({
        consumerKey: text,
        token: fc.option(text, { nil: undefined }),
        nonce: fc.oneof(
          text,
          text.map((part) => part.repeat(200)),
        ),
        timestamp: fc.integer({ min: START - 2, max: START + 2 }),
      }),
      { maxLength: 40 },
    )
    fc.assert(
      fc.property(uses, (list) => {
        const { store } = setUp()
        const seen = new Set<string>()
        for (const each of list) {
          const key = JSON.stringify([each.consumerKey, each.token ?? '', each.nonce, each.timestamp])
          assert.equal(store.check(each), seen.has(key) ? 'repeated' : 'fresh')
          seen.add(key)
        }
        assert.equal(store.size, seen.size)
      }),
      { numRuns: 200 },
    )
  })

  test('the fingerprint of a use depends on the key', () => {
    const zeros = setUp({ random: (bytes) => Buffer.alloc(bytes) }).store
    const ones = setUp({ random: (bytes) => Buffer.alloc(bytes, 1) }).store
    zeros.check(use())
    ones.check(use())
    assert.notDeepEqual(zeros.toBytes().subarray(-12), ones.toBytes().subarray(-12))
  })
})

describe('dropped nonces', () => {
  test('nonces outside the window take no memory', () => {
    const { store, clock } = setUp()
    const empty = store.bytes
    for (let index = 0; index < 5000; index += 1) {
      store.check(use({ nonce: `${index}`, timestamp: START - 300 + (index % 601) }))
    }
    assert.equal(store.size, 5000)
    pass(store, clock, 310)
    assert.ok(store.size < 2600 && store.size > 2300, `${store.size}`)
    pass(store, clock, 310)
    assert.equal(store.size, 0)
    assert.equal(store.bytes, empty)
  })

  test('after a clock is set back, dropped nonces are still refused', () => {
    const { store, clock } = setUp()
    assert.equal(store.check(use()), 'fresh')
    pass(store, clock, 400)
    assert.equal(store.check(use({ timestamp: START + 400 })), 'fresh')
    clock.set(START * 1000)
    assert.equal(store.check(use()), 'too-old')
    assert.ok(store.oldestAcceptedTimestamp > START)
    assert.equal(store.check(use({ timestamp: store.oldestAcceptedTimestamp })), 'fresh')
  })

  test('after a clock ran ahead for a while, only timestamps of dropped nonces are refused', () => {
    const { store, clock } = setUp()
    clock.advance(10_000_000)
    assert.equal(store.size, 0)
    clock.set(START * 1000)
    assert.equal(store.check(use()), 'fresh')
  })

  for (const [name, seconds] of [
    ['10 minutes', 600],
    ['a day', 86_400],
    ['a year', 31_536_000],
  ] as const) {
    test(`after a clock leaps ${name} and is corrected, requests of correct clocks are accepted, and repeats are refused`, () => {
      const { store, clock } = setUp()
      const before = [0, 250, 300].map((by) => use({ timestamp: START + by }))
      for (const each of before) assert.equal(store.check(each), 'fresh')
      clock.step(seconds * 1000)
      assert.equal(store.check(use({ timestamp: START + seconds })), 'fresh')
      pass(store, clock, 60)
      clock.step(-seconds * 1000)
      assert.equal(store.check(use({ timestamp: START + 60, nonce: 'm' })), 'fresh')
      for (const each of before) assert.equal(store.check(each), 'repeated')
    })
  }

  test('after a leap of the clock, buckets are kept for ten more minutes and then dropped', () => {
    const { store, clock } = setUp()
    store.check(use({ timestamp: START + 300 }))
    clock.step(86_400_000)
    assert.equal(store.size, 1)
    pass(store, clock, 590)
    assert.equal(store.size, 1)
    pass(store, clock, 20)
    assert.equal(store.size, 0)
  })

  test('above the capacity the oldest nonces are dropped, and their timestamps are refused', () => {
    const { store } = setUp({ capacity: 10 })
    for (let index = 0; index < 10; index += 1) {
      assert.equal(store.check(use({ timestamp: START - 100 + 10 * index })), 'fresh')
    }
    assert.equal(store.oldestAcceptedTimestamp, START - 300)
    assert.equal(store.check(use({ nonce: 'one more' })), 'fresh')
    assert.equal(store.size, 10)
    assert.ok(store.oldestAcceptedTimestamp > START - 100)
    assert.ok(store.oldestAcceptedTimestamp <= START - 90)
    assert.equal(store.check(use({ timestamp: START - 100 })), 'too-old')
    assert.equal(store.check(use({ timestamp: START - 90 })), 'repeated')
  })

  test('with a capacity of one nonce, a flood still gets verdicts in each second, and no repeat is accepted', () => {
    const { store, clock } = setUp({ capacity: 1 })
    for (let second = 0; second < 30; second += 1) {
      const each = use({ timestamp: START + second })
      assert.notEqual(store.check(each), 'too-new')
      assert.notEqual(store.check(each), 'fresh')
      assert.ok(store.size <= 1)
      clock.advance(1_000)
    }
  })

  test('refuseBefore refuses all earlier timestamps, and a later call with an earlier time has no effect', () => {
    const { store } = setUp()
    store.check(use({ timestamp: START - 200 }))
    store.check(use({ timestamp: START + 5 }))
    store.refuseBefore(START)
    assert.equal(store.oldestAcceptedTimestamp, START)
    assert.equal(store.size, 1)
    store.refuseBefore(START - 250)
    assert.equal(store.oldestAcceptedTimestamp, START)
    assert.equal(store.check(use({ timestamp: START - 1, nonce: 'm' })), 'too-old')
    assert.equal(store.check(use({ timestamp: START, nonce: 'm' })), 'fresh')
    assert.equal(store.check(use({ timestamp: START + 5 })), 'repeated')
  })

  test('after refuseBefore with a time ahead of the clock, all timestamps before that time are refused', () => {
    const { store, clock } = setUp()
    store.refuseBefore(START + 300)
    assert.equal(store.check(use()), 'too-old')
    assert.equal(store.check(use({ timestamp: START + 300 })), 'fresh')
    clock.advance(300_000)
    assert.equal(store.check(use({ timestamp: START + 300 })), 'repeated')
    assert.equal(store.check(use({ timestamp: START + 301 })), 'fresh')
  })
})

/** A step in the random histories of the test below. */
type Event =
  | { readonly kind: 'check'; readonly nonce: number; readonly at: number }
  | { readonly kind: 'step'; readonly seconds: number }
  | { readonly kind: 'restart'; readonly capacity: number }
  | { readonly kind: 'refuse'; readonly at: number }

describe('the guarantees of every store', () => {
  const offset = fc.oneof(fc.integer({ min: -320, max: 320 }), fc.constantFrom(-301, -300, 300, 301))
  const check = fc.record({ kind: fc.constant('check' as const), nonce: fc.nat(3), at: offset })
  const step = fc.record({
    kind: fc.constant('step' as const),
    seconds: fc.oneof(fc.integer({ min: -400, max: 400 }), fc.integer({ min: -12, max: 12 })),
  })
  const restart = fc.record({
    kind: fc.constant('restart' as const),
    capacity: fc.integer({ min: 1, max: 30 }),
  })
  const refuse = fc.record({ kind: fc.constant('refuse' as const), at: offset })
  const events: fc.Arbitrary<Event[]> = fc.array(
    fc.oneof({ weight: 20, arbitrary: check }, { weight: 4, arbitrary: step }, restart, refuse),
    { maxLength: 150 },
  )

  test('for any clock, capacity and restarts: each nonce is accepted at most once', () => {
    fc.assert(
      fc.property(events, fc.integer({ min: 1, max: 40 }), (list, firstCapacity) => {
        const clock = new TestClock(START * 1000)
        let capacity = firstCapacity
        let store = new MemoryNonceStore({ clock, random: randomBytes, capacity })
        const accepted = new Set<string>()
        for (const event of list) {
          const now = clock.now() / 1000
          if (event.kind === 'step') clock.set(clock.now() + event.seconds * 1000)
          else if (event.kind === 'refuse') store.refuseBefore(now + Math.min(event.at, 0))
          else if (event.kind === 'restart') {
            capacity = event.capacity
            const restored = MemoryNonceStore.fromBytes(store.toBytes(), {
              clock,
              random: randomBytes,
              capacity,
            })
            assert.ok(restored)
            store = restored
          } else {
            const timestamp = now + event.at
            const oldest = store.oldestAcceptedTimestamp
            const verdict = store.check(use({ nonce: `${event.nonce}`, timestamp }))
            const key = `${event.nonce} ${timestamp}`
            if (event.at > 300) assert.equal(verdict, 'too-new')
            else if (timestamp < oldest) assert.equal(verdict, 'too-old')
            else if (accepted.has(key)) assert.equal(verdict, 'repeated')
            // A new nonce is fresh, unless its bucket was the oldest and was dropped because the store was full.
            else if (timestamp < store.oldestAcceptedTimestamp) assert.equal(verdict, 'too-old')
            else assert.equal(verdict, 'fresh')
            if (verdict === 'fresh') accepted.add(key)
          }
          assert.ok(store.oldestAcceptedTimestamp >= clock.now() / 1000 - 300)
          assert.ok(store.size <= capacity)
        }
      }),
      { numRuns: 1500 },
    )
  })

  test('below the capacity, verdicts equal the verdicts of a set with a time window', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(5), offset, fc.nat(30)), { maxLength: 200 }), (list) => {
        const { store, clock } = setUp()
        const seen = new Set<string>()
        for (const [nonce, at, seconds] of list) {
          clock.advance(seconds * 1000)
          const timestamp = clock.now() / 1000 + at
          const key = `${nonce} ${timestamp}`
          const inside = seen.has(key) ? 'repeated' : 'fresh'
          const expected = at < -300 ? 'too-old' : at > 300 ? 'too-new' : inside
          assert.equal(store.check(use({ nonce: `${nonce}`, timestamp })), expected)
          if (expected === 'fresh') seen.add(key)
        }
      }),
      { numRuns: 500 },
    )
  })
})

describe('a snapshot', () => {
  test('restores used nonces, the key and the refused time', () => {
    const { store, clock } = setUp()
    const uses = Array.from({ length: 3000 }, (_, index) =>
      use({ nonce: `${index}`, timestamp: START - 250 + (index % 500) }),
    )
    for (const each of uses) assert.equal(store.check(each), 'fresh')
    store.refuseBefore(START - 240)
    const bytes = store.toBytes()
    assert.ok(bytes.length < 3000 * 8 + 1500)
    const restored = MemoryNonceStore.fromBytes(bytes, { clock, random: randomBytes })
    assert.ok(restored)
    assert.equal(restored.size, store.size)
    assert.equal(restored.oldestAcceptedTimestamp, START - 240)
    for (const each of uses) {
      assert.equal(restored.check(each), each.timestamp < START - 240 ? 'too-old' : 'repeated')
    }
    assert.equal(restored.check(use({ nonce: 'new' })), 'fresh')
  })

  test('of an empty store is an empty store', () => {
    const { store, clock } = setUp()
    const restored = MemoryNonceStore.fromBytes(store.toBytes(), { clock, random: randomBytes })
    assert.equal(restored?.size, 0)
    assert.equal(restored?.oldestAcceptedTimestamp, START - 300)
  })

  test('is read at any offset in memory', () => {
    const { store, clock } = setUp()
    store.check(use())
    const padded = Uint8Array.from([1, 2, 3, ...store.toBytes(), 4])
    const restored = MemoryNonceStore.fromBytes(padded.subarray(3, -1), { clock, random: randomBytes })
    assert.equal(restored?.check(use()), 'repeated')
  })

  test('that is read later has only the nonces that are still in the window', () => {
    const { store, clock } = setUp()
    store.check(use({ timestamp: START - 200 }))
    store.check(use({ timestamp: START + 200 }))
    const bytes = store.toBytes()
    clock.advance(300_000)
    const restored = MemoryNonceStore.fromBytes(bytes, { clock, random: randomBytes })
    assert.equal(restored?.size, 1)
    assert.equal(restored?.check(use({ timestamp: START + 200 })), 'repeated')
  })

  test('that exceeds the capacity is restored with the newest nonces, and older timestamps are refused', () => {
    const { store, clock } = setUp()
    const uses = Array.from({ length: 100 }, (_, index) => use({ timestamp: START - 250 + 5 * index }))
    for (const each of uses.toReversed()) store.check(each)
    const restored = MemoryNonceStore.fromBytes(store.toBytes(), { clock, random: randomBytes, capacity: 20 })
    assert.ok(restored)
    assert.ok(restored.size <= 20 && restored.size > 15)
    assert.equal(restored.check(use({ timestamp: START + 245 })), 'repeated')
    const verdicts = new Set(uses.map((each) => restored.check(each)))
    assert.deepEqual(verdicts, new Set(['too-old', 'repeated']))
  })

  test('with any byte changed, missing or added is rejected', () => {
    const { store, clock } = setUp()
    for (let index = 0; index < 6; index += 1)
      store.check(use({ nonce: `${index}`, timestamp: START + 7 * index }))
    const whole = store.toBytes()
    const read = (bytes: Uint8Array) => MemoryNonceStore.fromBytes(bytes, { clock, random: randomBytes })
    assert.ok(read(whole))
    for (let at = 0; at < whole.length; at += 1) {
      assert.equal(read(whole.subarray(0, at)), undefined, `cut at ${at}`)
      for (const change of [1, 128, 255]) {
        const damaged = Buffer.from(whole)
        damaged[at] = (damaged[at] ?? 0) ^ change
        assert.equal(read(damaged), undefined, `octet ${at}`)
      }
    }
    assert.equal(read(Buffer.concat([whole, Buffer.alloc(1)])), undefined)
    assert.equal(read(Buffer.concat([whole, whole])), undefined)
  })

  test('of other bytes is rejected', () => {
    const { clock } = setUp()
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        assert.equal(MemoryNonceStore.fromBytes(bytes, { clock, random: randomBytes }), undefined)
      }),
    )
  })
})

test('many nonces over the window take at most 24 bytes each', () => {
  const { store } = setUp()
  for (let index = 0; index < MANY; index += 1) {
    const verdict = store.check(use({ nonce: `${index}`, timestamp: START - 300 + (index % 601) }))
    if (verdict !== 'fresh') assert.fail(`nonce ${index} is ${verdict}`)
  }
  assert.equal(store.size, MANY)
  assert.ok(store.bytes <= 24 * MANY, `${store.bytes / MANY} bytes each`)
  for (let index = 0; index < MANY; index += 997) {
    assert.equal(store.check(use({ nonce: `${index}`, timestamp: START - 300 + (index % 601) })), 'repeated')
  }
})

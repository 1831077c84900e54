import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from '../../test/support/properties.ts'
import type { LoggedEvent } from '../log/event.ts'
import type { CurrentLog } from './current-log.ts'
import { type CacheSpec, LogCache } from './log-cache.ts'

interface Thing {
  readonly name: string
  readonly tag: string
  readonly bytes: number
}

function logOf(
  state: { isStale: boolean; isCurrent: boolean } = { isStale: false, isCurrent: true },
): CurrentLog {
  return { ...state, follow: () => undefined, freshen: async () => undefined } as unknown as CurrentLog
}

/** An event that changes the values with the given name or tag. */
function about(name: string): LoggedEvent {
  return { kind: 'token.revoked', user_id: 1n, app_id: 1n, token: name, position: 1n, at: 0, partition: 1 }
}

function specOf(things: ReadonlyMap<string, Thing>, reads: string[][] = []): CacheSpec<string, Thing> {
  return {
    async read(keys) {
      reads.push([...keys])
      return new Map(keys.flatMap((key) => (things.has(key) ? [[key, things.get(key) as Thing]] : [])))
    },
    bytesOf: ({ bytes }) => bytes,
    tagsOf: ({ tag }) => [tag],
    changedBy: (event) => (event.kind === 'token.revoked' ? [event.token] : 'all'),
  }
}

const THINGS = new Map(
  ['a', 'b', 'c'].map((name) => [name, { name, tag: name === 'c' ? 'odd' : 'even', bytes: 100 }]),
)

test('an event invalidates the value of its key and all values of its tag', async () => {
  const reads: string[][] = []
  const cache = new LogCache(logOf(), specOf(THINGS, reads), 10_000)
  await cache.get(['a', 'b', 'c', 'd'])
  cache.apply(about('a'))
  await cache.get(['a', 'b', 'c'])
  cache.apply(about('even'))
  await cache.get(['a', 'b', 'c'])
  cache.apply(about('nobody'))
  assert.equal((await cache.first('c'))?.name, 'c')
  assert.deepEqual(reads, [['a', 'b', 'c', 'd'], ['a'], ['a', 'b']])
})

test('nothing is cached while the log cannot be read', async () => {
  const cache = new LogCache(logOf({ isStale: false, isCurrent: false }), specOf(THINGS), 10_000)
  assert.equal((await cache.first('a'))?.name, 'a')
  assert.equal(cache.size, 0)
})

test('the cache has a maximum size, and events invalidate its values', async () => {
  const cache = new LogCache(logOf(), specOf(THINGS), 500)
  const [, b, c] = await cache.get(['a', 'b', 'c'])
  assert.ok(b && c)
  assert.deepEqual([cache.peek('a'), cache.peek('b'), cache.peek('c')], [undefined, b, c])
  cache.apply(about('odd'))
  assert.deepEqual([cache.peek('b'), cache.peek('c'), cache.size], [b, undefined, 1])
})

test('the growth of a cached value counts, and the growth of an evicted value does not', async () => {
  const cache = new LogCache(logOf(), specOf(THINGS), 700)
  const [a, b] = await cache.get(['a', 'b'])
  assert.ok(a !== undefined && b !== undefined)
  const before = cache.bytes
  cache.charge('a', a, 50)
  assert.equal(cache.bytes, before + 50)
  cache.charge('a', b, 50)
  assert.equal(cache.bytes, before + 50)
  cache.charge('b', b, 600)
  assert.ok(cache.bytes <= 700, 'what is too large goes')
})

test('the cache never exceeds its limit and counts its bytes exactly', async () => {
  const key = fc.constantFrom(...'abcdefghij')
  const step = fc.oneof(
    fc.record({ kind: fc.constant('get' as const), keys: fc.array(key, { minLength: 1, maxLength: 4 }) }),
    fc.record({ kind: fc.constant('forget' as const), key }),
    fc.record({ kind: fc.constant('grow' as const), key, bytes: fc.nat(300) }),
    fc.record({ kind: fc.constant('all' as const) }),
  )
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { maxLength: 40 }),
      fc.integer({ min: 0, max: 2_000 }),
      async (steps, max) => {
        const things = new Map(
          [...'abcdefghij'].map((name, index) => [name, { name, tag: `t${index % 3}`, bytes: 40 * index }]),
        )
        const cache = new LogCache(logOf(), specOf(things), max)
        for (const step of steps) {
          if (step.kind === 'get') {
            const found = await cache.get(step.keys)
            assert.deepEqual(
              found.map((thing) => thing?.name),
              step.keys,
            )
          } else if (step.kind === 'forget') cache.apply(about(step.key))
          else if (step.kind === 'grow') cache.charge(step.key, things.get(step.key) as Thing, step.bytes)
          else cache.clear()
          assert.ok(cache.bytes <= max && cache.bytes >= 0)
          assert.ok((cache.size === 0) === (cache.bytes === 0))
        }
      },
    ),
  )
})

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { TestClock } from '../../../test/support/test-clock.ts'
import { SharedHistory, UNUSED_MS } from './shared-history.ts'

/** A cache in which each value is a number that is also the size of the value, and a counter of loads. */
function stage(max?: number) {
  const clock = new TestClock()
  const shared = new SharedHistory<number>(clock, (size) => size, max)
  const loads: string[] = []
  const get = (key: string, size = 1_000) =>
    shared.get(key, async () => {
      loads.push(key)
      return size
    })
  return { clock, shared, loads, get }
}

describe('the cache of history', () => {
  test('loads a value once, even for callers that arrive during the load', async () => {
    const { loads, get } = stage()
    await Promise.all([get('a'), get('a')])
    await get('a')
    assert.deepEqual(loads, ['a'])
  })

  test('drops the least recently used entry first', async () => {
    const { shared, loads, get } = stage(10_000)
    await get('a', 4_000)
    await get('b', 4_000)
    await get('a', 4_000)
    await get('c', 4_000)
    assert.ok(shared.bytes <= 10_000)
    await get('a', 4_000)
    assert.deepEqual(loads, ['a', 'b', 'c'])
    await get('b', 4_000)
    assert.deepEqual(loads, ['a', 'b', 'c', 'b'])
  })

  test('promise 5: does not cache a value above the limit', async () => {
    const { shared, get } = stage(10_000)
    assert.equal(await get('a', 20_000), 20_000)
    assert.equal(shared.bytes, 0)
  })

  test('does not cache a failure, and gives the failure to all waiting callers', async () => {
    const { shared, get } = stage()
    const fail = () => shared.get('a', () => Promise.reject(new Error('test')))
    await Promise.all([assert.rejects(fail(), /test/), assert.rejects(fail(), /test/)])
    assert.equal(shared.bytes, 0)
    assert.equal(await get('a'), 1_000)
  })

  test('drops entries that are not used for a while, and keeps used entries', async () => {
    const { clock, shared, loads, get } = stage()
    await get('a')
    await get('b')
    clock.advance(UNUSED_MS - 1)
    await get('b')
    clock.advance(60_000)
    await get('b')
    assert.deepEqual(loads, ['a', 'b'])
    await get('a')
    assert.deepEqual(loads, ['a', 'b', 'a'])
    clock.advance(UNUSED_MS + 60_000)
    assert.equal(shared.bytes, 0)
  })

  test('does not count values that arrive after `clear`', async () => {
    const { shared } = stage()
    const { promise, resolve } = Promise.withResolvers<number>()
    const got = shared.get('a', () => promise)
    shared.clear()
    resolve(1_000)
    await got
    assert.equal(shared.bytes, 0)
  })
})

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { TestClock } from '../../../test/support/test-clock.ts'
import { HISTORY_KEPT_MS, SharedHistory } from './shared-history.ts'

/** Values are sizes; loads are counted. */
function stage(most?: number) {
  const clock = new TestClock()
  const shared = new SharedHistory<number>(clock, (size) => size, most)
  const loads: string[] = []
  const get = (key: string, size = 1_000) =>
    shared.get(key, async () => {
      loads.push(key)
      return size
    })
  return { clock, shared, loads, get }
}

describe('design 7: history that is shared', () => {
  test('is loaded once, also for those who ask while it is loaded', async () => {
    const { loads, get } = stage()
    await Promise.all([get('a'), get('a')])
    await get('a')
    assert.deepEqual(loads, ['a'])
  })

  test('what was asked for longest ago goes first', async () => {
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

  test('promise 5: something too large is not kept at all', async () => {
    const { shared, get } = stage(10_000)
    assert.equal(await get('a', 20_000), 20_000)
    assert.equal(shared.bytes, 0)
  })

  test('a failure is not kept, and is told to all who wait for it', async () => {
    const { shared, get } = stage()
    const fail = () => shared.get('a', () => Promise.reject(new Error('test')))
    await Promise.all([assert.rejects(fail(), /test/), assert.rejects(fail(), /test/)])
    assert.equal(shared.bytes, 0)
    assert.equal(await get('a'), 1_000)
  })

  test('what nobody asks for is let go, and what is asked for stays', async () => {
    const { clock, shared, loads, get } = stage()
    await get('a')
    await get('b')
    clock.advance(HISTORY_KEPT_MS - 1)
    await get('b')
    clock.advance(60_000)
    await get('b')
    assert.deepEqual(loads, ['a', 'b'])
    await get('a')
    assert.deepEqual(loads, ['a', 'b', 'a'])
    clock.advance(HISTORY_KEPT_MS + 60_000)
    assert.equal(shared.bytes, 0)
  })

  test('nothing is counted of what comes when all was let go', async () => {
    const { shared } = stage()
    const { promise, resolve } = Promise.withResolvers<number>()
    const got = shared.get('a', () => promise)
    shared.clear()
    resolve(1_000)
    await got
    assert.equal(shared.bytes, 0)
  })
})

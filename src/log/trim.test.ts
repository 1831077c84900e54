import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { ENGINES } from '../../test/support/engines.ts'
import { testAddress, testStore } from '../../test/support/stores.ts'
import { TestClock } from '../../test/support/test-clock.ts'
import type { Engine } from '../db/query.ts'
import { query } from '../db/query.ts'
import { systemClock } from '../lib/time/clock.ts'
import { append } from './append.ts'
import { logHead } from './log-head.ts'
import { trimLog } from './trim.ts'

const DAY_MS = 86_400_000

async function bench(t: TestContext, engine: Engine) {
  const clock = new TestClock()
  const groups: number[] = []
  const observer = { group: (commands: number) => groups.push(commands) }
  const address = await testAddress(t, engine)
  const store = testStore(t, address, { clock, observer })
  return {
    address,
    clock,
    store,
    groups,
    /** Appends `count` events that are `days` days old. */
    appendOld: (count: number, days: number) =>
      store.write(async (tx) => {
        for (let user = 0n; user < count; user++) {
          append(tx, clock.now() - days * DAY_MS, { kind: 'user.created', user_id: user })
        }
      }),
    positions: async () => (await store.rows(positions, {})).map((row) => row.position),
  }
}

const positions = query()((k) => k.selectFrom('events').select('position').orderBy('position'))

const range = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => BigInt(from + index))

for (const engine of ENGINES) {
  test(`events older than the given number of days are deleted in slices of 1,000, and the log reports the last trimmed position (${engine})`, async (t) => {
    const { store, clock, groups, appendOld, positions } = await bench(t, engine)
    await appendOld(2_500, 31)
    await appendOld(3, 29)
    groups.length = 0
    assert.equal(await trimLog(store, clock, 30), 2_500)
    assert.deepEqual(groups, [1, 1, 1])
    assert.deepEqual(await positions(), range(2_501, 2_503))
    assert.deepEqual(await logHead(store), { head: 2_503n, trimmed: 2_500n })
    assert.equal(await trimLog(store, clock, 30), 0)
    await appendOld(1, 0)
    assert.deepEqual(await positions(), range(2_501, 2_504))
  })
}

test('an event of exactly the maximum age stays, and so does every event after a younger event', async (t) => {
  const { store, clock, appendOld, positions } = await bench(t, 'sqlite')
  await appendOld(1, 30.001)
  await appendOld(1, 30)
  await appendOld(1, 40)
  assert.equal(await trimLog(store, clock, 30), 1)
  assert.deepEqual(await positions(), [2n, 3n])
})

test('a log whose events were all trimmed continues with the next position', async (t) => {
  const { store, clock, appendOld, positions } = await bench(t, 'sqlite')
  await appendOld(5, 31)
  assert.equal(await trimLog(store, clock, 30), 5)
  assert.deepEqual(await logHead(store), { head: 5n, trimmed: 5n })
  await appendOld(1, 0)
  assert.deepEqual(await positions(), [6n])
})

test('trimLog pauses after each slice for as long as the slice took, and stops when the signal is aborted', async (t) => {
  const { store, appendOld, positions } = await bench(t, 'sqlite')
  await appendOld(3_000, 31)
  const stop = new AbortController()
  const rests: number[] = []
  let reading = 0
  const clock = {
    ...systemClock,
    now: () => new TestClock().now(),
    // Each slice reads the clock twice, and the second value is 7 ms later.
    monotonic: () => (reading++ % 2) * 7,
    after(ms: number, task: () => void) {
      rests.push(ms)
      if (rests.length === 2) stop.abort()
      return systemClock.after(0, task)
    },
  }
  assert.equal(await trimLog(store, clock, 30, stop.signal), 2_000)
  assert.deepEqual(rests, [7, 7])
  assert.deepEqual(await positions(), range(2_001, 3_000))
})

for (const engine of ENGINES) {
  test(`two processes that trim at the same time delete each event only once (${engine})`, async (t) => {
    const { address, store, appendOld, positions } = await bench(t, engine)
    await appendOld(2_200, 31)
    await appendOld(5, 1)
    const clock = { ...systemClock, now: () => new TestClock().now() }
    const stores = [testStore(t, address), testStore(t, address)]
    const deleted = await Promise.all(stores.map((other) => trimLog(other, clock, 30)))
    assert.equal(
      deleted.reduce((sum, count) => sum + count),
      2_200,
    )
    assert.deepEqual(await positions(), range(2_201, 2_205))
    assert.deepEqual(await logHead(store), { head: 2_205n, trimmed: 2_200n })
  })
}

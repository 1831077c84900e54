import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { ENGINES } from '../../test/support/engines.ts'
import { seeded } from '../../test/support/seeded.ts'
import { testAddress, testStore } from '../../test/support/stores.ts'
import { raw } from '../../test/support/tables.ts'
import { TestClock } from '../../test/support/test-clock.ts'
import { watchedStore } from '../../test/support/watched-store.ts'
import { type Random, systemClock, systemRandom } from '../lib/clock.ts'
import { snowflakeTime, WORKER_COUNT, WorkerLeaseLost } from '../lib/snowflake.ts'
import { StoreBusy, StoreUnavailable } from './errors.ts'
import type { Engine } from './query.ts'
import type { Store } from './store.ts'
import { isServerRunning, WorkerLease } from './workers.ts'

/** Moves time without the timers, so that nothing renews by itself. */
const later = (clock: TestClock, ms: number) => clock.set(clock.now() + ms)

async function bench(t: TestContext, engine: Engine = 'sqlite') {
  const clock = new TestClock()
  const address = await testAddress(t, engine)
  const store = testStore(t, address, { clock })
  const take = (role: 'server' | 'command' = 'command', over: Store = store) =>
    WorkerLease.take(over, clock, systemRandom, role)
  return { address, clock, store, take }
}

for (const engine of ENGINES) {
  test(`processes that start at once never share a number (${engine})`, async (t) => {
    const address = await testAddress(t, engine)
    const stores = [testStore(t, address), testStore(t, address)] as const
    const leases = await Promise.all(
      Array.from({ length: 16 }, (_, index) =>
        WorkerLease.take(stores[index % 2 ? 1 : 0], systemClock, systemRandom, 'command'),
      ),
    )
    assert.equal(new Set(leases.map((lease) => lease.ids.worker)).size, 16)
    await Promise.all(leases.map((lease) => lease.release()))
  })

  test(`a number is free again after a minute without renewal, and not before (${engine})`, async (t) => {
    const { clock, take } = await bench(t, engine)
    assert.equal((await take()).ids.worker, 0)
    later(clock, 60_000)
    assert.equal((await take()).ids.worker, 1)
    later(clock, 1)
    assert.equal((await take()).ids.worker, 0)
  })

  test(`all 1,024 taken: the next is refused, until one is given back (${engine})`, async (t) => {
    const { clock, store, take } = await bench(t, engine)
    const own = await take()
    const taken = Array.from(
      { length: WORKER_COUNT - 1 },
      (_, index) => `(${index + 1}, 'x', 'command', ${clock.now() + 60_000})`,
    )
    await store.write((tx) =>
      tx.run(raw(`insert into workers (worker, holder, role, leased_until) values ${taken.join()}`), {}),
    )
    await assert.rejects(take(), (error: unknown) => {
      assert.ok(error instanceof StoreBusy)
      assert.match(error.message, /1,024/)
      return true
    })
    await own.release()
    later(clock, 1)
    assert.equal((await take()).ids.worker, 0)
  })
}

test('a lease that is not renewed makes no id after a minute', async (t) => {
  const { clock, take } = await bench(t)
  const lease = await take()
  later(clock, 59_999)
  lease.ids.next()
  later(clock, 1)
  assert.throws(() => lease.ids.next(), WorkerLeaseLost)
})

test('a lease is renewed by the timer, for as long as the process lives', async (t) => {
  const { clock, take } = await bench(t)
  const lease = await take()
  for (let quarter = 0; quarter < 20; quarter++) {
    clock.advance(15_000)
    // The renewal that the timer has begun.
    await lease.renew()
    lease.ids.next()
  }
  assert.equal(lease.ids.worker, 0)
})

test('a database that was away for less than a minute costs nothing, for more it stops the ids until it is back', async (t) => {
  const { clock, store } = await bench(t)
  let reachable = true
  const shaky: Store = {
    ...watchedStore(store).store,
    write: (verb) => (reachable ? store.write(verb) : Promise.reject(new StoreUnavailable('away'))),
  }
  const lease = await WorkerLease.take(shaky, clock, systemRandom, 'server')
  reachable = false
  later(clock, 50_000)
  await assert.rejects(lease.renew(), StoreUnavailable)
  lease.ids.next()
  later(clock, 20_000)
  assert.throws(() => lease.ids.next(), WorkerLeaseLost)
  reachable = true
  await lease.renew()
  assert.equal(lease.ids.worker, 0)
  lease.ids.next()
})

test('a process whose number went to another takes a new one, and its ids go on growing', async (t) => {
  const { clock, take } = await bench(t)
  const sleeper = await take()
  const before = sleeper.ids.next()
  later(clock, 70_000)
  const thief = await take()
  assert.equal(thief.ids.worker, 0)
  await sleeper.renew()
  assert.equal(sleeper.ids.worker, 1)
  assert.ok(sleeper.ids.next() > before)
})

test('after release no id is made, and the number is taken up after the ids that were', async (t) => {
  const { clock, take } = await bench(t)
  const lease = await take()
  later(clock, 1)
  // Runs 3 ms ahead of the clock.
  let last = 0n
  for (let index = 0; index < 4 * 4_096; index++) last = lease.ids.next()
  await lease.release()
  assert.throws(() => lease.ids.next(), WorkerLeaseLost)
  later(clock, 3)
  const other = await take()
  assert.equal(other.ids.worker, 1)
  later(clock, 1)
  const heir = await take()
  assert.equal(heir.ids.worker, 0)
  assert.ok(snowflakeTime(heir.ids.next()) > snowflakeTime(last))
})

test('a release waits for a renewal on its way, and nothing renews after it', async (t) => {
  const { clock, store, take } = await bench(t)
  const lease = await take()
  const renewal = lease.renew()
  await lease.release()
  await renewal
  assert.throws(() => lease.ids.next(), WorkerLeaseLost)
  clock.advance(30_000)
  const row = await store.first(raw('select leased_until, role from workers'), {})
  assert.deepEqual({ ...row }, { leased_until: clock.now() - 30_000, role: 'ended' })
})

test('two holders of one number, one after the other, never make the same id, whatever their clocks say', async (t) => {
  const { store } = await bench(t)
  const random = seeded(7)
  const clocks = Array.from({ length: 4 }, () => new TestClock())
  const seen = new Set<bigint>()
  let made = 0
  for (let turn = 0; turn < 100; turn++) {
    const clock = clocks[Math.floor(random() * clocks.length)] ?? new TestClock()
    // Up to a minute of difference between the clocks, and steps back.
    clock.set(clock.now() + Math.floor(random() * 40_000) - 10_000)
    const lease = await WorkerLease.take(store, clock, systemRandom, 'command')
    clock.set(clock.now() + Math.floor(random() * 20) - 10)
    for (let index = 0; index < 20; index++, made++) seen.add(lease.ids.next())
    if (random() < 0.7) await lease.release()
  }
  assert.equal(seen.size, made)
})

test('commands see whether a server runs beside them', async (t) => {
  const { clock, store, take } = await bench(t)
  await take('command')
  assert.equal(await isServerRunning(store, clock), false)
  const server = await take('server')
  assert.equal(await isServerRunning(store, clock), true)
  await server.release()
  assert.equal(await isServerRunning(store, clock), false)
  await take('server')
  later(clock, 60_001)
  assert.equal(await isServerRunning(store, clock), false)
})

test('holders are told apart by 96 random bits', async (t) => {
  const { clock, store } = await bench(t)
  const asked: number[] = []
  const random: Random = (bytes) => {
    asked.push(bytes)
    return Buffer.alloc(bytes, 0xab)
  }
  await WorkerLease.take(store, clock, random, 'server')
  const row = await store.first(raw('select holder, role from workers'), {})
  assert.deepEqual({ ...row }, { holder: 'ab'.repeat(12), role: 'server' })
  assert.deepEqual(asked, [12])
})

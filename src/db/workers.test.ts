import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { watchedStore } from '../../test/support/databases/watched-store.ts'
import { ENGINES } from '../../test/support/engines.ts'
import { recordingLogger } from '../../test/support/logged.ts'
import { seeded } from '../../test/support/seeded.ts'
import { testAddress, testStore } from '../../test/support/stores.ts'
import { raw } from '../../test/support/tables.ts'
import { TestClock } from '../../test/support/test-clock.ts'
import { waitUntil } from '../../test/support/wait-until.ts'
import { snowflakeTime, WORKER_COUNT, WorkerLeaseLost } from '../lib/ids/snowflake.ts'
import { type Random, systemClock, systemRandom } from '../lib/time/clock.ts'
import { StoreBusy, StoreUnavailable } from './errors.ts'
import type { Engine } from './query.ts'
import type { Store } from './store.ts'
import { WorkerLease } from './workers.ts'

/** Changes the time without running timers, so that no lease is renewed. */
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

  test(`when all 1,024 numbers are taken, the next request is refused until one is released (${engine})`, async (t) => {
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

const JUMPS = { '10 minutes': 600_000, 'a day': 86_400_000, 'a year': 365 * 86_400_000 }

for (const engine of ENGINES) {
  test(`after a clock jumps forward and is corrected, ids have the corrected time immediately (${engine})`, async (t) => {
    const { clock, take } = await bench(t, engine)
    const lease = await take('server')
    const seen = new Set<bigint>()
    const make = async () => {
      const id = await lease.ids.make()
      assert.ok(Math.abs(snowflakeTime(id) - clock.now()) <= 1)
      assert.ok(!seen.has(id))
      seen.add(id)
    }
    for (const ms of Object.values(JUMPS)) {
      await make()
      clock.step(ms)
      await make()
      assert.equal(lease.idsAheadMs, 0)
      clock.step(-ms)
      await make()
      await lease.renew()
      assert.ok(Math.abs(lease.idsAheadMs - ms) <= 60_001)
      clock.advance(15_000)
    }
  })

  test(`a process whose clock is behind the time of existing ids takes a number that made none of these ids (${engine})`, async (t) => {
    const { address, clock, take } = await bench(t, engine)
    const lease = await take('server')
    clock.step(JUMPS['a day'])
    const ahead = await lease.ids.make()
    // The first process was killed, so its lease is not released.
    clock.step(-JUMPS['a day'])
    const restarted = await take('server', testStore(t, address, { clock }))
    assert.notEqual(restarted.ids.worker, lease.ids.worker)
    assert.ok(snowflakeTime(await restarted.ids.make()) - clock.now() <= 1)
    assert.ok(restarted.idsAheadMs >= JUMPS['a day'])
    // A day later, no process may take that number until the clock reaches its last id.
    clock.step(snowflakeTime(ahead) - clock.now() - 1)
    const then = await take('server', testStore(t, address, { clock }))
    assert.notEqual(then.ids.worker, lease.ids.worker)
  })
}

test('a process whose clock is a year ahead takes a leased number, and the two processes make no equal ids', async (t) => {
  const { address, clock, take } = await bench(t, 'postgres')
  const right = await take('server')
  const wrongClock = new TestClock(clock.now() + JUMPS['a year'])
  const wrongStore = testStore(t, address, { clock: wrongClock })
  const wrong = await WorkerLease.take(wrongStore, wrongClock, systemRandom, 'server')
  const seen = new Set<bigint>()
  let made = 0
  const make = async () => {
    for (const { lease, at } of [
      { lease: right, at: clock.now() },
      { lease: wrong, at: wrongClock.now() },
    ]) {
      const id = await lease.ids.make()
      assert.ok(Math.abs(snowflakeTime(id) - at) <= 1)
      seen.add(id)
      made += 1
    }
  }
  for (let quarter = 0; quarter < 8; quarter += 1) {
    await make()
    later(clock, 15_000)
    later(wrongClock, 15_000)
    await Promise.all([right.renew(), wrong.renew()])
  }
  assert.ok(right.idsAheadMs >= JUMPS['a year'])
  assert.equal(wrong.idsAheadMs, 0)
  // The wrong clock is corrected.
  wrongClock.set(clock.now())
  await make()
  assert.equal(seen.size, made)
  assert.notEqual(right.ids.worker, wrong.ids.worker)
})

test('a process whose clock is set back and forth repeatedly uses only a few worker numbers', async (t) => {
  const { clock, store, take } = await bench(t)
  const lease = await take('server')
  for (let swing = 0; swing < 40; swing += 1) {
    await lease.ids.make()
    clock.step(JUMPS['a day'])
    await lease.ids.make()
    clock.step(-JUMPS['a day'])
    later(clock, 70_000)
  }
  const { worker } = (await store.first(raw('select max(worker) as worker from workers'), {})) ?? {}
  assert.ok(Number(worker) <= 4, `${worker}`)
})

test('in memory, a lease ends later than every id that was made under the lease, and not later than in the table', async (t) => {
  const { clock, store, take } = await bench(t)
  const lease = await take()
  later(clock, 4_000)
  const id = lease.ids.next()
  // The clock goes back a little, so a renewal would end the lease earlier than before.
  clock.step(-4_000)
  await lease.renew()
  const row = await store.first(raw('select leased_until from workers'), {})
  assert.equal(row?.['leased_until'], clock.now() + 60_000)
  assert.ok(snowflakeTime(id) < clock.now() + 60_000)
  later(clock, 60_000)
  assert.throws(() => lease.ids.next(), WorkerLeaseLost)
})

test('a lease that is not renewed makes no id after a minute', async (t) => {
  const { clock, take } = await bench(t)
  const lease = await take()
  later(clock, 59_999)
  lease.ids.next()
  later(clock, 1)
  assert.throws(() => lease.ids.next(), WorkerLeaseLost)
})

test('the timer renews a lease until the process ends', async (t) => {
  const { clock, take } = await bench(t)
  const lease = await take()
  for (let quarter = 0; quarter < 20; quarter++) {
    clock.advance(15_000)
    // Waits for the renewal that the timer has begun.
    await lease.renew()
    lease.ids.next()
  }
  assert.equal(lease.ids.worker, 0)
})

test('an outage of the database for less than a minute has no effect; during a longer outage no ids are made', async (t) => {
  const { clock, store } = await bench(t)
  let reachable = true
  const { logger, lines } = recordingLogger()
  const shaky: Store = {
    ...watchedStore(store).store,
    logger,
    write: (command) => (reachable ? store.write(command) : Promise.reject(new StoreUnavailable('away'))),
  }
  const lease = await WorkerLease.take(shaky, clock, systemRandom, 'server')
  reachable = false
  later(clock, 50_000)
  await assert.rejects(lease.renew(), StoreUnavailable)
  lease.ids.next()
  clock.advance(30_000)
  await waitUntil(() => lines.length > 0)
  assert.match(String(lines[0]?.['msg']), /lease of the worker number could not be renewed/)
  later(clock, 20_000)
  assert.throws(() => lease.ids.next(), WorkerLeaseLost)
  reachable = true
  await lease.renew()
  assert.equal(lease.ids.worker, 0)
  lease.ids.next()
})

test('a process that lost its number takes another number, and its ids continue to grow', async (t) => {
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

test('after a release no id is made, and the next owner of the number continues after the last id', async (t) => {
  const { clock, take } = await bench(t)
  const lease = await take()
  later(clock, 1)
  // These ids go 3 ms ahead of the clock.
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

test('a release waits for a running renewal, and no renewal follows', async (t) => {
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

test('successive owners of one number never make the same id, even if their clocks are wrong or go back', async (t) => {
  const { store } = await bench(t)
  const random = seeded(7)
  const clocks = Array.from({ length: 4 }, () => new TestClock())
  const seen = new Set<bigint>()
  let made = 0
  for (let turn = 0; turn < 100; turn++) {
    const clock = clocks[Math.floor(random() * clocks.length)] ?? new TestClock()
    // Clocks of the processes differ by up to a minute and may go back.
    clock.set(clock.now() + Math.floor(random() * 40_000) - 10_000)
    const lease = await WorkerLease.take(store, clock, systemRandom, 'command')
    clock.set(clock.now() + Math.floor(random() * 20) - 10)
    for (let index = 0; index < 20; index++, made++) seen.add(lease.ids.next())
    if (random() < 0.7) await lease.release()
  }
  assert.equal(seen.size, made)
})

test('96 random bits distinguish holders', async (t) => {
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

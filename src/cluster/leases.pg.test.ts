/** Leases of nodes that are killed, stopped, cut off or have wrong clocks (spec/server.md#several-processes). */
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { slowTest } from '../../test/support/part.ts'
import type { HoldOrder } from '../../test/support/programs/hold-lease.ts'
import { runProgram } from '../../test/support/programs/run.ts'
import { testAddress, testCluster, testStore } from '../../test/support/stores.ts'
import { waitUntil } from '../../test/support/wait-until.ts'
import { connect } from '../db/postgres/session.ts'
import { must } from '../lib/assert.ts'
import { type Clock, sleep, systemClock } from '../lib/time/clock.ts'
import { type LeaseGrant, LeaseLost, NO_TTL } from './cluster.ts'
import { SESSION_NAME } from './postgres.ts'

const TTL_MS = 2_000

/** Maximum delay of timers and statements on a busy machine, in milliseconds. */
const LATE_MS = 3_000

async function bench(t: TestContext) {
  const address = await testAddress(t, 'postgres')
  const node = (clock?: Clock) => {
    const store = testStore(t, address)
    return { store, cluster: testCluster(t, store, address, clock) }
  }
  /** Starts a process that holds a lease; `lines` are the lines that it has printed. */
  const hold = async (order: Partial<HoldOrder> = {}) => {
    const whole: HoldOrder = { url: address.url, lease: 'a', ttlMs: TTL_MS, wrongByMs: 0, ...order }
    const program = runProgram('hold-lease', whole)
    t.after(() => program.kill())
    const lines: string[] = []
    void (async () => {
      for await (const line of program.lines) lines.push(line)
    })()
    await waitUntil(() => lines.some((line) => line.startsWith('acted')))
    return { ...program, lines, epoch: BigInt(must(lines[0], 'the epoch').slice('epoch '.length)) }
  }
  return { address, node, hold }
}

/** Tries to acquire a lease until it is free. @returns the grant and the milliseconds that it took */
async function acquireWhenFree(acquire: () => Promise<LeaseGrant | undefined>) {
  const started = systemClock.monotonic()
  for (;;) {
    const grant = await acquire()
    if (grant !== undefined) return { grant, tookMs: systemClock.monotonic() - started }
    await sleep(systemClock, 20)
  }
}

/** Moments of the system's monotonic clock, in milliseconds, at which a process acted. */
const actsIn = (lines: readonly string[]) =>
  lines.filter((line) => line.startsWith('acted')).map((line) => BigInt(line.slice('acted '.length)))

slowTest(
  'spec/server.md#several-processes: the lease of a killed node goes to another node within the ttl',
  async (t) => {
    const { node, hold } = await bench(t)
    const { cluster } = node()
    const lease = cluster.lease('a', TTL_MS)
    const holder = await hold()
    assert.equal(await lease.acquire(), undefined)
    holder.kill()
    const { grant, tookMs } = await acquireWhenFree(() => lease.acquire())
    assert.ok(tookMs < TTL_MS + LATE_MS, `${tookMs} ms`)
    assert.ok(grant.epoch > holder.epoch)
  },
)

test('a lease without a ttl is free when its node is killed', async (t) => {
  const { node, hold } = await bench(t)
  const lease = node().cluster.lease('a', NO_TTL)
  const holder = await hold({ ttlMs: null })
  assert.equal(await lease.acquire(), undefined)
  holder.kill()
  await acquireWhenFree(() => lease.acquire())
})

slowTest(
  'spec/server.md#several-processes: a node that was stopped for longer than the ttl does no work under the lost lease',
  async (t) => {
    const { node, hold } = await bench(t)
    const holder = await hold()
    holder.signal('SIGSTOP')
    const { grant } = await acquireWhenFree(() => node().cluster.lease('a', TTL_MS).acquire())
    const taken = process.hrtime.bigint() / 1_000_000n
    holder.signal('SIGCONT')
    await waitUntil(() => holder.lines.includes('aborted'))
    assert.deepEqual(
      actsIn(holder.lines).filter((at) => at >= taken),
      [],
    )
    assert.equal(grant.isHeld(), true)
  },
)

for (const wrongByMs of [-86_400_000, 86_400_000]) {
  slowTest(
    `a node whose wall clock is wrong by ${wrongByMs} ms neither takes nor loses a lease early`,
    async (t) => {
      const { node, hold } = await bench(t)
      const clock: Clock = { ...systemClock, now: () => Date.now() + wrongByMs }
      const wrong = node(clock).cluster.lease('a', TTL_MS)
      const holder = await hold({ wrongByMs: -wrongByMs })
      const until = systemClock.monotonic() + 2 * TTL_MS
      while (systemClock.monotonic() < until) {
        assert.equal(await wrong.acquire(), undefined)
        await sleep(systemClock, 50)
      }
      assert.equal(holder.lines.includes('aborted'), false)
      holder.kill()
      await acquireWhenFree(() => wrong.acquire())
    },
  )
}

test('after a change of the clock a grant is uncertain until it is renewed, and is not lost', async (t) => {
  const { node } = await bench(t)
  let wrongByMs = 0
  const clock: Clock = { ...systemClock, now: () => Date.now() + wrongByMs }
  const grant = must(await node(clock).cluster.lease('a', 60_000).acquire(), 'a grant')
  assert.equal(grant.isHeld(), true)
  wrongByMs = 3_600_000
  assert.equal(grant.isHeld(), false)
  assert.equal(await grant.renew(), true)
  assert.equal(grant.isHeld(), true)
})

test('a node whose renewals are late gives up its lease before the ttl ends', async (t) => {
  const { address, node } = await bench(t)
  const { cluster } = node()
  const grant = must(await cluster.lease('a', TTL_MS).acquire(), 'a grant')
  const other = node().cluster.lease('a', TTL_MS)
  // Another session locks the row of the node, so that its renewals wait.
  const blocker = connect({ url: address.url, connections: 1, name: 'test' })
  t.after(() => blocker.end())
  await blocker.unsafe('begin')
  await blocker`select from cluster_nodes where id = ${cluster.self.id} for key share`
  await blocker`update cluster_nodes set name = name where id = ${cluster.self.id}`
  await waitUntil(() => grant.signal.aborted)
  assert.ok(grant.signal.reason instanceof LeaseLost)
  assert.equal(grant.isHeld(), false)
  await blocker.unsafe('rollback')
  const { grant: next } = await acquireWhenFree(() => other.acquire())
  assert.ok(next.epoch > grant.epoch)
})

test('a lost session is replaced, and the leases of its node stay', async (t) => {
  const { address, node } = await bench(t)
  const [one, other] = [node(), node()]
  const strict = must(await one.cluster.lease('a', 60_000).acquire(), 'a grant')
  const lasting = must(await one.cluster.lease('b', NO_TTL).acquire(), 'a grant')
  const bystander = connect({ url: address.url, connections: 1, name: 'test' })
  t.after(() => bystander.end())
  await bystander`select pg_terminate_backend(pid, 5000) from pg_stat_activity
    where application_name = ${SESSION_NAME} and datname = current_database()`
  await waitUntil(() => strict.renew().catch(() => false))
  assert.equal(await other.cluster.lease('a', 60_000).acquire(), undefined)
  assert.equal(await other.cluster.lease('b', NO_TTL).acquire(), undefined)
  assert.deepEqual([strict.signal.aborted, lasting.signal.aborted], [false, false])
})

slowTest('leases that are acquired continuously do not delay the renewal of other leases', async (t) => {
  const { node } = await bench(t)
  const { cluster } = node()
  const short = must(await cluster.lease('short', TTL_MS).acquire(), 'a grant')
  const until = systemClock.monotonic() + 3 * TTL_MS
  for (let nth = 0; systemClock.monotonic() < until; nth += 1) {
    must(await cluster.lease(`long ${nth}`, 60_000).acquire(), 'a grant')
    await sleep(systemClock, 20)
  }
  assert.equal(short.isHeld(), true)
})

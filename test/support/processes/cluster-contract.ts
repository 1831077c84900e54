/**
 * The contract of a cluster, as tests for both engines. Every test gets nodes that share one new database.
 */
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import {
  type ClusterMembership,
  LeaseLost,
  LOG_TOPIC,
  MAX_NAME_LENGTH,
  MAX_TOPICS,
  MAX_TTL_MS,
  MIN_TTL_MS,
  NO_TTL,
  type NodeFacts,
} from '../../../src/cluster/cluster.ts'
import { NatsSignals } from '../../../src/cluster/nats-signals.ts'
import type { Engine } from '../../../src/db/query.ts'
import type { Store } from '../../../src/db/store.ts'
import { must } from '../../../src/lib/assert.ts'
import { parseNatsAddress } from '../../../src/lib/hosts/nats-address.ts'
import { type Clock, systemClock } from '../../../src/lib/time/clock.ts'
import { NatsLink } from '../../../src/nats/link.ts'
import { testAddress, testCluster, testStore } from '../stores.ts'
import { addEvent } from '../tables.ts'
import { waitUntil } from '../wait-until.ts'
import { NEEDS_NATS, startNats } from './nats-server.ts'

export interface ContractNode {
  readonly store: Store
  readonly cluster: ClusterMembership
}

export interface ContractBench {
  node(machineClock?: Clock): ContractNode
}

export async function clusterBench(t: TestContext, engine: Engine): Promise<ContractBench> {
  const address = await testAddress(t, engine)
  return {
    node(machineClock) {
      const store = testStore(t, address)
      return { store, cluster: testCluster(t, store, address, machineClock) }
    },
  }
}

const TTL_MS = 5_000

const FACTS = {
  roles: ['api', 'jobs'],
  version: '1.2.3',
  load: { position: 2n ** 62n, requests: 1, connections: 3, streams: 2, processor: 0.25, memory: 1e8 },
} as const

/** Facts that a node stores about itself. */
export function testFacts(address: string): NodeFacts {
  return { ...FACTS, address, load: async () => FACTS.load }
}

const CONTRACT: Readonly<Record<string, (bench: ContractBench) => Promise<void>>> = {
  'a lease has one holder at a time, and each grant has a larger epoch': async ({ node }) => {
    const { cluster } = node()
    for (const ttlMs of [TTL_MS, NO_TTL]) {
      const lease = cluster.lease(`a ${ttlMs}`, ttlMs)
      const first = must(await lease.acquire(), 'a grant')
      assert.equal(await lease.acquire(), undefined)
      assert.equal(await cluster.lease(`a ${ttlMs}`, ttlMs).acquire(), undefined)
      must(await cluster.lease(`b ${ttlMs}`, ttlMs).acquire(), 'a grant of another name')
      assert.equal(first.isHeld(), true)
      assert.equal(await first.renew(), true)
      await first.release()
      assert.equal(first.isHeld(), false)
      assert.equal(await first.renew(), false)
      assert.equal(first.signal.aborted, false)
      const second = must(await lease.acquire(), 'a second grant')
      assert.ok(second.epoch > first.epoch)
      // A second release of the same lease frees no lease.
      await first.release()
      assert.equal(second.isHeld(), true)
      assert.equal(await lease.acquire(), undefined)
    }
  },

  'if many nodes acquire a lease at the same time, one of them gets it': async ({ node }) => {
    const { cluster } = node()
    const grants = await Promise.all(Array.from({ length: 20 }, () => cluster.lease('a', TTL_MS).acquire()))
    assert.equal(grants.filter((grant) => grant !== undefined).length, 1)
  },

  'a transaction reads whether a node still holds a lease': async ({ node }) => {
    const { store, cluster } = node()
    const lease = cluster.lease('a', TTL_MS)
    const first = must(await lease.acquire(), 'a grant')
    assert.equal(await store.write((tx) => first.isHeldIn(tx)), true)
    await first.release()
    assert.equal(await store.write((tx) => first.isHeldIn(tx)), false)
    const second = must(await lease.acquire(), 'a second grant')
    assert.deepEqual(await store.write(async (tx) => [await first.isHeldIn(tx), await second.isHeldIn(tx)]), [
      false,
      true,
    ])
  },

  'a node that leaves loses its leases and its membership': async ({ node }) => {
    const [one, other] = [node(), node()]
    const grant = must(await one.cluster.lease('a', TTL_MS).acquire(), 'a grant')
    await one.cluster.join(testFacts('here'))
    await one.cluster.close()
    assert.ok(grant.signal.reason instanceof LeaseLost)
    assert.equal(grant.isHeld(), false)
    must(await other.cluster.lease('a', TTL_MS).acquire(), 'a grant of the other')
    assert.deepEqual(await other.cluster.members(), [])
    await one.cluster.close()
  },

  'a member is listed with its address, its start and the time of its last renewal': async ({ node }) => {
    const [one, other] = [node(), node()]
    assert.deepEqual(await one.cluster.members(), [])
    await one.cluster.join(testFacts(`it's here`))
    const [member, ...others] = await other.cluster.members()
    assert.deepEqual(others, [])
    const { since, lastSeen, ...rest } = must(member, 'a member')
    assert.deepEqual(rest, { ...one.cluster.self, address: `it's here`, ...FACTS })
    assert.match(rest.name, /^.+:\d+$/)
    assert.ok(lastSeen >= since && Math.abs(lastSeen - Date.now()) < 60_000)
  },

  'an append of one node wakes the other nodes until they unsubscribe': async ({ node }) => {
    const [one, other] = [node(), node()]
    const [wakes, ended]: [unknown[], unknown[]] = [[], []]
    const stopped = other.cluster.subscribe(LOG_TOPIC, (position) => ended.push(position))
    other.cluster.subscribe(LOG_TOPIC, (position) => wakes.push(position))
    await one.store.write(async (tx) => addEvent(tx, 1n))
    // On PostgreSQL, the first wake-up may only mean that the node has begun to listen.
    await waitUntil(async () => {
      await one.store.write(async (tx) => addEvent(tx, 1n))
      return wakes.length > 1 && ended.length > 1
    })
    stopped()
    stopped()
    const [before, so] = [wakes.length, ended.length]
    await one.store.write(async (tx) => addEvent(tx, 2n))
    await waitUntil(() => wakes.length > before)
    assert.equal(ended.length, so)
  },

  'names, times to live and the number of topics are limited': async ({ node }) => {
    const { cluster } = node()
    for (const name of ['', 'a'.repeat(MAX_NAME_LENGTH + 1), `it's`, 'a\\b', 'a\nb', 'ä', '\0'])
      assert.throws(() => cluster.lease(name, TTL_MS), RangeError, JSON.stringify(name))
    for (const ttlMs of [
      0,
      -1,
      MIN_TTL_MS - 1,
      MAX_TTL_MS + 1,
      1_000.5,
      Number.NaN,
      Number.NEGATIVE_INFINITY,
    ])
      assert.throws(() => cluster.lease('a', ttlMs), RangeError, `${ttlMs}`)
    must(await cluster.lease('a'.repeat(MAX_NAME_LENGTH), MAX_TTL_MS).acquire(), 'the longest name')
    for (const topic of ['', 'A', 'a b', `a'`]) {
      assert.throws(() => cluster.subscribe(topic, () => undefined), RangeError)
      assert.throws(() => cluster.publish(topic, 1n), RangeError)
    }
    const stops = Array.from({ length: MAX_TOPICS }, (_, nth) =>
      cluster.subscribe(letters(nth), () => undefined),
    )
    assert.throws(() => cluster.subscribe('one-more', () => undefined), RangeError)
    stops[0]?.()
    cluster.subscribe('one-more', () => undefined)
  },
}

/** Makes a name for a topic. Names of topics have no digits. */
function letters(nth: number): string {
  return `topic-${nth.toString(26).replaceAll(/\d/g, (digit) => String.fromCharCode(113 + Number(digit)))}`
}

/** Declares the tests of the contract. */
export function testClusterContract(engine: Engine): void {
  for (const [name, check] of Object.entries(CONTRACT)) {
    test(`${name} (${engine})`, async (t) => check(await clusterBench(t, engine)))
  }
}

/** Declares the tests of the contract for a PostgreSQL whose nodes signal over NATS. */
export function testNatsClusterContract(): void {
  for (const [name, check] of Object.entries(CONTRACT)) {
    test(`${name} (NATS)`, NEEDS_NATS, async (t) => {
      const { url } = await startNats(t)
      const bench = await clusterBench(t, 'postgres')
      await check({
        node(machineClock) {
          const node = bench.node(machineClock)
          const signals = new NatsSignals(natsLink(t, url), 'test')
          // No signal uses the database, not even before the connection to NATS.
          node.cluster.carry({
            send(payload) {
              signals.send(payload)
              return true
            },
            receive: (receiver) => signals.receive(receiver),
          })
          return node
        },
      })
    })
  }
}

/** Opens a connection to NATS that is closed at the end of the test. */
export function natsLink(t: TestContext, url: string): NatsLink {
  const link = new NatsLink({
    address: must(parseNatsAddress(url), 'an address of NATS'),
    name: 'test',
    clock: systemClock,
    logger: { warn: () => undefined },
  })
  t.after(() => link.close())
  return link
}

/**
 * The contract of a reader of the log, as tests for SQLite, PostgreSQL, and PostgreSQL with a relay on NATS.
 */
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { StoreUnavailable } from '../../../src/db/errors.ts'
import type { Engine } from '../../../src/db/query.ts'
import { query } from '../../../src/db/query.ts'
import type { Store } from '../../../src/db/store.ts'
import { must } from '../../../src/lib/assert.ts'
import { systemClock } from '../../../src/lib/time/clock.ts'
import type { LogEntry } from '../../../src/log/event.ts'
import { PositionTooOld, readTable } from '../../../src/log/read-table.ts'
import { checksumOf } from '../../../src/log/record.ts'
import { Tail } from '../../../src/log/tail.ts'
import { trimLog } from '../../../src/log/trim.ts'
import { byPart } from '../part.ts'
import { NEEDS_NATS, startNats } from '../processes/nats-server.ts'
import { relayNode } from '../processes/relay.ts'
import { testAddress, testCluster, testStore } from '../stores.ts'
import { addEvent, raw } from '../tables.ts'
import { waitUntil } from '../wait-until.ts'

export interface LogNode {
  readonly store: Store
  readonly tail: Tail
}

interface NodeOptions {
  readonly ringEvents?: number
  readonly pollMs?: number
}

/** Opens a node. All nodes of a test use the same database. */
type OpenNode = (options?: NodeOptions) => Promise<LogNode>

/** A poll interval so long that only a signal or the relay can wake the reader. */
const NO_POLL = { pollMs: 3_600_000 }

async function append({ store }: Pick<LogNode, 'store'>, count: number): Promise<void> {
  await Promise.all(
    Array.from({ length: count }, (_, nth) => store.write(async (tx) => addEvent(tx, BigInt(nth)))),
  )
}

/** Reads from a position on until `total` is reached. */
async function followTo({ tail }: LogNode, total: bigint, from = 0n, max?: number): Promise<LogEntry[]> {
  const entries: LogEntry[] = []
  const stop = new AbortController()
  for await (const batch of tail.follow(from, stop.signal, max)) {
    entries.push(...batch)
    if ((entries.at(-1)?.position ?? 0n) >= total) stop.abort()
  }
  return entries
}

function positionsOf(entries: readonly LogEntry[]): bigint[] {
  return entries.map(({ position }) => position)
}

function range(from: number, to: number): bigint[] {
  return Array.from({ length: to - from + 1 }, (_, nth) => BigInt(from + nth))
}

const CONTRACT: Readonly<Record<string, (open: OpenNode) => Promise<void>>> = {
  'every node reads the events of all nodes once, in order, and equal to the table': async (open) => {
    const nodes = [await open(), await open()]
    const rounds = byPart(8, 20)
    const total = 20 * rounds
    const readings = nodes.map((node) => followTo(node, BigInt(total)))
    for (let round = 0; round < rounds; round++) await Promise.all(nodes.map((node) => append(node, 10)))
    for (const [index, reading] of readings.entries()) {
      const entries = await reading
      assert.deepEqual(positionsOf(entries), range(1, total))
      assert.deepEqual(entries, await readTable(must(nodes[index], 'a node').store, 0n, total))
    }
  },

  'a reader that starts at an old position while others append gets every later event once': async (open) => {
    const other = await open()
    // The events before the start are more than the ring holds.
    const [before, turns] = byPart([150, 15], [400, 50])
    const total = before + 20 * turns
    await append(other, before)
    const node = await open({ ringEvents: 40 })
    const reading = followTo(node, BigInt(total), 0n, 7)
    for (let turn = 0; turn < turns; turn++) await Promise.all([append(node, 10), append(other, 10)])
    assert.deepEqual(positionsOf(await reading), range(1, total))
    assert.ok(node.tail.ringLength <= 50)
    const last = await followTo(node, BigInt(total), BigInt(total - 5))
    assert.deepEqual(positionsOf(last), range(total - 4, total))
  },

  'a reader that does not poll is woken by the events of another node': async (open) => {
    const [writer, deaf] = [await open(), await open(NO_POLL)]
    // The first event may arrive before the node listens.
    await waitUntil(async () => {
      await append(writer, 1)
      return deaf.tail.head > 0n
    })
    const { tail } = deaf
    for (let round = 0; round < 20; round++) {
      const { head } = writer.tail
      await append(writer, 1)
      await tail.waitAfter(head, new AbortController().signal)
    }
    assert.deepEqual(await tail.readAfter(0n, 1_000), await readTable(writer.store, 0n, 1_000))
  },

  'a trimmed position throws PositionTooOld with the oldest position': async (open) => {
    const writer = await open()
    await append(writer, 11)
    const { store } = writer
    await store.write((tx) =>
      tx.run(raw(`update events set at = ${systemClock.now()} where position > 8`), {}),
    )
    await store.write((tx) => tx.run(raw('update events set at = 1 where position <= 8'), {}))
    assert.equal(await trimLog(store, systemClock, 7), 8)
    const late = await open({ ringEvents: 1 })
    await late.tail.catchUp()
    await assert.rejects(late.tail.readAfter(7n, 5), (error: unknown) => {
      assert.ok(error instanceof PositionTooOld)
      assert.equal(error.oldest, 9n)
      return true
    })
    assert.deepEqual(positionsOf(await followTo(late, 11n, 8n)), range(9, 11))
  },

  'an unreadable event is passed on as unreadable, and its neighbours are unchanged': async (open) => {
    const { store } = await open()
    await append({ store }, 5)
    const [, second] = await store.rows(allEvents, {})
    const facts = '{"broken'
    const checksum = checksumOf(2n, { ...must(second, 'an event'), facts })
    await store.write(async (tx) => {
      await tx.run(raw(`update events set facts = '${facts}', checksum = ${checksum} where position = 2`), {})
      await tx.run(raw(`update events set facts = replace(facts, '}', ' }') where position = 3`), {})
    })
    const late = await open()
    await append({ store }, 1)
    const entries = await followTo(late, 6n)
    assert.deepEqual(
      entries.map(({ position, kind }) => [position, kind === 'unreadable']),
      range(1, 6).map((position) => [position, position === 2n || position === 3n]),
    )
    // Event 2 has a valid checksum, so its partition is known. Event 3 has a wrong checksum, so none of its
    // columns is used.
    assert.deepEqual(
      entries.slice(1, 3).map(({ partition }) => partition !== undefined),
      [true, false],
    )
  },

  'after close, waits end and reads are refused': async (open) => {
    const { store, tail } = await open()
    await append({ store }, 3)
    await tail.catchUp()
    const waiting = tail.waitAfter(3n, new AbortController().signal)
    await tail.close()
    await waiting
    await assert.rejects(tail.readAfter(0n, 1), StoreUnavailable)
  },
}

async function nodesOf(t: TestContext, engine: Engine): Promise<OpenNode> {
  const address = await testAddress(t, engine)
  return async (options = {}) => {
    const store = testStore(t, address)
    const cluster = testCluster(t, store, address)
    const tail = await Tail.open(store, systemClock, { ...options, cluster })
    t.after(() => tail.close())
    return { store, tail }
  }
}

/** Opens nodes with a relay. The first node publishes events to the relay. */
async function relayedNodesOf(t: TestContext): Promise<OpenNode> {
  const [{ url }, address] = await Promise.all([startNats(t), testAddress(t, 'postgres')])
  let count = 0
  return async (options = {}) => {
    const node = await relayNode(t, address, url, options)
    const work = count === 0 ? 'publishing' : 'reading'
    count += 1
    await waitUntil(() => node.relay.status.work === work)
    return node
  }
}

/** Declares the tests of the contract for an engine. */
export function testLogReaderContract(engine: Engine): void {
  for (const [name, check] of Object.entries(CONTRACT)) {
    test(`${name} (${engine})`, async (t) => check(await nodesOf(t, engine)))
  }
}

/** Declares the tests of the contract for nodes that read a relay. */
export function testRelayReaderContract(): void {
  for (const [name, check] of Object.entries(CONTRACT)) {
    test(`${name} (NATS)`, NEEDS_NATS, async (t) => check(await relayedNodesOf(t)))
  }
}

const allEvents = query()((k) => k.selectFrom('events').selectAll().orderBy('position'))

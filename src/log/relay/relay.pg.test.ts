/** Tests the relay with a nats-server. Readers receive exactly the events of the table, even when NATS fails. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { describe, type TestContext } from 'node:test'
import { slowTest as test } from '../../../test/support/part.ts'
import { type NatsServer, NEEDS_NATS, startNats } from '../../../test/support/processes/nats-server.ts'
import { type RelayNode, relayNode, SERVER_ID } from '../../../test/support/processes/relay.ts'
import * as fc from '../../../test/support/properties.ts'
import { testAddress, testStore } from '../../../test/support/stores.ts'
import { addEvent, raw } from '../../../test/support/tables.ts'
import { waitUntil } from '../../../test/support/wait-until.ts'
import type { DatabaseAddress } from '../../db/migration.ts'
import { must } from '../../lib/assert.ts'
import type { LogEntry } from '../event.ts'
import { logHead } from '../log-head.ts'
import { readTable } from '../read-table.ts'
import { SERVER_HEADER, TIMELINE_HEADER } from './message.ts'
import { findStream, lastPosition, streamName } from './stream.ts'

const NAME = streamName(SERVER_ID)

async function append({ store }: Pick<RelayNode, 'store'>, count: number): Promise<void> {
  await Promise.all(
    Array.from({ length: count }, (_, nth) => store.write(async (tx) => addEvent(tx, BigInt(nth)))),
  )
}

interface Bench {
  readonly nats: NatsServer
  readonly address: DatabaseAddress
  /** The node that publishes. */
  readonly holder: RelayNode
  readonly reader: RelayNode
}

async function bench(t: TestContext): Promise<Bench> {
  const [nats, address] = await Promise.all([startNats(t), testAddress(t, 'postgres')])
  const holder = await relayNode(t, address, nats.url)
  await waitUntil(() => holder.relay.status.work === 'publishing')
  const reader = await relayNode(t, address, nats.url)
  await reads(reader)
  return { nats, address, holder, reader }
}

function reads({ relay }: RelayNode): Promise<void> {
  return waitUntil(() => relay.status.work === 'reading')
}

/** Waits until a node has the whole log, and compares it with the table. */
async function requireEqual({ tail, store }: RelayNode): Promise<void> {
  const { head } = await logHead(store)
  await waitUntil(() => tail.head >= head)
  assert.deepEqual(await tail.readAfter(0n, 100_000), await readTable(store, 0n, 100_000))
}

/** Waits until the last event of the stream is the last event of the table. */
async function isComplete(nats: NatsServer, { store }: RelayNode): Promise<void> {
  const jsm = await nats.manager()
  await waitUntil(async () => {
    const stream = await findStream(jsm, SERVER_ID).catch(() => undefined)
    return stream !== undefined && !stream.hasHole && lastPosition(stream) === (await logHead(store)).head
  })
}

describe('a relay on NATS', NEEDS_NATS, () => {
  test('has the events of all nodes; the sequence of a message is its position minus the offset', async (t) => {
    const { nats, address, holder, reader } = await bench(t)
    for (let round = 0; round < 20; round++) await Promise.all([append(holder, 20), append(reader, 20)])
    await requireEqual(reader)
    await requireEqual(holder)
    await waitUntil(() => reader.tail.sources.feed > 0)
    await isComplete(nats, holder)
    const jsm = await nats.manager()
    const message = must(await jsm.streams.getMessage(NAME, { seq: 800 }), 'a message')
    assert.equal((JSON.parse(message.string()) as unknown[])[1], '800')
    assert.equal(message.header.get(SERVER_HEADER), SERVER_ID)
    assert.match(message.header.get(TIMELINE_HEADER), /^\d+-\d+-[0-9A-F]{8}$/)
    const late = await relayNode(t, address, nats.url)
    await requireEqual(late)
  })

  test('a node without NATS reads the table, and reads the relay again when NATS returns', async (t) => {
    const { nats, holder, reader } = await bench(t)
    await nats.kill()
    await waitUntil(() => reader.relay.status.work === 'none' && holder.relay.status.work === 'none')
    await append(holder, 100)
    await requireEqual(reader)
    assert.match(reader.relay.status.problem ?? '', /^NATS at 127\.0\.0\.1:\d+ does not answer: /)
    await nats.start()
    await waitUntil(() => [holder, reader].some(({ relay }) => relay.status.work === 'reading'))
    await append(holder, 100)
    await isComplete(nats, holder)
    await Promise.all([requireEqual(reader), requireEqual(holder)])
    assert.equal(reader.relay.status.resets, 0)
  })

  test('messages that are lost at the end of the stream are published again from the table', async (t) => {
    const { nats, holder, reader } = await bench(t)
    await append(holder, 100)
    await isComplete(nats, holder)
    const jsm = await nats.manager()
    // Simulates a crash of a NATS server that had not synced its last messages to the disk.
    const { config } = await jsm.streams.info(NAME)
    const kept = await Promise.all(
      Array.from({ length: 60 }, (_, nth) => jsm.streams.getMessage(NAME, { seq: nth + 1 })),
    )
    await jsm.streams.delete(NAME)
    await jsm.streams.add({ ...config, name: NAME })
    const js = jsm.jetstream()
    for (const each of kept) {
      const { data, header } = must(each, 'a message')
      header.delete('Nats-Expected-Last-Sequence')
      await js.publish(must(config.subjects[0], 'a subject'), data, { headers: header })
    }
    await isComplete(nats, holder)
    await append(holder, 10)
    await requireEqual(reader)
    await isComplete(nats, holder)
    assert.equal(holder.relay.status.resets, 0)
  })

  test('after a gap in the stream, or after its deletion, a new stream is created, and readers log the change', async (t) => {
    const { nats, holder, reader } = await bench(t)
    await append(holder, 100)
    await isComplete(nats, holder)
    const jsm = await nats.manager()
    await jsm.streams.deleteMessage(NAME, 50)
    await waitUntil(() => reader.relay.status.resets === 1 && holder.relay.status.resets === 1)
    assert.ok(
      reader.lines.some(({ msg, reason }) => msg === 'the relay was reset' && /missing/.test(String(reason))),
    )
    await isComplete(nats, holder)
    await jsm.streams.delete(NAME)
    await waitUntil(() => reader.relay.status.resets === 2 && holder.relay.status.resets === 2)
    await append(holder, 50)
    await isComplete(nats, holder)
    await requireEqual(reader)
  })

  test('a database that is older than the relay resets it', async (t) => {
    const { nats, address, holder, reader } = await bench(t)
    await append(holder, 100)
    await isComplete(nats, holder)
    await Promise.all([holder.close(), reader.close()])
    const restored = testStore(t, address)
    // Simulates the restore of a backup from before the last 40 events.
    await restored.write((tx) => tx.run(raw('delete from events where position > 60'), {}))
    await restored.write((tx) => tx.run(raw('update event_log set head = 60'), {}))
    const node = await relayNode(t, address, nats.url)
    await waitUntil(() => node.relay.status.work === 'publishing')
    assert.equal(node.relay.status.resets, 1)
    assert.ok(
      node.lines.some(({ reason }) => /at position 100, and the database is at 60/.test(String(reason))),
    )
    const other = await relayNode(t, address, nats.url)
    await reads(other)
    await append(node, 50)
    await isComplete(nats, node)
    await Promise.all([requireEqual(node), requireEqual(other)])
  })

  test('a database that continued from an older backup resets the relay, even if its log is longer', async (t) => {
    const { nats, address, holder, reader } = await bench(t)
    await append(holder, 100)
    await isComplete(nats, holder)
    await Promise.all([holder.close(), reader.close()])
    const store = testStore(t, address)
    await store.write((tx) => tx.run(raw('delete from events where position > 60'), {}))
    await store.write((tx) => tx.run(raw('update event_log set head = 60'), {}))
    await append({ store }, 90)
    const node = await relayNode(t, address, nats.url)
    await waitUntil(() => node.relay.status.work === 'publishing')
    assert.ok(node.lines.some(({ reason }) => /position 100 of the relay is another/.test(String(reason))))
    await isComplete(nats, node)
    await requireEqual(node)
  })

  test('a stream of another server with the same name is refused by the server id, and nodes read the table', async (t) => {
    const [nats, address] = await Promise.all([startNats(t), testAddress(t, 'postgres')])
    const jsm = await nats.manager()
    const description = JSON.stringify({ form: 1, server: 'b'.repeat(32), offset: '0' })
    await jsm.streams.add({ name: NAME, subjects: ['other'], description })
    const node = await relayNode(t, address, nats.url)
    const expected = `the stream ${NAME} on NATS is of the Aviary ${'b'.repeat(32)}, and this is the Aviary ${SERVER_ID}; delete the stream ("nats stream rm ${NAME}"), or use another account of NATS in the setting relay`
    await waitUntil(() => node.relay.status.problem === expected)
    await append(node, 10)
    await requireEqual(node)
    assert.equal((await jsm.streams.info(NAME)).config.description, description)
    await jsm.streams.delete(NAME)
    await waitUntil(() => node.relay.status.work === 'publishing')
  })

  test('two servers on one NATS are independent', async (t) => {
    const nats = await startNats(t)
    const nodes = await Promise.all(
      ['c', 'd'].map(async (letter) =>
        relayNode(t, await testAddress(t, 'postgres'), nats.url, { serverId: letter.repeat(32) }),
      ),
    )
    for (const node of nodes) await waitUntil(() => node.relay.status.work === 'publishing')
    await Promise.all(nodes.map((node, nth) => append(node, 20 + nth)))
    const jsm = await nats.manager()
    await waitUntil(async () => {
      const streams = await Promise.all(['c', 'd'].map((letter) => findStream(jsm, letter.repeat(32))))
      return streams[0]?.lastSequence === 20 && streams[1]?.lastSequence === 21
    })
  })

  test('a stream of another version is not changed', async (t) => {
    const { nats, holder, reader } = await bench(t)
    await Promise.all([holder.close(), reader.close()])
    const jsm = await nats.manager()
    const { config } = await jsm.streams.info(NAME)
    const description = (config.description ?? '').replace('"form":1', '"form":2')
    await jsm.streams.update(NAME, { description })
    const node = await relayNode(t, await testAddress(t, 'postgres'), nats.url)
    await waitUntil(() => /is of another version of Aviary/.test(node.relay.status.problem ?? ''))
    await append(node, 10)
    await requireEqual(node)
    assert.equal((await jsm.streams.info(NAME)).config.description, description)
  })

  test('an event whose message this release cannot read is read from the table', async (t) => {
    const { nats, holder, reader } = await bench(t)
    await append(holder, 10)
    await isComplete(nats, holder)
    await holder.close()
    // The test publishes in the role of a node of another version, until the reader becomes the publisher.
    const jsm = await nats.manager()
    const { config, state } = await jsm.streams.info(NAME)
    const first = must(await jsm.streams.getMessage(NAME, { seq: state.last_seq }), 'a message')
    const { header } = first
    header.delete('Nats-Expected-Last-Sequence')
    await jsm.jetstream().publish(must(config.subjects[0], 'a subject'), '[2]', { headers: header })
    await append(reader, 30)
    await requireEqual(reader)
    await isComplete(nats, reader)
  })

  test('the problem names wrong credentials and a wrong protocol, but not the password', async (t) => {
    const address = await testAddress(t, 'postgres')
    const locked = await startNats(t, { args: ['--user', 'a', '--pass', 'right'], credentials: 'a:right' })
    const http = createServer((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')).listen(
      0,
      '127.0.0.1',
    )
    await once(http, 'listening')
    t.after(() => http.close())
    const { port } = http.address() as AddressInfo
    const cases: readonly (readonly [string, RegExp])[] = [
      [`nats://a:wrong-secret@127.0.0.1:${locked.port}`, /refuses the credentials of the setting relay/],
      [`nats://127.0.0.1:${locked.port}`, /refuses the credentials of the setting relay/],
      [`nats://127.0.0.1:${port}`, /does not answer/],
      ['nats://127.0.0.1:1', /does not answer/],
    ]
    for (const [url, problem] of cases) {
      const node = await relayNode(t, address, url)
      await waitUntil(() => problem.test(node.relay.status.problem ?? ''))
      assert.doesNotMatch(JSON.stringify([node.lines, node.relay.status.problem]), /wrong-secret/)
      await node.close()
    }
    const right = await relayNode(t, address, locked.url)
    await waitUntil(() => right.relay.status.work === 'publishing')
  })

  test('random faults: every reader reads every position of the table once, in order', async (t) => {
    const fault = fc.oneof(
      { weight: 6, arbitrary: fc.tuple(fc.constant('append' as const), fc.integer({ min: 1, max: 80 })) },
      { weight: 1, arbitrary: fc.tuple(fc.constant('kill' as const), fc.integer({ min: 0, max: 60 })) },
      { weight: 2, arbitrary: fc.tuple(fc.constant('delete' as const), fc.integer({ min: 1, max: 400 })) },
      { weight: 1, arbitrary: fc.tuple(fc.constant('drop' as const), fc.constant(0)) },
      { weight: 1, arbitrary: fc.tuple(fc.constant('purge' as const), fc.integer({ min: 1, max: 400 })) },
      { weight: 2, arbitrary: fc.tuple(fc.constant('leave' as const), fc.constant(0)) },
    )
    const plans = fc.array(fault, { minLength: 8, maxLength: 24 })
    await fc.assert(
      fc.asyncProperty(plans, (plan) => followed(t, plan)),
      { numRuns: 6, endOnFailure: true },
    )
  })
})

type Plan = readonly (readonly ['append' | 'kill' | 'delete' | 'drop' | 'purge' | 'leave', number])[]

/** Runs a plan of faults with three nodes. Each node reads the events from the first event on. */
async function followed(t: TestContext, plan: Plan): Promise<void> {
  const [nats, address] = await Promise.all([startNats(t), testAddress(t, 'postgres')])
  const jsm = await nats.manager()
  const writer = testStore(t, address)
  const followers: { node: RelayNode; seen: LogEntry[]; stop: AbortController; ended: Promise<void> }[] = []
  const join = async () => {
    const node = await relayNode(t, address, nats.url)
    const [seen, stop]: [LogEntry[], AbortController] = [[], new AbortController()]
    followers.push({ node, seen, stop, ended: follow(node, seen, stop.signal) })
  }
  await Promise.all([join(), join(), join()])
  for (const [fault, size] of plan) {
    // A fault has no effect if NATS is stopped or does not have the message.
    if (fault === 'append') await append({ store: writer }, size)
    else if (fault === 'delete') await jsm.streams.deleteMessage(NAME, size).catch(() => undefined)
    else if (fault === 'purge') await jsm.streams.purge(NAME, { seq: size }).catch(() => undefined)
    else if (fault === 'drop') await jsm.streams.delete(NAME).catch(() => undefined)
    else if (fault === 'kill') {
      await nats.kill()
      await append({ store: writer }, size)
      await nats.start()
    } else {
      const leaving = followers.find(({ node }) => node.relay.status.work === 'publishing')
      leaving?.stop.abort()
      await leaving?.ended
      await leaving?.node.close()
      if (leaving !== undefined) await join()
    }
  }
  await append({ store: writer }, 5)
  const table = await readTable(writer, 0n, 100_000)
  for (const { node, seen, stop, ended } of followers) {
    if (!stop.signal.aborted) await waitUntil(() => seen.length >= table.length)
    stop.abort()
    await ended
    assert.deepEqual(seen, table.slice(0, seen.length))
    await node.close()
  }
  await nats.kill()
}

async function follow({ tail }: RelayNode, seen: LogEntry[], signal: AbortSignal): Promise<void> {
  for await (const batch of tail.follow(0n, signal, 50)) seen.push(...batch)
}

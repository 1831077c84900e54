import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Hooks } from '../../../test/support/engines.ts'
import {
  clientOf,
  MemoryLog,
  MemorySink,
  settled,
  usersOf,
} from '../../../test/support/streams/compliance-log.ts'
import { TestClock } from '../../../test/support/test-clock.ts'
import { StoreCorrupt, StoreUnavailable } from '../../db/errors.ts'
import type { WriteResult } from '../../http/stream-response.ts'
import { must } from '../../lib/assert.ts'
import { ComplianceUnavailable, KEEP_ALIVE_MS } from './closing.ts'
import type { Start } from './connection.ts'
import { ComplianceHub, MAX_CONNECTIONS } from './hub.ts'
import { BATCH_MS } from './partition.ts'
import { SEGMENT } from './replay.ts'

const PARTITION = 3
const [ANN = 0n, BEN = 0n, CYN = 0n] = usersOf(PARTITION, 3)
const LIVE: Start = { partition: PARTITION, after: undefined, sendsGaps: false, sendsPositions: false }

function resuming(after: bigint, more: Partial<Start> = {}): Start {
  return { ...LIVE, after, sendsGaps: true, ...more }
}

/** A hub over a log in memory, which is closed at the end of the test. */
function stage(t: Hooks, log = new MemoryLog(), ringBytes?: number) {
  const clock = new TestClock()
  const closed: string[] = []
  const open = { count: 0 }
  const observer = {
    opened: () => {
      open.count += 1
    },
    closed: (_part: string, reason: string) => {
      open.count -= 1
      closed.push(reason)
    },
    written: () => undefined,
  }
  const logged: unknown[] = []
  const logger = { error: (facts: unknown) => logged.push(facts) }
  const hub = new ComplianceHub({ tail: log, clock, observer, logger, ringBytes })
  t.after(() => hub.close())
  /** Connects a client, and returns it after it has received all pending messages. */
  const connect = async (start: Start = LIVE, sink = new MemorySink(), account = 'acme') => {
    const { body, position } = must(hub.admit(clientOf(account), start), 'a connection')
    const done = body(sink)
    await settled()
    return { sink, done, position }
  }
  const advance = async (ms: number) => {
    await settled()
    clock.advance(ms)
    await settled()
  }
  return { hub, log, clock, closed, open, logged, connect, advance }
}

/** The user ids in the lines of a finished gzip member; a line without a user id is returned unchanged. */
function usersIn(sink: MemorySink): string[] {
  return sink.lines().map((line) => /"id_str":"(\d+)"/.exec(line)?.[1] ?? line)
}

const RESTART = /^\{"error":\{"message":"This stream is closing for operational reasons\."/

/** The lines except the last, which must be the message that announces the stop. */
function withoutStop(lines: readonly string[]): readonly string[] {
  assert.match(lines.at(-1) ?? '', RESTART)
  return lines.slice(0, -1)
}

describe('live events', () => {
  test('a connection gets every later event once and in order, and the checksum at the end is correct', async (t) => {
    const { hub, log, connect, advance } = stage(t)
    log.suspend(ANN)
    await settled()
    const { sink, position } = await connect()
    assert.equal(position, 1n)
    log.suspend(BEN)
    await advance(BATCH_MS)
    log.fill(2)
    log.suspend(CYN)
    await advance(BATCH_MS)
    await hub.close()
    assert.deepEqual(withoutStop(usersIn(sink)), [String(BEN), String(CYN)])
  })

  test('connections share the bytes of a block', async (t) => {
    const { log, connect, advance } = stage(t)
    const [one, other] = [await connect(), await connect()]
    log.suspend(ANN)
    await advance(BATCH_MS)
    assert.equal(one.sink.chunks.length, 2)
    assert.equal(one.sink.chunks[1], other.sink.chunks[1])
  })

  test('spec/compliance-stream.md#keep-alive: a keep-alive is sent after 10 s without a message, in a separate chunk, and not earlier', async (t) => {
    const { hub, log, connect, advance } = stage(t)
    const { sink } = await connect()
    await advance(KEEP_ALIVE_MS - 1)
    assert.equal(sink.chunks.length, 1)
    await advance(1)
    assert.equal(sink.chunks.length, 2)
    log.suspend(ANN)
    await advance(KEEP_ALIVE_MS - 1)
    await advance(1)
    await hub.close()
    assert.deepEqual(withoutStop(usersIn(sink)), ['', String(ANN), ''])
  })

  test('for a client that wants positions, each block is followed by its position, and a keep-alive is the position of the log', async (t) => {
    const { hub, log, connect, advance } = stage(t)
    const { sink } = await connect({ ...LIVE, sendsPositions: true })
    log.suspend(ANN)
    await advance(BATCH_MS)
    log.fill(5)
    await advance(KEEP_ALIVE_MS)
    await advance(KEEP_ALIVE_MS)
    await hub.close()
    const lines = [String(ANN), '{"position":"1"}', '{"position":"6"}', '']
    assert.deepEqual(withoutStop(usersIn(sink)), lines)
  })
})

describe('positions', () => {
  test('positions never pass unsent messages, even when a keep-alive is due at that moment', async (t) => {
    const { log, clock, connect, hub } = stage(t)
    const { sink } = await connect({ ...LIVE, sendsPositions: true })
    // The keep-alive is due, but its timer has not run yet.
    clock.set(clock.now() + KEEP_ALIVE_MS)
    log.suspend(ANN)
    await settled()
    await hub.close()
    assert.deepEqual(withoutStop(usersIn(sink)), [String(ANN), '{"position":"1"}'])
  })
})

describe('backfill and cutover', () => {
  test('backfill: whole segments are sent first, and several connections share them', async (t) => {
    const log = new MemoryLog()
    log.suspend(ANN)
    log.fill(Number(SEGMENT))
    log.suspend(BEN)
    log.fill(Number(SEGMENT))
    const { hub, connect } = stage(t, log)
    const [one, other] = [await connect(resuming(0n)), await connect(resuming(0n))]
    assert.equal(one.position, 0n)
    assert.equal(one.sink.chunks[1], other.sink.chunks[1])
    assert.equal(one.sink.chunks[2], other.sink.chunks[2])
    await hub.close()
    assert.deepEqual(withoutStop(usersIn(one.sink)), [String(ANN), String(BEN)])
  })

  test('cutover: the server sends the events after the last segment, then live events, without a gap or a repetition', async (t) => {
    const log = new MemoryLog()
    log.fill(Number(SEGMENT) + 3)
    log.suspend(ANN)
    const { hub, connect, advance } = stage(t, log)
    const { sink } = await connect(resuming(SEGMENT - 2n))
    log.suspend(BEN)
    await advance(BATCH_MS)
    await hub.close()
    assert.deepEqual(withoutStop(usersIn(sink)), [String(ANN), String(BEN)])
  })

  test('live: events that arrive while history is read wait in the ring', async (t) => {
    const log = new MemoryLog()
    log.suspend(ANN)
    const { hub, clock } = stage(t, log)
    const sink = new MemorySink()
    void must(hub.admit(clientOf('acme'), resuming(0n)), 'a connection').body(sink)
    log.suspend(BEN)
    await settled()
    clock.advance(BATCH_MS)
    await settled()
    await hub.close()
    assert.deepEqual(withoutStop(usersIn(sink)), [String(ANN), String(BEN)])
  })

  test('promise 5: a read of history without messages yields to other connections', async (t) => {
    const log = new MemoryLog()
    log.fill(Number(SEGMENT) * 20)
    const { hub } = stage(t, log)
    await settled()
    const before = log.reads
    const sink = new MemorySink()
    void must(hub.admit(clientOf('acme'), resuming(0n)), 'a connection').body(sink)
    await new Promise(setImmediate)
    await new Promise(setImmediate)
    assert.ok(log.reads - before <= 2, `${log.reads - before} segments in two turns`)
    sink.leave()
  })

  test('a client that wants positions receives a position after each piece of history', async (t) => {
    const log = new MemoryLog()
    log.suspend(ANN)
    log.fill(Number(SEGMENT))
    log.suspend(BEN)
    const { hub, connect } = stage(t, log)
    const { sink } = await connect(resuming(0n, { sendsPositions: true }))
    await hub.close()
    assert.deepEqual(withoutStop(usersIn(sink)), [
      String(ANN),
      `{"position":"${SEGMENT}"}`,
      String(BEN),
      `{"position":"${SEGMENT + 2n}"}`,
    ])
  })

  test('the server reports a gap only to clients that resume from a position', async (t) => {
    const log = new MemoryLog()
    log.suspend(ANN)
    log.fill(3)
    log.suspend(BEN)
    log.fill(5)
    log.trimTo(4n)
    const { hub, connect } = stage(t, log)
    const [asked, backfilled] = [
      await connect(resuming(1n)),
      await connect(resuming(1n, { sendsGaps: false })),
    ]
    await hub.close()
    const gap = '{"gap":{"from":"2","to":"4","reason":"retention"}}'
    assert.deepEqual(withoutStop(usersIn(asked.sink)), [gap, String(BEN)])
    assert.deepEqual(withoutStop(usersIn(backfilled.sink)), [String(BEN)])
  })
})

describe('each text is compressed once for all clients', () => {
  test('connections that want positions also share the compressed positions', async (t) => {
    const { hub, log, connect, advance } = stage(t)
    const start = { ...LIVE, sendsPositions: true }
    const [one, other, plain] = [
      await connect(start),
      await connect(start, undefined, 'other'),
      await connect(),
    ]
    log.suspend(ANN)
    await advance(BATCH_MS)
    assert.equal(one.sink.chunks[1], other.sink.chunks[1])
    assert.equal(one.sink.chunks[2], other.sink.chunks[2])
    await hub.close()
    assert.deepEqual(withoutStop(usersIn(one.sink)), [String(ANN), '{"position":"1"}'])
    assert.deepEqual(withoutStop(usersIn(plain.sink)), [String(ANN)])
  })

  test('many clients that resume cost at most twice as much as one client', async (t) => {
    const crowd = 100
    const hour = 20n * SEGMENT
    const log = new MemoryLog()
    for (let count = 0n; count < hour; count += 1n) log.suspend(count % 3n === 0n ? ANN : BEN)
    const [lonely, crowded] = [stage(t, log), stage(t, log)]
    await lonely.connect(resuming(0n))
    const one = lonely.hub.history
    assert.equal(one.events, Number(hour))
    for (let reader = 0n; reader < crowd; reader += 1n) {
      await crowded.connect(resuming(reader * 3n), undefined, `account${reader}`)
      // Events continue to arrive while the clients connect.
      log.suspend(CYN)
      await crowded.advance(BATCH_MS)
    }
    const all = crowded.hub.history
    assert.ok(all.events <= one.events * 2, `${all.events} events`)
    assert.ok(all.deflated <= one.deflated * 2, `${all.deflated} bytes`)
    assert.ok(all.bytes > 0)
  })
})

describe('at every end, the server sends the reason, unless the client disconnects', () => {
  test('client: when the client disconnects, its connection is freed', async (t) => {
    const { hub, closed, open, connect } = stage(t)
    const { sink, done } = await connect()
    assert.equal(open.count, 1)
    sink.leave()
    await done
    assert.deepEqual(closed, ['client'])
    assert.equal(hub.bytes, 0)
    assert.equal(sink.hasEnded, false)
  })

  test('slow: a client whose messages have left the ring gets the reason, and does not delay other clients', async (t) => {
    const { hub, log, closed, connect, advance } = stage(t, new MemoryLog(), 8_000)
    const [slow, quick] = [await connect(), await connect()]
    const { promise, resolve } = Promise.withResolvers<WriteResult>()
    slow.sink.room = promise
    for (let count = 0; count < 40; count += 1) {
      log.suspend(ANN)
      await advance(BATCH_MS)
      assert.ok(hub.bytes <= 10_000)
    }
    assert.equal(quick.sink.chunks.length, 41)
    resolve('room')
    await slow.done
    assert.deepEqual(closed, ['slow'])
    assert.match(
      slow.sink.lines().at(-1) ?? '',
      /^\{"error":\{"message":"Force closing connection to stream because it/,
    )
  })

  test('stalled: a client that reads nothing gets the reason', async (t) => {
    const { closed, connect, log, advance } = stage(t)
    const { sink, done } = await connect()
    sink.room = Promise.resolve('stalled')
    log.suspend(ANN)
    await advance(BATCH_MS)
    await done
    assert.deepEqual(closed, ['stalled'])
    assert.match(sink.lines().at(-1) ?? '', /nothing was read from it/)
  })

  test('restart: the server stops without waiting for a client that does not read', async (t) => {
    const { hub, closed, connect, log, advance } = stage(t)
    const { sink } = await connect()
    sink.room = new Promise(() => undefined)
    log.suspend(ANN)
    await advance(BATCH_MS)
    await hub.close()
    assert.deepEqual(closed, ['restart'])
    assert.deepEqual(withoutStop(usersIn(sink)), [String(ANN)])
    assert.throws(() => hub.admit(clientOf('acme'), LIVE), ComplianceUnavailable)
  })

  test('restart: events committed before a stop are sent before the end', async (t) => {
    const { hub, log, connect } = stage(t)
    const { sink } = await connect()
    log.suspend(ANN)
    await settled()
    // The event waits for a batch, because the previous block is recent.
    log.suspend(BEN)
    await settled()
    log.suspend(CYN)
    await hub.close()
    assert.deepEqual(withoutStop(usersIn(sink)), [String(ANN), String(BEN), String(CYN)])
  })

  test('gap: events that were trimmed before the server read them end the connections', async (t) => {
    const { closed, connect, log } = stage(t)
    const { sink, done } = await connect()
    log.trimTo(4n)
    log.ring()
    await done
    assert.deepEqual(closed, ['gap'])
    assert.match(sink.lines().at(-1) ?? '', /events were lost/)
  })

  test('failure: a corrupt log ends the connections, refuses new connections, and is logged', async (t) => {
    const { hub, closed, connect, log, logged } = stage(t)
    const { sink, done } = await connect()
    log.failure = new StoreCorrupt('test')
    log.ring()
    await done
    assert.deepEqual(closed, ['failure'])
    assert.match(sink.lines().at(-1) ?? '', /cannot be read/)
    assert.throws(() => hub.admit(clientOf('acme'), LIVE), StoreCorrupt)
    assert.equal(logged.length, 1)
  })

  test('after the log was unreachable, it is read again', async (t) => {
    const { hub, log, closed, connect, advance } = stage(t)
    const { sink } = await connect()
    log.failure = new StoreUnavailable('test')
    log.suspend(ANN)
    await settled()
    log.failure = undefined
    await advance(500)
    await hub.close()
    assert.deepEqual(closed, ['restart'])
    assert.deepEqual(withoutStop(usersIn(sink)), [String(ANN)])
  })

  test('an account sees its open and past connections and can drop an open connection; messages are counted and passed to watchers', async (t) => {
    const { hub, log, clock, connect, advance } = stage(t)
    const { sink, done } = await connect()
    const other = await connect(LIVE, new MemorySink(), 'other')
    const watched: unknown[] = []
    const stop = hub.messages.watch(({ name, partition }) => watched.push([name, partition]))
    log.suspend(ANN, clock.now())
    await advance(BATCH_MS)
    stop()
    log.suspend(BEN, clock.now())
    await advance(BATCH_MS)
    assert.deepEqual(watched, [['user_suspend', PARTITION]])
    const counts = hub.messages.volume
      .read('hour')
      .map(({ partition, name, count }) => [partition, name, count])
    assert.deepEqual(counts, [[PARTITION, 'user_suspend', 2]])
    const [open, ...more] = hub.connections.open('acme')
    assert.ok(open !== undefined && more.length === 0)
    assert.deepEqual([open.partition, open.delivered, open.lagMs, open.label], [PARTITION, 2, 0, 'prod'])
    assert.ok((open.slowDelayMs ?? 0) >= (open.medianDelayMs ?? 1))

    assert.equal(hub.connections.drop('other', open.id), false, 'the connection of another account')
    assert.equal(hub.connections.drop('acme', open.id), true)
    await done
    assert.match(sink.lines().at(-1) ?? '', /disconnected in the console/)
    assert.deepEqual([hub.connections.open('acme'), hub.connections.drop('acme', open.id)], [[], false])
    const [past] = hub.connections.past('acme')
    assert.deepEqual([past?.id, past?.reason, past?.delivered], [open.id, 'dropped', 2])
    other.sink.leave()
    await other.done
    assert.equal(hub.connections.past('other')[0]?.reason, 'client')
  })

  test(`an account has at most ${MAX_CONNECTIONS} connections to a partition, until one ends`, async (t) => {
    const { hub, connect } = stage(t)
    const first = await connect()
    await connect()
    assert.equal(hub.admit(clientOf('acme'), LIVE), undefined)
    must(hub.admit(clientOf('acme'), { ...LIVE, partition: 4 }), 'another partition').release()
    must(hub.admit(clientOf('other'), LIVE), 'another account').release()
    first.sink.leave()
    await first.done
    must(hub.admit(clientOf('acme'), LIVE), 'the place that was given back').release()
  })
})

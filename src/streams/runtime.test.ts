/**
 * Tests the runtime with a stream that exists only in this file. Its messages have a length prefix, and its
 * last messages have texts that real streams do not have.
 */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Hooks } from '../../test/support/engines.ts'
import { MemoryLog, MemorySink, settled } from '../../test/support/streams/compliance-log.ts'
import { TestClock } from '../../test/support/test-clock.ts'
import { StoreCorrupt, StoreUnavailable } from '../db/errors.ts'
import type { SharingSink } from '../http/stream-response.ts'
import { must } from '../lib/assert.ts'
import type { LogEntry } from '../log/event.ts'
import type { Reservation } from './admission.ts'
import { type ConnectionHost, StreamConnection } from './connection.ts'
import type { Now } from './flush-batch.ts'
import type { StreamFormat } from './format.ts'
import { type History, retentionGap } from './history.ts'
import { StreamRuntime } from './runtime.ts'
import { SendWindow } from './send-window.ts'

const KEEP_ALIVE_MS = 15_000

/** The format is like `delimited=length` of v1.1: a line with the length, then the message. */
const DELIMITED: StreamFormat<'duplicate'> = {
  keepAlive: Buffer.from('\r\n'),
  keepAliveMs: KEEP_ALIVE_MS,
  frame: (json) => `${Buffer.byteLength(json) + 2}\r\n${json}\r\n`,
  lastMessage: (reason) => JSON.stringify({ disconnect: { reason } }),
}

const NO_TAIL = Buffer.alloc(0)

/** Sends the position of each event. */
class TestConnection extends StreamConnection<'duplicate', readonly bigint[]> {
  readonly #host: ConnectionHost<'duplicate'>
  readonly #joined: Set<TestConnection>
  readonly part = 'test'
  readonly reservation: Reservation
  readonly #window = new SendWindow()

  constructor(
    host: ConnectionHost<'duplicate'>,
    joined: Set<TestConnection>,
    reservation: Reservation,
    history?: History<readonly bigint[]>,
  ) {
    super(host, { format: DELIMITED, history })
    this.reservation = reservation
    this.#host = host
    this.#joined = joined
  }

  push(position: bigint): void {
    const time = this.now()
    this.#window.push({ body: Buffer.from(DELIMITED.frame(String(position))), tail: NO_TAIL, time })
    this.flush(time)
  }

  protected override join(): bigint {
    this.#joined.add(this)
    return this.#host.position
  }

  protected override hasPending(): boolean {
    return !this.#window.isEmpty
  }

  protected override sendPending(sink: SharingSink, now: Now): void {
    while (!this.#window.isEmpty && !this.isFull) {
      this.put(
        sink,
        this.#window.take().map(({ body }) => body),
        now,
      )
    }
  }

  protected override sendHistory(sink: SharingSink, positions: readonly bigint[], now: Now): void {
    this.put(
      sink,
      positions.map((position) => Buffer.from(DELIMITED.frame(`"${position}"`))),
      now,
    )
  }

  protected override encode(bytes: Uint8Array): Uint8Array {
    return bytes
  }
}

/** Reads two events in each step; a test can delay the steps. */
class TestHistory implements History<readonly bigint[]> {
  position: bigint
  readonly #oldest: bigint
  readonly #read: () => Promise<void>

  constructor(after: bigint, oldest = 1n, read: () => Promise<void> = async () => undefined) {
    this.position = after
    this.#oldest = oldest
    this.#read = read
  }

  isNear(head: bigint): boolean {
    return this.position + 2n > head
  }

  async next(upTo: bigint) {
    await this.#read()
    if (this.position + 1n < this.#oldest) {
      const gap = retentionGap(this.position, this.#oldest)
      this.position = this.#oldest - 1n
      return { content: undefined, gap }
    }
    const content: bigint[] = []
    while (content.length < 2 && this.position < upTo) {
      this.position += 1n
      content.push(this.position)
    }
    return { content, gap: undefined }
  }
}

function stage(t: Hooks, log = new MemoryLog(), maxConnections = 1) {
  const clock = new TestClock()
  const joined = new Set<TestConnection>()
  const counted: string[] = []
  const logged: string[] = []
  const freed: TestConnection[] = []
  const runtime = new StreamRuntime<'duplicate', TestConnection>(
    {
      log,
      clock,
      maxConnections,
      observer: {
        opened: (part) => counted.push(`+${part}`),
        closed: (part, reason) => counted.push(`-${part} ${reason}`),
        written: () => undefined,
      },
      logger: { error: (_facts: unknown, text?: string) => logged.push(String(text)) },
      failureMessage: 'test streams have ended',
    },
    {
      handle(batch: readonly LogEntry[]) {
        for (const { position } of batch) for (const connection of joined) connection.push(position)
      },
      released(connection) {
        joined.delete(connection)
        freed.push(connection)
      },
    },
  )
  t.after(() => runtime.close())
  const connect = async (history?: History<readonly bigint[]>) => {
    const reservation = must(runtime.admission.reserve('key'), 'a reservation')
    const connection = new TestConnection(runtime, joined, reservation, history)
    const admitted = runtime.attach(connection)
    const sink = new MemorySink()
    const done = admitted.body(sink)
    await settled()
    return { connection, admitted, sink, done, text: () => Buffer.concat(sink.chunks).toString() }
  }
  return { log, clock, runtime, joined, freed, counted, logged, connect }
}

/** The bytes that an ended connection sent, without the last message. */
function withoutEnd(text: string, reason: string): string {
  const end = DELIMITED.frame(JSON.stringify({ disconnect: { reason } }))
  assert.ok(text.endsWith(end), text)
  return text.slice(0, -end.length)
}

describe('runtime of streams: the messages of the runtime have the format of the stream', () => {
  test('live messages are sent, and the last message has the reason of the end', async (t) => {
    const { log, runtime, counted, connect } = stage(t)
    const { text } = await connect()
    log.fill(2)
    await settled()
    await runtime.close()
    assert.equal(withoutEnd(text(), 'restart'), '3\r\n1\r\n3\r\n2\r\n')
    assert.deepEqual(counted, ['+test', '-test restart'])
  })

  test('after a gap, history and then the present follow, and no message is lost or repeated', async (t) => {
    const log = new MemoryLog()
    log.fill(7)
    const { runtime, connect } = stage(t, log)
    await settled()
    const { admitted, text } = await connect(new TestHistory(0n, 3n))
    log.fill(1)
    await settled()
    await runtime.close()
    assert.equal(admitted.position, 0n)
    const gap = DELIMITED.frame('{"gap":{"from":"1","to":"2","reason":"retention"}}')
    const history = [3, 4, 5, 6, 7].map((position) => DELIMITED.frame(`"${position}"`)).join('')
    assert.equal(withoutEnd(text(), 'restart'), `${gap}${history}${DELIMITED.frame('8')}`)
  })

  test('events that arrive while the rest of history is read are sent after the rest', async (t) => {
    const log = new MemoryLog()
    log.fill(1)
    const { runtime, joined, connect } = stage(t, log)
    const read = Promise.withResolvers<void>()
    const { text } = await connect(new TestHistory(0n, 1n, () => read.promise))
    assert.equal(joined.size, 1, 'it has joined')
    log.fill(1)
    await settled()
    assert.equal(text(), '')
    read.resolve()
    await settled()
    await runtime.close()
    assert.equal(withoutEnd(text(), 'restart'), DELIMITED.frame('"1"') + DELIMITED.frame('2'))
  })

  test('a last message can have a reason that only this stream has', async (t) => {
    const { counted, connect } = stage(t)
    const { connection, done, text } = await connect()
    connection.close('duplicate')
    connection.close('failure')
    await done
    assert.equal(withoutEnd(text(), 'duplicate'), '')
    assert.deepEqual(counted, ['+test', '-test duplicate'])
  })
})

describe('runtime of streams: keep-alives', () => {
  test('a keep-alive is sent if and only if nothing was sent for the interval, for any timing of connections and ticks', async (t) => {
    const { clock, log, connect } = stage(t)
    clock.advance(321)
    await settled()
    const { text } = await connect()
    clock.advance(777)
    log.fill(1)
    await settled()
    for (const expected of ['3\r\n1\r\n\r\n', '3\r\n1\r\n\r\n\r\n']) {
      for (let ms = 1; ms < KEEP_ALIVE_MS; ms *= 10) {
        clock.advance(ms === 1 ? KEEP_ALIVE_MS - 11_111 : ms)
        await settled()
      }
      assert.equal(text().length, expected.length - 2, 'not before')
      clock.advance(1)
      await settled()
      assert.equal(text(), expected)
    }
  })

  test('keep-alives are sent during a long step of history', async (t) => {
    const log = new MemoryLog()
    log.fill(9)
    const { clock, connect } = stage(t, log)
    await settled()
    const read = Promise.withResolvers<void>()
    const { text } = await connect(new TestHistory(0n, 1n, () => read.promise))
    clock.advance(KEEP_ALIVE_MS - 1)
    await settled()
    assert.equal(text(), '')
    clock.advance(1)
    await settled()
    assert.equal(text(), '\r\n')
    read.resolve()
    await settled()
    assert.match(text(), /^\r\n5\r\n"1"\r\n/)
  })

  test('no keep-alive is sent to a client that reads nothing, or after the end', async (t) => {
    const { clock, log, connect } = stage(t)
    const { sink, done, text } = await connect()
    sink.room = new Promise(() => undefined)
    log.fill(1)
    await settled()
    clock.advance(KEEP_ALIVE_MS * 2)
    await settled()
    assert.equal(text(), '3\r\n1\r\n')
    sink.leave()
    await done
    clock.advance(KEEP_ALIVE_MS * 2)
    await settled()
    assert.equal(text(), '3\r\n1\r\n')
  })
})

describe('runtime of streams: a connection ends with a reason, counted once', () => {
  test('client: the client disconnects while the connection waits for a step of history', async (t) => {
    const log = new MemoryLog()
    log.fill(9)
    const { runtime, joined, counted, connect } = stage(t, log)
    await settled()
    const { sink, done } = await connect(new TestHistory(0n, 1n, () => new Promise(() => undefined)))
    sink.leave()
    await done
    assert.deepEqual([counted, joined.size, sink.hasEnded], [['+test', '-test client'], 0, false])
    must(runtime.admission.reserve('key'), 'the connection that was freed')
  })

  test('a connection that is released without being served is not counted, and frees its key', async (t) => {
    const { runtime, joined, freed, counted } = stage(t)
    const reservation = must(runtime.admission.reserve('key'), 'a reservation')
    const connection = new TestConnection(runtime, joined, reservation)
    const { release } = runtime.attach(connection)
    assert.equal(runtime.admission.reserve('key'), undefined)
    release()
    release()
    assert.deepEqual([freed, counted], [[connection], []])
    must(runtime.admission.reserve('key'), 'the connection that was freed')
  })

  test('failure: a log that cannot be read any more ends all connections, and new connections are refused', async (t) => {
    const { log, runtime, logged, connect } = stage(t, new MemoryLog(), 2)
    const { done, text } = await connect()
    const late = must(runtime.admission.reserve('key'), 'a reservation')
    log.failure = new StoreCorrupt('test')
    log.ring()
    await done
    assert.equal(withoutEnd(text(), 'failure'), '')
    assert.deepEqual(logged, ['test streams have ended'])
    assert.throws(() => runtime.requireReadable(), StoreCorrupt)
    const admitted = runtime.attach(new TestConnection(runtime, new Set(), late))
    const sink = new MemorySink()
    await admitted.body(sink)
    assert.equal(withoutEnd(Buffer.concat(sink.chunks).toString(), 'failure'), '')
  })

  test('gap: events were trimmed before the server read them', async (t) => {
    const { log, runtime, connect } = stage(t)
    const { done, text } = await connect()
    log.trimTo(4n)
    log.ring()
    await done
    assert.equal(withoutEnd(text(), 'gap'), '')
    assert.equal(runtime.position, 4n)
  })

  test('an unreachable log is read again later; until then, no caller waits for a position', async (t) => {
    const { log, clock, runtime, connect } = stage(t)
    const { text } = await connect()
    log.failure = new StoreUnavailable('test')
    log.fill(1)
    assert.equal(await runtime.reach(1n), false)
    log.failure = undefined
    clock.advance(500)
    await settled()
    assert.equal(await runtime.reach(1n), true)
    assert.equal(text(), '3\r\n1\r\n')
  })

  test('restart: a stop waits for every served connection, and does not wait for callers that wait for a position', async (t) => {
    const { runtime, counted, connect } = stage(t, new MemoryLog(), 2)
    await Promise.all([connect(), connect()])
    const waiting = runtime.reach(5n)
    await runtime.close()
    assert.deepEqual(counted.slice(2), ['-test restart', '-test restart'])
    assert.equal(await waiting, false)
    assert.ok(runtime.isClosing)
  })
})

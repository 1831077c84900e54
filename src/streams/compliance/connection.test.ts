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
import { must } from '../../lib/assert.ts'
import type { LoggedEvent } from '../../log/event.ts'
import { KEEP_ALIVE_MS } from './closing.ts'
import type { Start } from './connection.ts'
import { ComplianceHub } from './hub.ts'
import { SEGMENT } from './replay.ts'

const PARTITION = 3
const [ANN = 0n] = usersOf(PARTITION, 1)

/** A log whose reads a test can delay. */
class SlowLog extends MemoryLog {
  /** Called before each read; the read waits for the returned promise. */
  beforeRead: () => Promise<void> | void = () => undefined

  override async readAfter(position: bigint, max: number): Promise<readonly LoggedEvent[]> {
    await this.beforeRead()
    return super.readAfter(position, max)
  }
}

/** A hub over a slow log, and a function that connects a client at the start of the log. */
async function stage(t: Hooks, fill: (log: SlowLog) => void) {
  const clock = new TestClock()
  const log = new SlowLog()
  fill(log)
  const closed: string[] = []
  const observer = {
    opened: () => undefined,
    closed: (_part: string, reason: string) => closed.push(reason),
    written: () => undefined,
  }
  const hub = new ComplianceHub({ tail: log, clock, observer, logger: { error: () => undefined } })
  t.after(() => hub.close())
  await settled()
  const resume = (sendsPositions: boolean) => {
    const start: Start = { partition: PARTITION, after: 0n, sendsGaps: true, sendsPositions }
    const sink = new MemorySink()
    return { sink, done: must(hub.admit(clientOf('acme'), start), 'a connection').body(sink) }
  }
  return { hub, log, clock, closed, resume }
}

/** The sent lines, without the last line that announces the stop. */
function linesOf(sink: MemorySink): string[] {
  return sink.lines().slice(0, -1)
}

describe('spec/compliance-stream.md#keep-alive: a stream that reads history sends a message or a keep-alive every 10 s', () => {
  test('during a slow read, a keep-alive is sent every 10 s, and not earlier', async (t) => {
    const { hub, log, clock, resume } = await stage(t, (each) => each.suspend(ANN))
    const read = Promise.withResolvers<void>()
    log.beforeRead = () => read.promise
    const { sink } = resume(false)
    await settled()
    clock.advance(KEEP_ALIVE_MS - 1)
    await settled()
    assert.equal(sink.chunks.length, 1, 'only the gzip header has been sent')
    for (const [chunks, ms] of [
      [2, 1],
      [2, KEEP_ALIVE_MS - 1],
      [3, 1],
    ] as const) {
      clock.advance(ms)
      await settled()
      assert.equal(sink.chunks.length, chunks)
    }
    read.resolve()
    await settled()
    await hub.close()
    const [first, second, message, ...more] = linesOf(sink)
    assert.deepEqual([first, second, more], ['', '', []])
    assert.match(message ?? '', /^\{"user_suspend":/)
  })

  test('during a slow read, a client that wants positions gets its position once', async (t) => {
    const { hub, log, clock, resume } = await stage(t, (each) => each.suspend(ANN))
    const read = Promise.withResolvers<void>()
    log.beforeRead = () => read.promise
    const { sink } = resume(true)
    await settled()
    for (let count = 0; count < 2; count += 1) {
      clock.advance(KEEP_ALIVE_MS)
      await settled()
    }
    read.resolve()
    await settled()
    await hub.close()
    const [first, second, , position] = linesOf(sink)
    assert.deepEqual([first, second, position], ['{"position":"0"}', '', '{"position":"1"}'])
  })

  test('while segments without messages of the partition are read slowly, the server sends a position or a keep-alive in each interval', async (t) => {
    const { hub, log, clock, resume } = await stage(t, (each) => each.fill(Number(SEGMENT) * 3))
    const [plain, positions] = [resume(false), resume(true)]
    // Each segment is read only once for both clients. `set` moves the clock and runs no timers, as during a read on
    // SQLite, which blocks the event loop.
    log.beforeRead = () => clock.set(clock.now() + KEEP_ALIVE_MS)
    await settled()
    log.beforeRead = () => undefined
    await hub.close()
    assert.deepEqual(linesOf(plain.sink), ['', '', ''])
    assert.deepEqual(
      linesOf(positions.sink),
      [0n, 1n, 2n].map((count) => `{"position":"${count * SEGMENT}"}`),
    )
  })

  test('the server sends neither positions nor keep-alives for segments that it reads quickly', async (t) => {
    const { hub, resume } = await stage(t, (each) => each.fill(Number(SEGMENT) * 3))
    const { sink } = resume(true)
    await settled()
    await hub.close()
    assert.deepEqual(linesOf(sink), [])
  })

  test('a disconnect and a stop take effect without waiting for a read', async (t) => {
    const { hub, log, closed, resume } = await stage(t, (each) => each.suspend(ANN))
    log.beforeRead = () => new Promise(() => undefined)
    const [left, stopped] = [resume(false), resume(false)]
    await settled()
    left.sink.leave()
    await left.done
    await hub.close()
    await stopped.done
    assert.deepEqual(closed, ['client', 'restart'])
    assert.deepEqual(linesOf(stopped.sink), [])
  })

  test('a read that fails after the client has disconnected is ignored', async (t) => {
    const { log, closed, resume } = await stage(t, (each) => each.suspend(ANN))
    const read = Promise.withResolvers<void>()
    log.beforeRead = () => read.promise
    const { sink, done } = resume(false)
    await settled()
    sink.leave()
    await done
    read.reject(new Error('test'))
    await settled()
    assert.deepEqual(closed, ['client'])
  })
})

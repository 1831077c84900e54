import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { TestSink } from '../../../test/support/http/test-sink.ts'
import { TestClock } from '../../../test/support/test-clock.ts'
import { streamFormat } from '../../api/_post-stream/format.ts'
import { LIMITS_OF_LEVEL } from '../../domain/apps/levels.ts'
import type { StreamedView } from '../../domain/posts/read/post-view.ts'
import { ChunkBuffer } from '../../http/chunk-run.ts'
import { must } from '../../lib/assert.ts'
import { Admission } from '../admission.ts'
import type { Flushable, Now } from '../flush-batch.ts'
import type { History } from '../history.ts'
import { MAX_WINDOW_AGE_MS, MAX_WINDOW_BYTES } from '../send-window.ts'
import { type Delivery, PostConnection } from './connection.ts'
import type { PostCloseReason } from './reasons.ts'
import { NO_RULES } from './rule-book.ts'
import type { Session } from './session.ts'
import { StreamedPost } from './streamed-post.ts'

const RENDERING = {
  key: 'test',
  needs: { repliedTo: false, named: false },
  open: (view: StreamedView) => `{"data":"${'x'.repeat(Number(view.post.id))}"`,
}

function stage(take: (posts: number) => number = (posts) => posts, history?: History<readonly Delivery[]>) {
  const clock = new TestClock()
  const sink = new TestSink()
  const ends: PostCloseReason[] = []
  const runtime = {
    clock,
    position: 0n,
    ended: (_connection: unknown, reason: PostCloseReason) => ends.push(reason),
  }
  const host = {
    runtime,
    observer: { opened: () => undefined, closed: () => undefined, written: () => undefined },
    join: () => undefined,
    leftOut: () => undefined,
    flushBatch: {
      workbench: new ChunkBuffer(),
      add: (connection: Flushable) => queueMicrotask(() => connection.flush(nowOf(clock))),
    },
  }
  const session: Session = {
    request: {
      product: '2',
      kind: 'filter',
      appId: 1n,
      limits: LIMITS_OF_LEVEL.standard,
      rendering: RENDERING,
      format: streamFormat('https://api.twitter.com/2/problems/'),
      start: { after: undefined, sendsPositions: false, sendsGaps: false },
      isGzip: false,
      isRetired: () => false,
    },
    reservation: must(new Admission(1).reserve('test'), 'a reservation'),
    counter: { take, isSpent: false, release: () => undefined },
    channel: undefined,
  }
  const connection = new PostConnection(host, session, history)
  connection.begin()
  const tick = () => connection.tick(clock.monotonic())
  let position = 0n
  const push = (bytes: number) => {
    position += 1n
    const view = { post: { id: BigInt(bytes) } } as unknown as StreamedView
    connection.push(new StreamedPost(view, { position, at: clock.now() }, clock.monotonic()), NO_RULES)
  }
  return { clock, sink, connection, push, tick, ends, run: connection.run(sink) }
}

function nowOf(clock: TestClock): Now {
  return { at: clock.now(), since: clock.monotonic() }
}

async function turns(): Promise<void> {
  for (let turn = 0; turn < 5; turn += 1) await new Promise(setImmediate)
}

async function endOf(
  run: Promise<PostCloseReason>,
  sink: TestSink,
): Promise<[PostCloseReason, string | undefined]> {
  const reason = await run
  return [
    reason,
    sink.ending[0] === undefined ? undefined : JSON.parse(sink.ending[0]).errors[0].disconnect_type,
  ]
}

describe('spec/post-streams.md#disconnects: a connection', () => {
  test('sends each message as one chunk, and writes the messages of one batch together', async () => {
    const { sink, connection, push, run } = stage()
    push(1)
    push(2)
    await turns()
    assert.deepEqual(sink.taken, ['{"data":"x"}\r\n', '{"data":"xx"}\r\n'])
    connection.close('restart')
    assert.deepEqual(await endOf(run, sink), ['restart', 'UpstreamOperationalDisconnect'])
  })

  test('SlowReader: ends when more than 1 MiB waits', async () => {
    const { sink, push, run } = stage()
    sink.isBlocked = true
    push(10)
    await turns()
    for (let bytes = 0; bytes <= MAX_WINDOW_BYTES; bytes += 64 * 1024) push(64 * 1024)
    assert.deepEqual(await endOf(run, sink), ['slow', 'SlowReader'])
    assert.equal(sink.taken.length, 1, 'waiting messages are not sent')
  })

  test('does not end while the client reads, however many messages arrive at once', async () => {
    const { sink, push, connection, run } = stage()
    await turns()
    for (let count = 0; count < 40; count += 1) push(64 * 1024)
    await turns()
    assert.equal(sink.taken.length, 40)
    connection.close('restart')
    assert.deepEqual(await endOf(run, sink), ['restart', 'UpstreamOperationalDisconnect'])
  })

  test('while a write is blocked, messages wait; then they are sent in order and together', async () => {
    const { sink, push, run } = stage()
    await turns()
    sink.isBlocked = true
    push(1)
    await turns()
    for (let count = 2; count <= 4; count += 1) push(count)
    await turns()
    assert.equal(sink.taken.length, 1)
    sink.isBlocked = false
    sink.settle('room')
    await turns()
    const lines = [1, 2, 3, 4].map((count) => `{"data":"${'x'.repeat(count)}"}\r\n`)
    assert.deepEqual(sink.taken, lines)
    sink.leave()
    assert.equal(await run, 'client')
  })

  test('SlowReader: ends when a message waits for more than 5 s', async () => {
    const { clock, sink, push, tick, run } = stage()
    sink.isBlocked = true
    push(10)
    await turns()
    push(10)
    clock.advance(MAX_WINDOW_AGE_MS)
    tick()
    await turns()
    assert.equal(sink.ending.length, 0)
    clock.advance(1)
    tick()
    assert.deepEqual(await endOf(run, sink), ['slow', 'SlowReader'])
  })

  test('SlowReader: ends when the client has read nothing for too long', async () => {
    const { sink, push, run } = stage()
    sink.isBlocked = true
    push(10)
    await turns()
    sink.settle('stalled')
    assert.deepEqual(await endOf(run, sink), ['stalled', 'SlowReader'])
  })

  test('sends all waiting messages to a slow client that reads again in time', async () => {
    const { clock, sink, push, tick, run } = stage()
    sink.isBlocked = true
    for (let count = 1; count <= 3; count += 1) {
      push(count)
      await turns()
    }
    clock.advance(MAX_WINDOW_AGE_MS - 1)
    tick()
    sink.isBlocked = false
    sink.settle('room')
    await turns()
    assert.equal(sink.taken.length, 3)
    sink.leave()
    assert.deepEqual(await endOf(run, sink), ['client', undefined])
  })

  test('reports its end once, and ignores later events', async () => {
    const { sink, connection, push, ends, run } = stage()
    await turns()
    sink.leave()
    assert.equal(await run, 'client')
    connection.close('restart')
    push(1)
    sink.leave()
    await turns()
    assert.deepEqual([ends, sink.taken, sink.ending], [['client'], [], []])
  })

  test('detects immediately when the client disconnects during history', async () => {
    const history: History<readonly Delivery[]> = {
      position: 0n,
      isNear: () => false,
      next: (_upTo, signal) =>
        new Promise((resolve) => {
          signal.addEventListener('abort', () => resolve({ content: undefined, gap: undefined }))
        }),
    }
    const { sink, ends, run } = stage(undefined, history)
    await turns()
    sink.leave()
    await turns()
    assert.deepEqual(ends, ['client'])
    assert.equal(await run, 'client')
    assert.deepEqual([sink.taken, sink.ending], [[], []])
  })

  test('reports an error as its end, and aborts the response', async () => {
    const { push, ends, run } = stage(() => {
      throw new Error('test')
    })
    push(1)
    await assert.rejects(run, /test/)
    assert.deepEqual(ends, ['failure'])
  })

  test('sends waiting messages before it ends because of a stop of the server', async () => {
    const { sink, connection, push, run } = stage()
    push(1)
    connection.close('restart')
    await run
    assert.equal(sink.taken.length, 1)
  })

  test('sends the posts below the monthly cap and then the error, when a batch reaches the cap', async () => {
    let left = 2
    const { sink, push, run } = stage((posts) => {
      const granted = Math.min(left, posts)
      left -= granted
      return granted
    })
    for (let count = 0; count < 3; count += 1) push(1)
    assert.equal(await run, 'capped')
    assert.equal(sink.taken.length, 2)
    assert.equal(JSON.parse(sink.ending[0] ?? '').errors[0].title, 'UsageCapExceeded')
  })

  test('sends keep-alives only while it sends nothing else', async () => {
    const { clock, sink, push, tick, run } = stage()
    for (let second = 0; second < 9; second += 1) {
      clock.advance(1_000)
      tick()
    }
    await turns()
    push(1)
    await turns()
    for (let second = 0; second < 10; second += 1) {
      clock.advance(1_000)
      tick()
    }
    await turns()
    assert.deepEqual(sink.taken, ['{"data":"x"}\r\n', '\r\n'])
    sink.leave()
    assert.equal(await run, 'client')
  })
})

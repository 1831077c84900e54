import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { TestSink } from '../../../test/support/http/test-sink.ts'
import { TestClock } from '../../../test/support/test-clock.ts'
import { statusStreamFormat } from '../../api/1.1/statuses/_stream-format.ts'
import { ChunkBuffer } from '../../http/chunk-run.ts'
import { must } from '../../lib/assert.ts'
import { Admission } from '../admission.ts'
import type { Flushable, Now } from '../flush-batch.ts'
import { MAX_WINDOW_BYTES } from '../send-window.ts'
import { StatusConnection } from './connection.ts'
import type { StatusCloseReason } from './reasons.ts'

const MINUTE_MS = 60_000

function stage(wantsWarnings: boolean) {
  const clock = new TestClock()
  const now = (): Now => ({ at: clock.now(), since: clock.monotonic() })
  const sink = new TestSink()
  const host = {
    runtime: {
      clock,
      position: 0n,
      ended: (_connection: unknown, _reason: StatusCloseReason) => undefined,
    },
    observer: { opened: () => undefined, closed: () => undefined, written: () => undefined },
    join: () => undefined,
    leftOut: () => undefined,
    flushBatch: {
      workbench: new ChunkBuffer(),
      add: (connection: Flushable) => queueMicrotask(() => connection.flush(now())),
    },
  }
  const connection = new StatusConnection(host, {
    id: 1n,
    request: {
      userId: 1n,
      appId: 1n,
      token: 'token',
      filter: undefined,
      languages: new Set(),
      verifiedOnly: false,
      wantsWarnings,
      isGzip: false,
      format: statusStreamFormat({ isDelimited: false, streamName: 'sample' }),
      rendering: { key: 'test', needs: { repliedTo: false, named: false }, open: () => '{' },
      hasNotices: () => true,
      isRetired: () => false,
    },
    reservation: must(new Admission(1).reserve('test'), 'a reservation'),
    maxPerSecond: Number.POSITIVE_INFINITY,
  })
  connection.begin()
  const run = connection.run(sink)
  const turns = async () => {
    for (let turn = 0; turn < 5; turn += 1) await new Promise(setImmediate)
  }
  /**
   * Fills a share (in percent) of the window while the client does not read, and then lets the client read.
   * @returns the sent warnings
   */
  const fallBehind = async (share: number) => {
    sink.taken.length = 0
    sink.isBlocked = true
    connection.notify('"first"', now())
    await turns()
    const piece = MAX_WINDOW_BYTES / 100
    for (let sent = 0; sent < share; sent += 1) connection.notify(`"${'x'.repeat(piece - 4)}"`, now())
    await turns()
    sink.isBlocked = false
    sink.settle('room')
    await turns()
    return sink.taken
      .join('')
      .split('\r\n')
      .filter((line) => line.startsWith('{"warning"'))
  }
  const close = async () => {
    connection.close('retired')
    return run
  }
  return { clock, fallBehind, close }
}

describe('spec/v1-streams-and-lists.md#messages: FALLING_BEHIND', () => {
  test('is sent when more than 60 % of the queue is used, and again after five minutes', async () => {
    const { clock, fallBehind, close } = stage(true)
    assert.deepEqual(await fallBehind(60), [])
    const [first, ...more] = await fallBehind(75)
    const { warning } = JSON.parse(first ?? '{}')
    assert.deepEqual([warning.code, more], ['FALLING_BEHIND', []])
    assert.ok(warning.percent_full > 60 && warning.percent_full <= 75, `${warning.percent_full}`)
    assert.match(warning.message, /falling behind/)
    clock.advance(4 * MINUTE_MS)
    assert.deepEqual(await fallBehind(75), [])
    clock.advance(MINUTE_MS)
    assert.equal((await fallBehind(75)).length, 1)
    assert.equal(await close(), 'retired')
  })

  test('is sent only with stall_warnings', async () => {
    const { fallBehind, close } = stage(false)
    assert.deepEqual(await fallBehind(75), [])
    assert.equal(await close(), 'retired')
  })
})

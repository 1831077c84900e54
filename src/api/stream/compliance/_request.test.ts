import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Hooks } from '../../../../test/support/engines.ts'
import { MemoryLog, usersOf } from '../../../../test/support/streams/compliance-log.ts'
import { TestClock } from '../../../../test/support/test-clock.ts'
import { StoreUnavailable } from '../../../db/errors.ts'
import { readForm } from '../../../http/form.ts'
import { ComplianceUnavailable } from '../../../streams/compliance/closing.ts'
import { ComplianceHub } from '../../../streams/compliance/hub.ts'
import { StreamError } from './_errors.ts'
import { asksToResume, readStart } from './_request.ts'

const [ANN = 0n] = usersOf(1, 1)

/** A log to which another process has appended events that this process has not read yet. */
class LaggingLog extends MemoryLog {
  #seen = 2n

  override get head(): bigint {
    return super.head < this.#seen ? super.head : this.#seen
  }

  override async catchUp(): Promise<void> {
    this.#seen = super.head
  }
}

function hubOver(t: Hooks, tail: MemoryLog): ComplianceHub {
  const observer = { opened: () => undefined, closed: () => undefined, written: () => undefined }
  const logger = { error: () => undefined }
  const hub = new ComplianceHub({ tail, clock: new TestClock(), observer, logger })
  t.after(() => hub.close())
  return hub
}

function read(query: string, log = new MemoryLog(), clock = new TestClock()) {
  const hub = { tail: log, position: log.head, waitForPosition: async () => undefined }
  return readStart(readForm(query, undefined), hub, clock)
}

describe('spec/compliance-stream.md#request: parts of the request', () => {
  test('a request with only a partition begins at the present', async () => {
    const start = { partition: 3, after: undefined, sendsGaps: false, sendsPositions: false }
    assert.deepEqual(await read('partition=3'), start)
    assert.equal(asksToResume(readForm('partition=3', undefined)), false)
  })

  for (const query of ['resume_after=0', 'backfill_minutes=1', 'positions=false']) {
    test(`${query} is a request for a feature of Aviary alone`, () =>
      assert.equal(asksToResume(readForm(`partition=3&${query}`, undefined)), true))
  }

  test('a position may come from another process that has read more of the log, but the log must contain it', async () => {
    const log = new LaggingLog()
    for (let count = 0; count < 5; count += 1) log.suspend(ANN)
    const { after, sendsGaps } = await read('partition=1&resume_after=5', log)
    assert.deepEqual([after, sendsGaps], [5n, true])
    await assert.rejects(read('partition=1&resume_after=6', log), StreamError)
  })

  test('a request with a position that the hub has not reached waits for the hub, so that no event is sent twice', async (t) => {
    const log = new MemoryLog()
    const hub = hubOver(t, log)
    for (let count = 0; count < 5; count += 1) log.suspend(ANN)
    assert.equal(hub.position, 0n)
    const start = await readStart(readForm('partition=1&resume_after=5', undefined), hub, new TestClock())
    assert.deepEqual([start.after, hub.position], [5n, 5n])
  })

  test('a position that the hub cannot reach is refused without a wait', async (t) => {
    const log = new MemoryLog()
    const hub = hubOver(t, log)
    log.failure = new StoreUnavailable('test')
    log.suspend(ANN)
    const sent = readForm('partition=1&resume_after=1', undefined)
    await assert.rejects(readStart(sent, hub, new TestClock()), ComplianceUnavailable)
    await hub.close()
    await assert.rejects(hub.waitForPosition(1n), ComplianceUnavailable)
  })

  test('backfill minutes are counted back from now, and cause no gap message', async () => {
    const clock = new TestClock()
    const log = new MemoryLog()
    log.suspend(ANN, clock.now() - 200_000)
    log.suspend(ANN, clock.now() - 100_000)
    const { after, sendsGaps } = await read('partition=1&backfill_minutes=2', log, clock)
    assert.deepEqual([after, sendsGaps], [1n, false])
  })
})

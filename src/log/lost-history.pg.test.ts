/** Tests readers of the log (tails) when a standby is promoted (docs/decisions/0161-lost-history.md). */
import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import { failingPair } from '../../test/support/databases/postgres-pair.ts'
import { slowTest as test } from '../../test/support/part.ts'
import { testStore } from '../../test/support/stores.ts'
import { addEvent } from '../../test/support/tables.ts'
import { TestClock } from '../../test/support/test-clock.ts'
import { waitUntil } from '../../test/support/wait-until.ts'
import type { Store } from '../db/store.ts'
import { HistoryLost } from './history-watch.ts'
import { logHead } from './log-head.ts'
import { readTable } from './read-table.ts'
import { Tail } from './tail.ts'

const WAIT_MS = 30_000

let appended = 0n

/** Appends events with different contents. */
async function append(store: Store, count: number): Promise<void> {
  for (let each = 0; each < count; each += 1) {
    appended += 1n
    const id = appended
    await store.write(async (tx) => addEvent(tx, id))
  }
}

/** A primary with a standby, the tail of one node, and the store of another node. */
async function stage(t: TestContext, isSynchronous: boolean) {
  const pair = await failingPair(t, WAIT_MS, isSynchronous)
  const { address, primary, store } = pair
  const other = testStore(t, address, { primary })
  await append(other, 20)
  // With the test clock, the tail reads the log only when the test calls it.
  const tail = await Tail.open(store, new TestClock(), { timeline: () => primary.timeline })
  t.after(() => tail.close())
  /** Waits until the standby has all commits, and then kills the standby. */
  const leave = async () => {
    const standby = testStore(t, { url: pair.second.url('failing'), file: '' })
    const { head } = await logHead(store)
    await waitUntil(async () => (await logHead(standby)).head >= head)
    await standby.close()
    await pair.second.kill()
  }
  /** Kills the primary and promotes the standby, which has only the commits from before the standby was killed. */
  const failOver = async () => {
    pair.first.kill()
    await pair.second.restart()
    await pair.second.promote()
  }
  return { ...pair, other, tail, leave, failOver }
}

test('a tail continues after a failover in which no event was lost', async (t) => {
  const { first, second, store, other, tail } = await stage(t, true)
  await append(other, 20)
  await tail.catchUp()
  first.kill()
  await second.promote()
  await append(other, 20)
  await tail.catchUp()
  assert.equal(tail.head, 60n)
  assert.equal(tail.history, 1)
  assert.deepEqual(await tail.readAfter(20n, 100), await readTable(store, 20n, 100))
})

test('a tail ends when it has read events that the new primary lacks, and the log is shorter', async (t) => {
  const { other, tail, leave, failOver } = await stage(t, false)
  await leave()
  await append(other, 20)
  await tail.catchUp()
  await failOver()
  await assert.rejects(tail.catchUp(), HistoryLost)
  const lost = await tail.lost
  assert.ok(lost instanceof HistoryLost)
  // The standby may have received some of the events before it was killed.
  assert.match(lost.message, /ends at position [23]\d, and this process has read position 40/)
  await assert.rejects(tail.readAfter(0n, 10), HistoryLost)
})

test('a tail ends when it has read events that the new primary lacks, and other nodes have appended new events', async (t) => {
  const { other, tail, leave, failOver } = await stage(t, false)
  await leave()
  await append(other, 20)
  await tail.catchUp()
  await failOver()
  await append(other, 30)
  await assert.rejects(tail.catchUp(), /its event at position 40 is another than this process has read/)
  assert.equal(tail.head, 40n)
})

/**
 * Tests the relay when a standby is promoted that lacks the last events of the relay
 * (docs/decisions/0161-lost-history.md).
 */
import assert from 'node:assert/strict'
import { describe } from 'node:test'
import { failingPair } from '../../../test/support/databases/postgres-pair.ts'
import { slowTest as test } from '../../../test/support/part.ts'
import { NEEDS_NATS, startNats } from '../../../test/support/processes/nats-server.ts'
import { relayNode, SERVER_ID } from '../../../test/support/processes/relay.ts'
import { testStore } from '../../../test/support/stores.ts'
import { addEvent } from '../../../test/support/tables.ts'
import { waitUntil } from '../../../test/support/wait-until.ts'
import type { Store } from '../../db/store.ts'
import { must } from '../../lib/assert.ts'
import { HistoryLost } from '../history-watch.ts'
import { logHead } from '../log-head.ts'
import { readTable } from '../read-table.ts'
import { decodeEvent } from './message.ts'
import { findStream, lastPosition } from './stream.ts'

let appended = 0n

/** Appends events with different contents. */
async function append(store: Store, count: number): Promise<void> {
  for (let each = 0; each < count; each += 1) {
    appended += 1n
    const id = appended
    await store.write(async (tx) => addEvent(tx, id))
  }
}

describe('a promotion under a relay', NEEDS_NATS, () => {
  test('a relay that is ahead of the new primary is reset, and no node reads the lost events from it', async (t) => {
    const nats = await startNats(t)
    const { first, second, address, primary, store } = await failingPair(t, 30_000, false)
    const jsm = await nats.manager()
    const stream = () => findStream(jsm, SERVER_ID)
    const ends = async (position: bigint) => {
      const found = await stream().catch(() => undefined)
      return found !== undefined && lastPosition(found) === position
    }
    const holder = await relayNode(t, address, nats.url)
    await waitUntil(() => holder.relay.status.work === 'publishing')
    await append(store, 20)
    await waitUntil(() => ends(20n))
    const standby = testStore(t, { url: second.url('failing'), file: '' })
    await waitUntil(async () => (await logHead(standby)).head === 20n)
    await standby.close()
    await second.kill()
    await append(store, 20)
    await waitUntil(() => ends(40n))
    const before = must(await stream(), 'the stream')
    await waitUntil(() => holder.tail.head === 40n)
    first.kill()
    await second.restart()
    await second.promote()
    // The publishing node has read the lost events, so its tail ends. A real server would then stop and start again.
    assert.ok((await holder.tail.lost) instanceof HistoryLost)
    await holder.close()
    const other = testStore(t, address, { primary })
    await append(other, 10)
    const next = await relayNode(t, address, nats.url)
    await append(other, 10)
    await waitUntil(async () => (await stream().catch(() => undefined))?.incarnation !== before.incarnation)
    await waitUntil(() => ends(40n))
    const after = must(await stream(), 'the stream')
    assert.match(after.reason, /the database has another history: timeline/)
    await waitUntil(() => next.tail.head === 40n)
    const table = await readTable(other, 0n, 100)
    assert.deepEqual(await next.tail.readAfter(0n, 100), table)
    for (const event of table.slice(Number(after.offset))) {
      const sequence = Number(event.position - after.offset)
      const message = must(await jsm.streams.getMessage(after.name, { seq: sequence }), 'a message')
      assert.deepEqual(decodeEvent(message.string()), event)
    }
  })
})

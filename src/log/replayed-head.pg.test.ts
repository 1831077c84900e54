/** Tests the choice of standbys for reads (docs/decisions/0154-read-replicas.md). */
import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import { type PostgresServer, startPostgres } from '../../test/support/databases/postgres-server.ts'
import { setSynchronous } from '../../test/support/databases/postgres-standby.ts'
import { slowTest as test } from '../../test/support/part.ts'
import { testStore } from '../../test/support/stores.ts'
import { addEvent, raw } from '../../test/support/tables.ts'
import { TestClock } from '../../test/support/test-clock.ts'
import { waitUntil } from '../../test/support/wait-until.ts'
import { StoreUnavailable } from '../db/errors.ts'
import { migrate } from '../db/migrate.ts'
import type { Store } from '../db/store.ts'
import { systemClock } from '../lib/time/clock.ts'
import { logHead } from './log-head.ts'
import { type PrimaryOptions, replayedHead } from './replayed-head.ts'
import { trimLog } from './trim.ts'

const NAME = 'replayed'
/** The database servers use the real clock of the machine. */
const OPTIONS: PrimaryOptions = { clock: systemClock }

/** Maximum wait, longer than a busy machine needs. */
const WAIT_MS = 60_000

const NAMES = "select current_setting('synchronous_standby_names') as names"

/** A time at which every event is old enough to be trimmed. */
const LATER = Date.UTC(2100, 0, 1)

let appended = 0n

/** Appends events with different contents. */
async function append(store: Store, count: number): Promise<void> {
  for (let each = 0; each < count; each += 1) {
    appended += 1n
    const id = appended
    await store.write(async (tx) => addEvent(tx, id))
  }
}

/** A standby of a server, and a store over it. */
async function standbyOf(t: TestContext, server: PostgresServer) {
  const standby = await server.startStandby()
  t.after(() => standby.stop())
  return { server: standby, store: storeOf(t, standby) }
}

function storeOf(t: TestContext, server: PostgresServer): Store {
  return testStore(t, { url: server.url(NAME), file: '' })
}

async function reaches(store: Store, position: bigint): Promise<void> {
  await waitUntil(async () => (await logHead(store)).head === position)
}

test('a standby of the primary is recognised by its last event, and a standby of a former primary is refused', async (t) => {
  const first = await startPostgres()
  t.after(() => first.stop())
  await first.createDatabase(NAME)
  await migrate({ url: first.url(NAME), file: '' }, 0)
  const former = storeOf(t, first)
  const [next, late] = [await standbyOf(t, first), await standbyOf(t, first)]

  await t.test('a standby with an empty log is accepted', async () => {
    assert.equal(await replayedHead(late.store, former, OPTIONS), 0n)
  })

  await append(former, 3)
  await t.test('a standby of the primary is accepted, even when it is behind', async () => {
    await reaches(late.store, 3n)
    assert.equal(await replayedHead(late.store, former, OPTIONS), 3n)
    await late.store.first(raw('select pg_wal_replay_pause()'), {})
    await append(former, 2)
    assert.equal(await replayedHead(late.store, former, OPTIONS), 3n)
    await late.store.first(raw('select pg_wal_replay_resume()'), {})
  })

  await t.test('a standby that shows a commit before the primary does is accepted', async () => {
    // The commit is stored but waits for a synchronous standby that does not exist.
    await former.first(raw("alter system set synchronous_standby_names = 'absent'"), {})
    await former.first(raw('select pg_reload_conf()'), {})
    await waitUntil(async () => (await former.first(raw<{ names: string }>(NAMES), {}))?.names === 'absent')
    // Commits wait only after the checkpointer has read the setting too. It may get the signal to read the setting during
    // the first checkpoint, and reads the setting before the second.
    for (let count = 0; count < 2; count += 1) await former.first(raw('checkpoint'), {})
    const commit = append(former, 1)
    await reaches(late.store, 6n)
    assert.equal((await logHead(former)).head, 5n)
    const question = replayedHead(late.store, former, { ...OPTIONS, withinMs: WAIT_MS })
    await setSynchronous(first.url(), false)
    assert.equal(await question, 6n)
    await commit
  })

  await t.test('the primary itself does not count as a standby', async () => {
    await assert.rejects(replayedHead(former, former, OPTIONS), /is no standby/)
  })

  await reaches(next.store, 6n)
  await reaches(late.store, 6n)
  await next.server.promote()

  await t.test(
    'a standby of the former primary is used while it has only events that the new primary has',
    async () => {
      assert.equal(await replayedHead(late.store, next.store, OPTIONS), 6n)
    },
  )

  await append(former, 3)
  await reaches(late.store, 9n)
  const refused = (reason: RegExp) => (error: unknown) =>
    error instanceof StoreUnavailable && reason.test(error.message)
  await t.test('a standby of the former primary is refused when it is ahead of the new primary', async () => {
    await assert.rejects(replayedHead(late.store, next.store, OPTIONS), refused(/is ahead of the primary/))
  })

  await append(next.store, 10)
  await t.test(
    'a standby of the former primary is refused when the new primary has new events in place of lost events',
    async () => {
      await assert.rejects(replayedHead(late.store, next.store, OPTIONS), refused(/another history/))
    },
  )

  await t.test('a standby of the new primary is used, also when its last event was trimmed', async () => {
    const right = await standbyOf(t, next.server)
    await reaches(right.store, 16n)
    assert.equal(await replayedHead(right.store, next.store, OPTIONS), 16n)
    await right.store.first(raw('select pg_wal_replay_pause()'), {})
    await append(next.store, 5)
    await trimLog(next.store, new TestClock(LATER), 1)
    assert.equal(await replayedHead(right.store, next.store, OPTIONS), 16n)
  })
})

/** Leases and rate windows across the promotion of a standby (docs/decisions/0155-several-database-hosts.md). */
import assert from 'node:assert/strict'
import { failingPair } from '../../test/support/databases/postgres-pair.ts'
import { slowTest as test } from '../../test/support/part.ts'
import { testCluster, testStore } from '../../test/support/stores.ts'
import { raw } from '../../test/support/tables.ts'
import { waitUntil } from '../../test/support/wait-until.ts'
import { PostgresWindowStore } from '../counters/postgres-windows.ts'
import { must } from '../lib/assert.ts'
import { systemClock } from '../lib/time/clock.ts'

const WAIT_MS = 30_000
const TTL_MS = 60_000
const WINDOW = { limit: 30, seconds: 900 } as const

test('a lease keeps its holder and its epoch across a promotion', async (t) => {
  const { first, second, address, primary, store } = await failingPair(t, WAIT_MS)
  const one = testCluster(t, store, address)
  const two = testCluster(t, testStore(t, address, { primary }), address)
  const grant = must(await one.lease('a', TTL_MS).acquire(), 'the lease')
  first.kill()
  await second.promote()
  assert.equal(await two.lease('a', TTL_MS).acquire(), undefined)
  assert.equal(await grant.renew(), true)
  assert.equal(grant.signal.aborted, false)
  await grant.release()
  const next = must(await two.lease('a', TTL_MS).acquire(), 'the lease')
  assert.ok(next.epoch > grant.epoch, `${next.epoch} after ${grant.epoch}`)
})

test('a window continues across a promotion', async (t) => {
  const { first, second, store } = await failingPair(t, WAIT_MS)
  const windows = new PostgresWindowStore(store, systemClock)
  let granted = 0
  const decide = async () => windows.take('key', WINDOW)
  const take = async (count: number) => {
    // The first statement after the failover may fail with its connection to the former primary, so it is
    // repeated.
    for (let each = 0; each < count; each += 1) if ((await decide().catch(decide)).allowed) granted += 1
  }
  await take(20)
  const standby = testStore(t, { url: second.url('failing'), file: '' })
  const used = raw<{ used: number | bigint }>(
    'select coalesce(sum(used), 0)::bigint as used from rate_windows',
  )
  const usedIn = async (of: typeof store) => Number((await of.first(used, {}))?.used ?? 0)
  assert.ok((await usedIn(store)) >= 20)
  await waitUntil(async () => (await usedIn(standby)) === (await usedIn(store)))
  await standby.close()
  first.kill()
  await second.promote()
  await take(60)
  assert.equal(granted, WINDOW.limit)
})

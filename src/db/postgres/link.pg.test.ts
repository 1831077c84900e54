import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { type TestContext, test } from 'node:test'
import postgres from 'postgres'
import { testAddress, testStore } from '../../../test/support/stores.ts'
import { raw } from '../../../test/support/tables.ts'
import { sleep, systemClock } from '../../lib/time/clock.ts'
import { StoreUnavailable } from '../errors.ts'
import { dialHost } from './dial.ts'
import { Link } from './link.ts'

function beside(t: TestContext, url: string): postgres.Sql {
  const session = postgres(url, { max: 1, onnotice: () => {} })
  t.after(() => session.end())
  return session
}

/** Ends the sessions with the given application name. Returns the number of ended sessions. */
async function kill(session: postgres.Sql, name: string): Promise<number> {
  const rows = await session`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name = ${name}`
  return rows.length
}

const one = raw<{ one: number }>('select 1 as one')

test('a lost connection refuses its pending statements and all later statements, and does not reconnect', async (t) => {
  const { url } = await testAddress(t, 'postgres')
  const session = beside(t, url)
  let losses = 0
  const link = new Link({ url, name: 'the link' }, () => {
    losses += 1
  })
  await link.rows(one, {})
  const held = [raw('select pg_sleep(30)'), one, one].map((query) => link.rows(query, {}))
  const settled = Promise.allSettled(held)
  assert.equal(link.running, 3)
  await kill(session, 'the link')
  for (const result of await settled) {
    assert.ok(result.status === 'rejected' && result.reason instanceof StoreUnavailable)
  }
  assert.deepEqual([link.lost, link.running, losses], [true, 0, 1])
  await assert.rejects(link.rows(one, {}), StoreUnavailable)
  await link.close()
  assert.equal(await kill(session, 'the link'), 0)
})

test('a pool replaces sessions that are lost at any moment', async (t) => {
  const address = await testAddress(t, 'postgres')
  const session = beside(t, address.url)
  const store = testStore(t, address, { pool: 3 })
  let reading = true
  const failures = new Set<unknown>()
  const readers = Array.from({ length: 8 }, async () => {
    while (reading) {
      await store.rows(one, {}).catch((error) => failures.add(error.constructor))
      // The driver writes its queries in the phase of `setImmediate`. By default the driver never works again
      // if the connection is lost between a query and this phase (link.ts).
      await new Promise(setImmediate)
    }
  })
  let killed = 0
  while (killed < 30) {
    killed += await kill(session, 'aviary')
    await store.rows(one, {}).catch(() => undefined)
  }
  reading = false
  await Promise.all(readers)
  assert.deepEqual([...failures], [StoreUnavailable])
  // A terminated session may take a moment to end; after that, reads work again.
  let row: { one: number } | undefined
  while (row === undefined) row = await store.first(one, {}).catch(() => undefined)
  assert.equal(row.one, 1)
})

test('a link whose peer ends every connection before the login refuses its pending statements', async (t) => {
  let asked = 0
  const peer = createServer((socket) => {
    asked += 1
    socket.on('error', () => undefined).once('data', () => socket.end())
  })
  peer.listen(0, '127.0.0.1')
  await once(peer, 'listening')
  t.after(() => peer.close())
  const { port } = peer.address() as AddressInfo
  let losses = 0
  const url = `postgres://nobody@127.0.0.1:${port}/nothing`
  const link = new Link({ url, name: 'the link', openMs: 100 }, () => {
    losses += 1
  })
  await assert.rejects(link.rows(one, {}), StoreUnavailable)
  assert.deepEqual([link.lost, link.running, losses], [true, 0, 1])
  const until = asked
  await sleep(systemClock, 50)
  assert.ok(until > 1)
  assert.equal(asked, until)
  await link.close()
})

test('a link that is lost while it looks for the primary opens no session', async (t) => {
  const { url } = await testAddress(t, 'postgres')
  const session = beside(t, url)
  const { hostname, port } = new URL(url)
  const dialling = Promise.withResolvers<void>()
  const found = Promise.withResolvers<Socket>()
  const primary = {
    ...{ url, waitMs: 0, suspect: () => undefined },
    async dial() {
      dialling.resolve()
      return { socket: await found.promise, hold: () => () => undefined }
    },
  }
  const link = new Link({ url, name: 'the late link', primary }, () => undefined)
  const refused = assert.rejects(link.rows(one, {}), StoreUnavailable)
  await dialling.promise
  link.giveUp()
  await refused
  const socket = await dialHost({ host: hostname, port: Number(port) })
  const closed = once(socket, 'close')
  found.resolve(socket)
  await closed
  assert.equal(await kill(session, 'the late link'), 0)
})

test('a statement on an open link has no time limit', async (t) => {
  const { url } = await testAddress(t, 'postgres')
  const link = new Link({ url, name: 'the link', openMs: 2_000 }, () => undefined)
  t.after(() => link.close())
  await link.rows(raw('select pg_sleep(2.2)'), {})
  assert.equal(link.lost, false)
})

import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, createConnection, createServer, type Socket } from 'node:net'
import { type TestContext, test } from 'node:test'
import { advisoryLocks } from '../../../test/support/advisory-locks.ts'
import { testDatabase } from '../../../test/support/databases.ts'
import { TestClock } from '../../../test/support/test-clock.ts'
import { waitUntil } from '../../../test/support/wait-until.ts'
import { StoreUnavailable } from '../errors.ts'
import { Places } from './places.ts'
import { connect } from './session.ts'

async function open(t: TestContext) {
  const url = await testDatabase(t)
  const bystander = connect({ url, connections: 1, name: 'test' })
  t.after(() => bystander.end())
  const make = (through = url) => {
    const clock = new TestClock()
    const places = new Places(through, clock)
    t.after(() => places.close())
    const lost: string[] = []
    return { clock, places, lost, take: (name: string) => places.take(name, () => lost.push(name)) }
  }
  /** Ends the sessions of all, as a restart of the database would; what they held is free when this returns. */
  const endAll = async () => {
    await bystander`select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'aviary places' and datname = current_database()`
    await waitUntil(async () => (await holders()) === 0)
  }
  const holders = () => advisoryLocks(bystander, 'held')
  return { url, make, endAll, holders }
}

test('a place is of one, until it is given back or its session ends', async (t) => {
  const { make } = await open(t)
  const [one, other] = [make(), make()]
  assert.equal(await one.take('a'), true)
  assert.equal(await other.take('a'), false)
  assert.equal(await other.take('b'), true)
  one.places.give('a')
  // In one session statements come one after the other.
  assert.equal(await one.take('a'), true)
  assert.equal(await other.take('a'), false)
  one.places.give('a')
  await waitUntil(() => other.take('a'))
  await other.places.close()
  await waitUntil(() => one.take('a'))
  await assert.rejects(other.take('a'), StoreUnavailable)
  one.places.give('never taken')
})

test('a session that ends is replaced, and what it held is held again', async (t) => {
  const { make, endAll, holders } = await open(t)
  const [one, other] = [make(), make()]
  for (const name of ['a', 'b', 'c']) assert.equal(await one.take(name), true)
  await endAll()
  one.places.give('c')
  // Its turn comes with its clock.
  await waitUntil(async () => {
    one.clock.advance(250)
    return (await holders()) === 2
  })
  assert.equal(await other.take('a'), false)
  assert.equal(await other.take('c'), true)
  assert.deepEqual(one.lost, [])
})

test('a place that another took meanwhile is lost, and the others are not', async (t) => {
  const { make, endAll } = await open(t)
  const [one, other] = [make(), make()]
  for (const name of ['a', 'b']) assert.equal(await one.take(name), true)
  await endAll()
  assert.equal(await other.take('a'), true)
  await waitUntil(() => {
    one.clock.advance(250)
    return one.lost.length > 0
  })
  assert.deepEqual(one.lost, ['a'])
  // It comes after what was held before.
  assert.equal(await one.take('d'), true)
  assert.equal(await other.take('b'), false)
  one.places.give('a')
  assert.equal(await one.take('a'), false)
})

test('whoever takes a place while the session is lost holds what was held before, too', async (t) => {
  const { make, endAll } = await open(t)
  const [one, other] = [make(), make()]
  assert.equal(await one.take('a'), true)
  await endAll()
  await waitUntil(async () => (await one.take('b').catch(() => false)) === true)
  assert.equal(await other.take('a'), false)
  assert.deepEqual(one.lost, [])
})

/** The database by way of somebody who can cut its clients off, of which it hears nothing. */
async function openRelay(t: TestContext, url: string) {
  const { hostname, port } = new URL(url)
  const clients = new Set<Socket>()
  const upstreams = new Set<Socket>()
  const relay = createServer((client) => {
    const upstream = createConnection({ host: hostname, port: Number(port) })
    for (const socket of [client, upstream]) socket.on('error', () => undefined)
    clients.add(client)
    upstreams.add(upstream)
    client.pipe(upstream, { end: false })
    upstream.pipe(client)
  })
  relay.listen(0, '127.0.0.1')
  await once(relay, 'listening')
  t.after(() => {
    for (const socket of [...clients, ...upstreams]) socket.destroy()
    relay.close()
  })
  const through = new URL(url)
  through.host = `127.0.0.1:${(relay.address() as AddressInfo).port}`
  const cut = () => {
    for (const client of clients) client.destroy()
    clients.clear()
  }
  return { url: String(through), cut }
}

test('a place that was given back to a session that is cut off is free soon after', async (t) => {
  const { url, make, holders } = await open(t)
  const relay = await openRelay(t, url)
  const [one, other] = [make(relay.url), make()]
  assert.equal(await one.take('a'), true)
  relay.cut()
  one.places.give('a')
  assert.equal(await holders(), 1)
  await waitUntil(() => {
    one.clock.advance(250)
    return other.take('a')
  })
  assert.deepEqual(one.lost, [])
  // Before the relay goes.
  await one.places.close()
})

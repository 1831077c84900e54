import assert from 'node:assert/strict'
import { test } from 'node:test'
import { advisoryLocks } from '../../../test/support/advisory-locks.ts'
import { migratedTestDatabase } from '../../../test/support/databases.ts'
import { SILENT } from '../../../test/support/logged.ts'
import { until } from '../../../test/support/patience.ts'
import { addEvent, addFact, addUnasked, factsIn } from '../../../test/support/tables.ts'
import { TestClock } from '../../../test/support/test-clock.ts'
import { systemClock } from '../../lib/time/clock.ts'
import { sealEvents } from '../../log/append.ts'
import { StoreBusy, StoreUnavailable } from '../errors.ts'
import { Link } from './link.ts'
import type { Tenant } from './presence.ts'
import { connect } from './session.ts'
import { SoleLock } from './sole-lock.ts'
import { PostgresStore } from './store.ts'

/** Milliseconds between two looks. */
const LOOK = 5_000

async function open(t: import('node:test').TestContext) {
  const url = await migratedTestDatabase(t)
  const bystander = connect({ url, connections: 1, name: 'test' })
  t.after(() => bystander.end())
  const make = () => {
    const machine = new TestClock()
    const store = new PostgresStore({
      logger: SILENT,
      url,
      clock: systemClock,
      seal: sealEvents,
      pool: 1,
      machineClock: machine,
    })
    t.after(() => store.close())
    const told: string[] = []
    const tell = (what: string) => async () => void told.push(what)
    const tenant: Tenant = {
      enter: async () => told.push('enter') > 0,
      leave: tell('leave'),
      lose: () => void told.push('lose'),
      regain: tell('regain'),
    }
    const { presence } = store
    const begin = async () => {
      await write()
      await presence.begin(tenant)
      await until(() => presence.term !== undefined && presence.countsAlone)
    }
    const write = () => store.write(async (tx) => addEvent(tx, 1n))
    return { store, presence, machine, told, tenant, begin, write }
  }
  const end = (name: string) =>
    bystander`select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = ${name} and datname = current_database()`
  /** Returns when somebody waits for room. */
  const waits = () => until(async () => (await advisoryLocks(bystander, 'awaited')) > 0)
  return { url, make, end, bystander, waits }
}

test('whoever is alone writes unasked on the session that it has, and stays alone', async (t) => {
  const { make, bystander } = await open(t)
  const server = make()
  await server.begin()
  const { term } = server.presence
  for (let write = 0; write < 17; write += 1) await server.write()
  const writers = async () =>
    (
      await bystander`select pid from pg_stat_activity
        where application_name = 'aviary writer' and datname = current_database()`
    ).map(({ pid }) => pid)
  const before = await writers()
  const asked = () => Promise.reject(new Error('asked'))
  for (let id = 1n; id <= 5n; id += 1n) {
    assert.equal(await server.store.writeGathered(asked, id, addUnasked), 'unasked')
  }
  assert.equal(server.presence.term, term)
  assert.deepEqual(await writers(), before)
  assert.equal(before.length, 1)
})

test('a process that nobody disturbs is alone; whoever only writes shares the log and leaves it the counters', async (t) => {
  const { make } = await open(t)
  const server = make()
  await server.begin()
  const term = server.presence.term
  const command = make()
  await command.write()
  assert.equal(server.presence.term, undefined)
  assert.equal(server.presence.countsAlone, true)
  assert.equal(command.presence.term, undefined)
  await command.store.close()
  server.machine.advance(LOOK)
  await until(() => server.presence.term !== undefined)
  assert.notEqual(server.presence.term, term)
  assert.deepEqual(server.told, ['regain', 'enter'])
})

test('who is alone rings for nobody; with somebody else there it does', async (t) => {
  const { make, url } = await open(t)
  const server = make()
  await server.begin()
  const heard: string[] = []
  const listener = connect({ url, connections: 1, name: 'ear', onNotify: (what) => heard.push(what) })
  t.after(() => listener.end())
  await listener.unsafe('listen aviary_events')
  await server.write()
  // What was rung before is heard before the answer.
  await listener`select 1`
  assert.equal(heard.length, 0)
  const other = make()
  await other.write()
  await server.write()
  await until(() => heard.includes('4'))
})

test('of two servers none is alone, and the one that stays is again', async (t) => {
  const { make } = await open(t)
  const [one, other] = [make(), make()]
  await one.begin()
  await other.write()
  await other.presence.begin(other.tenant)
  assert.deepEqual(one.told, ['regain', 'enter', 'leave'])
  for (const { machine } of [one, other]) machine.advance(LOOK)
  await Promise.all([one.presence.confirm(), other.presence.confirm()])
  for (const { presence } of [one, other]) {
    assert.equal(presence.term, undefined)
    assert.equal(presence.countsAlone, false)
  }
  await one.store.close()
  other.machine.advance(LOOK)
  await until(() => other.presence.countsAlone && other.presence.term !== undefined)
})

test('being alone is believed for five seconds after an answer, and again when one comes', async (t) => {
  const { make } = await open(t)
  const { machine, presence, begin, told } = make()
  await begin()
  const term = presence.term
  machine.set(machine.now() + 5_001)
  assert.equal(presence.term, undefined)
  assert.equal(presence.countsAlone, false)
  assert.equal(await presence.confirm(), true)
  assert.equal(presence.countsAlone, true)
  machine.advance(1_000)
  // The same session has held the lock all the time.
  await until(() => presence.term === term)
  assert.deepEqual(told, ['regain', 'enter'])
})

test('who loses a session of its own is alone no more, and holds its share again before it counts', async (t) => {
  const { make, end } = await open(t)
  const { machine, presence, begin, told } = make()
  await begin()
  await end('aviary presence')
  await until(() => told.includes('lose'))
  assert.equal(presence.countsAlone, false)
  assert.equal(await presence.confirm(), false)
  await presence.held()
  assert.deepEqual(told, ['regain', 'enter', 'lose', 'regain'])
  machine.advance(LOOK)
  await until(() => presence.countsAlone)
})

test('a writing session that ends takes the term along; the next one begins another', async (t) => {
  const { make, end } = await open(t)
  const { machine, presence, begin, write } = make()
  await begin()
  const term = presence.term
  await end('aviary writer')
  await until(() => presence.term === undefined)
  await write().catch(() => write())
  assert.equal(presence.term, undefined)
  machine.advance(LOOK)
  await until(() => presence.term !== undefined)
  assert.notEqual(presence.term, term)
})

test('a session aside comes and goes without a word to whoever is alone', async (t) => {
  const { make, end, bystander } = await open(t)
  const { store, presence, begin } = make()
  await begin()
  const { term } = presence
  const add = (name: string) => store.writeAside((tx) => tx.run(addFact, { name, value: '' }))
  await add('one')
  const sessions = async () =>
    (
      await bystander`select pid from pg_stat_activity
        where application_name = 'aviary aside' and datname = current_database()`
    ).length
  assert.equal(await sessions(), 1)
  await end('aviary aside')
  await until(async () => (await sessions()) === 0)
  // Until this process has noticed that it is gone.
  const added = () =>
    add('two').then(
      () => true,
      () => false,
    )
  await until(added)
  assert.deepEqual(Object.keys(await factsIn(store)).sort(), ['one', 'two'])
  assert.equal(presence.term, term)
})

test('somebody alone who answers nobody loses his session after ten seconds', async (t) => {
  const { make, url, waits } = await open(t)
  const frozen = connect({ url, connections: 1, name: 'frozen' })
  t.after(() => frozen.end({ timeout: 1 }))
  // In the simple protocol an answer is whole when its session rests: whatever it shows later would be a sign of life.
  await frozen.unsafe('select pg_advisory_lock(1098279265, 1)')
  const { machine, write } = make()
  const written = write()
  let isWritten = false
  written.then(() => {
    isWritten = true
  })
  await waits()
  machine.advance(9_000)
  await waits()
  assert.equal(isWritten, false)
  machine.advance(1_001)
  await written
})

test('a server waits a minute for counters to be handed over, and then says what is the matter', async (t) => {
  const { make, bystander, waits } = await open(t)
  await bystander`select pg_advisory_lock(1098279265, 2)`
  const { machine, presence, tenant } = make()
  const begun = presence.begin(tenant)
  const refused = assert.rejects(
    begun,
    (error) => error instanceof StoreBusy && /stop it/.test(error.message),
  )
  await waits()
  machine.advance(60_001)
  await refused
  await bystander`select pg_advisory_unlock(1098279265, 2)`
  machine.advance(LOOK)
  // Whoever was refused holds nothing, nor ever will.
  assert.equal(await advisoryLocks(bystander, 'held'), 0)
  await assert.rejects(presence.held(), StoreUnavailable)
})

test('who cannot give back what it knows lets nobody in before it could', async (t) => {
  const { make } = await open(t)
  const [one, other] = [make(), make()]
  const { leave } = one.tenant
  let failures = 2
  Object.assign(one.tenant, {
    async leave() {
      one.told.push('trouble')
      if (failures-- > 0) throw new Error('not now')
      await leave()
    },
  })
  await one.begin()
  await other.write()
  await other.presence.begin(other.tenant)
  assert.deepEqual(one.told, ['regain', 'enter', 'trouble', 'trouble', 'trouble', 'leave'])
})

test('whoever writes waits for no counters that are being moved', async (t) => {
  const { make } = await open(t)
  const server = make()
  const entered = Promise.withResolvers<boolean>()
  Object.assign(server.tenant, { enter: () => entered.promise })
  await server.write()
  await server.presence.begin(server.tenant)
  await until(() => server.presence.term !== undefined)
  const command = make()
  await command.write()
  assert.equal(server.presence.term, undefined)
  entered.resolve(true)
  await until(() => server.presence.countsAlone)
})

test('a lock that could not be given back is still held, and given back with the next ring', async (t) => {
  const { url } = await open(t)
  const session = (name: string) => {
    const link = new Link({ url, name }, () => undefined)
    t.after(() => link.close())
    return link
  }
  const [link, other] = [session('one'), session('other')]
  const lock = () => new SoleLock({ name: 'test', key: [1, 1], patienceMs: 60_000 })
  const [mine, theirs] = [lock(), lock()]
  await mine.share(link)
  assert.equal(await mine.look(), true)
  await link.use((sql) => sql.unsafe('begin'))
  await assert.rejects(link.use((sql) => sql.unsafe('select 1 / 0')))
  await assert.rejects(mine.makeRoom())
  assert.notEqual(mine.term, undefined)
  await link.use((sql) => sql.unsafe('rollback'))
  await mine.makeRoom()
  assert.equal(mine.term, undefined)
  await theirs.share(other)
  assert.equal(await mine.look(), false)
})

test('nobody is made alone who has no room for it', async (t) => {
  const { make } = await open(t)
  const { presence, tenant, machine, write } = make()
  await write()
  let asked = 0
  Object.assign(tenant, { enter: async () => ++asked > 1 })
  await presence.begin(tenant)
  await until(() => asked === 1)
  const other = make()
  // It has let go of the lock.
  await other.presence.begin(other.tenant)
  await other.store.close()
  machine.advance(LOOK)
  await until(() => presence.countsAlone)
})

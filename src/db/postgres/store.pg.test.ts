import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { sql } from 'kysely'
import postgres from 'postgres'
import { failNext } from '../../../test/support/databases/failing-command.ts'
import { storeContract } from '../../../test/support/store-contract/suite.ts'
import { testAddress, testStore } from '../../../test/support/stores.ts'
import { addEvent, addFact, addFactAndEvent, eventsIn, factsIn, raw } from '../../../test/support/tables.ts'
import { sleep, systemClock } from '../../lib/time/clock.ts'
import { bulk } from '../bulk.ts'
import { StoreBusy, StoreRefused, StoreUnavailable, UniqueViolation } from '../errors.ts'
import { query } from '../query.ts'
import type { Tx } from '../store.ts'

storeContract('postgres')

/** A separate session, closed with the test. */
function beside(t: TestContext, url: string): postgres.Sql {
  const session = postgres(url, { max: 2, onnotice: () => {} })
  t.after(() => session.end())
  return session
}

interface Session {
  readonly state: string
  readonly query: string
  readonly wait_event_type: string | null
}

/** The writing sessions of all stores on the database. */
function writers(session: postgres.Sql): Promise<Session[]> {
  return session.unsafe<Session[]>(`select state, query, wait_event_type from pg_stat_activity
    where datname = current_database() and application_name = 'aviary writer'`)
}

async function untilWriters(
  session: postgres.Sql,
  condition: (sessions: Session[]) => boolean,
): Promise<void> {
  while (!condition(await writers(session))) await sleep(systemClock, 2)
}

/** Terminates the writing sessions of all stores on the database. */
async function killWriters(session: postgres.Sql): Promise<void> {
  await session.unsafe(`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name = 'aviary writer'`)
  await untilWriters(session, (sessions) => sessions.length === 0)
}

/**
 * Makes a query that adds a fact. No session has prepared the text of this query, so the driver delays the statements
 * after the query.
 */
function addUnpreparedFact(name: string) {
  return query<{ value: string }>()(
    (_, p) => sql`insert into facts (name, value) values (${sql.lit(name)}, ${p('value')})`,
  )
}

const addFacts = bulk({ name: 'text', value: 'text' }, (k, rows) =>
  k.insertInto('facts').columns(['name', 'value']).expression(rows),
)

const slow = query<{ seconds: number }>()((_, p) => sql`select pg_sleep(${p('seconds')})`)

test('statements stay prepared: each session prepares the same text once', async (t) => {
  const store = testStore(t, await testAddress(t, 'postgres'), { pool: 1 })
  for (let turn = 0; turn < 10; turn++) await factsIn(store)
  const prepared = await store.rows(
    raw(`select (generic_plans + custom_plans) as uses from pg_prepared_statements
      where statement like '%facts%'`),
    {},
  )
  assert.deepEqual(
    prepared.map((row) => ({ ...row })),
    [{ uses: 10 }],
  )
})

test('when a connection is lost between two statements of a command, the command is refused, nothing is stored, and the next write works', async (t) => {
  const address = await testAddress(t, 'postgres')
  const store = testStore(t, address)
  const session = beside(t, address.url)
  const refused = store.write(async (tx) => {
    await addFactAndEvent(tx, 1n)
    await killWriters(session)
    await addFactAndEvent(tx, 2n)
  })
  // This write belongs to the lost transaction or to the next transaction, depending on when the loss is noticed.
  const neighbour = store.write((tx) => addFactAndEvent(tx, 3n))
  const [first, second] = await Promise.allSettled([refused, neighbour])
  assert.ok(first.status === 'rejected' && first.reason instanceof StoreUnavailable)
  assert.ok(second.status === 'fulfilled' || second.reason instanceof StoreUnavailable)
  await store.write((tx) => addFactAndEvent(tx, 4n))
  const stored = second.status === 'fulfilled' ? [3n, 4n] : [4n]
  assert.deepEqual(Object.keys(await factsIn(store)), stored.map(String))
  assert.deepEqual(
    (await eventsIn(store)).map((event) => event.user_id),
    stored,
  )
})

test('when a connection is lost after a command and before the commit, the whole group is refused', async (t) => {
  const address = await testAddress(t, 'postgres')
  const session = beside(t, address.url)
  const store = testStore(t, address)
  const settled = await Promise.allSettled([
    store.write((tx) => addFactAndEvent(tx, 1n)),
    store.write(async (tx) => {
      await tx.run(addFact, { name: 'last', value: '' })
      await killWriters(session)
    }),
  ])
  assert.deepEqual(
    settled.map((result) => (result.status === 'rejected' ? result.reason.constructor : result.status)),
    [StoreUnavailable, StoreUnavailable],
  )
  assert.deepEqual(await factsIn(store), {})
  await store.write((tx) => addFactAndEvent(tx, 2n))
  assert.deepEqual(await factsIn(store), { 2: '' })
})

test('statements delayed by the driver are never run outside a transaction after a lost connection', async (t) => {
  const address = await testAddress(t, 'postgres')
  const session = beside(t, address.url)
  const store = testStore(t, address)
  const names = ['b', 'c', 'd', 'e', 'f', 'g']
  const write = store.write(async (tx) => {
    await tx.run(addFact, { name: 'a', value: '' })
    const first = tx.rows(slow, { seconds: 30 })
    await Promise.all([first, ...names.map((name) => tx.run(addUnpreparedFact(name), { value: '' }))])
  })
  const refused = assert.rejects(write, StoreUnavailable)
  await untilWriters(session, ([writer]) => writer?.query.includes('pg_sleep') === true)
  await killWriters(session)
  await refused
  await store.write((tx) => tx.run(addFact, { name: 'next', value: '' }))
  assert.deepEqual(await factsIn(store), { next: '' })
})

test('when a savepoint cannot be created, the refused commands store no data and no events', async (t) => {
  const store = testStore(t, await testAddress(t, 'postgres'))
  await store.write((tx) => addFactAndEvent(tx, 1n))
  const { failed } = failNext(t, /release command;.*savepoint command/)
  const settled = await Promise.allSettled(
    [2n, 3n, 4n].map((id) => store.write((tx) => addFactAndEvent(tx, id))),
  )
  assert.ok(failed())
  const stored = [2n, 3n, 4n].filter((_, index) => settled[index]?.status === 'fulfilled')
  assert.deepEqual(Object.keys(await factsIn(store)), ['1', ...stored.map(String)])
  assert.deepEqual(
    (await eventsIn(store)).map(({ user_id }) => user_id),
    [1n, ...stored],
  )
  assert.equal(settled[0]?.status, 'rejected', 'what went before it is undone')
  await store.write((tx) => addFactAndEvent(tx, 5n))
})

test('when a begin fails, the statements after it write nothing, and the next write works', async (t) => {
  const store = testStore(t, await testAddress(t, 'postgres'))
  await store.write((tx) => addFactAndEvent(tx, 1n))
  const { failed } = failNext(t, /^begin/)
  await assert.rejects(
    store.write((tx) => tx.run(addFact, { name: 'behind', value: '' })),
    { name: 'StoreReadOnly' },
  )
  assert.ok(failed())
  await store.write((tx) => addFactAndEvent(tx, 2n))
  assert.deepEqual(await factsIn(store), { 1: '', 2: '' })
})

test('when two stores have conflicting row locks, both commands succeed and the counters are correct', async (t) => {
  const address = await testAddress(t, 'postgres')
  const stores = [testStore(t, address), testStore(t, address)] as const
  await stores[0].write(async (tx) => {
    for (const name of ['x', 'y']) await tx.run(addFact, { name, value: '0' })
  })
  const bothHold = meeting(2)
  const runs: string[] = []
  const both = (label: string, first: string, second: string) => async (tx: Tx) => {
    runs.push(label)
    await tx.run(countUp, { name: first })
    if (runs.filter((run) => run === label).length === 1) await bothHold()
    await tx.run(countUp, { name: second })
    await addFactAndEvent(tx, label === 'one' ? 1n : 2n)
  }
  await Promise.all([stores[0].write(both('one', 'x', 'y')), stores[1].write(both('two', 'y', 'x'))])
  assert.ok(runs.length > 2, 'none had to run again')
  assert.deepEqual(await factsIn(stores[0]), { 1: '', 2: '', x: '2', y: '2' })
  assert.deepEqual((await eventsIn(stores[1])).map((event) => event.user_id).sort(), [1n, 2n])
})

test('a command that was aborted by a deadlock runs again, even if it is alone in its transaction', async (t) => {
  const address = await testAddress(t, 'postgres')
  // With this setting, PostgreSQL finds the deadlock before a command reaches its lock timeout.
  const quick = { ...address, url: `${address.url}?deadlock_timeout=20ms` }
  const stores = [testStore(t, quick), testStore(t, quick)] as const
  await stores[0].write(async (tx) => {
    for (const name of ['x', 'y']) await tx.run(addFact, { name, value: '0' })
  })
  const bothHold = meeting(2)
  let runs = 0
  const both = (first: string, second: string) => async (tx: Tx) => {
    runs += 1
    await tx.run(countUp, { name: first })
    if (runs <= 2) await bothHold()
    await tx.run(countUp, { name: second })
  }
  await Promise.all([stores[0].writeAlone(both('x', 'y')), stores[1].writeAlone(both('y', 'x'))])
  assert.ok(runs > 2, 'none had to run again')
  assert.deepEqual(await factsIn(stores[0]), { x: '2', y: '2' })
})

test('when another process has appended events, a process runs its commands again and no event is lost', async (t) => {
  const address = await testAddress(t, 'postgres')
  const [one, other] = [testStore(t, address), testStore(t, address)]
  let runs = 0
  const add = (id: bigint) =>
    one.write(async (tx) => {
      runs += 1
      await addFactAndEvent(tx, id)
    })
  for (let id = 1n; id <= 20n; id += 1n) await add(id)
  assert.equal(runs, 20)
  await other.write((tx) => addFactAndEvent(tx, 21n))
  await Promise.all([add(22n), add(23n)])
  assert.equal(runs, 24, 'both ran again')
  await add(24n)
  const events = await eventsIn(one)
  assert.deepEqual(
    events.map(({ position }) => position),
    Array.from({ length: 24 }, (_, index) => BigInt(index + 1)),
  )
  assert.deepEqual(
    events
      .slice(0, 21)
      .map(({ user_id }) => user_id)
      .at(-1),
    21n,
  )
  assert.equal(Object.keys(await factsIn(one)).length, 24)
})

test('when a write that was sent with the commit fails, only its command is refused and undone', async (t) => {
  const store = testStore(t, await testAddress(t, 'postgres'))
  const add = (name: string, id: bigint) =>
    store.write(async (tx) => {
      addFacts(tx, [[name, '']]).catch(() => undefined)
      addEvent(tx, id)
    })
  await add('x', 1n)
  await assert.rejects(add('x', 2n), UniqueViolation)
  const [one, other] = await Promise.allSettled([add('y', 3n), add('x', 4n)])
  assert.deepEqual([one?.status, other?.status], ['fulfilled', 'rejected'])
  await add('z', 5n)
  assert.deepEqual(await factsIn(store), { x: '', y: '', z: '' })
  assert.deepEqual(await eventsIn(store), [
    { position: 1n, user_id: 1n },
    { position: 2n, user_id: 3n },
    { position: 3n, user_id: 5n },
  ])
})

test('a command that waits long for a row lock lets other commands commit', async (t) => {
  const address = await testAddress(t, 'postgres')
  const store = testStore(t, address)
  const session = beside(t, address.url)
  await store.write((tx) => tx.run(addFact, { name: 'row', value: '0' }))
  const held = await session.reserve()
  await held.unsafe("begin; update facts set value = '10' where name = 'row'")
  const waiting = store.write((tx) => tx.run(countUp, { name: 'row' }))
  await store.write((tx) => addFactAndEvent(tx, 1n))
  assert.deepEqual(await factsIn(store), { 1: '', row: '0' })
  await held.unsafe('commit')
  held.release()
  await waiting
  assert.deepEqual(await factsIn(store), { 1: '', row: '11' })
})

test('a write to a row that stays locked fails with StoreBusy after 5 s, and the next write works', async (t) => {
  const address = await testAddress(t, 'postgres')
  let time = 0
  const clock = { ...systemClock, monotonic: () => time }
  const store = testStore(t, address, { clock })
  const session = beside(t, address.url)
  await store.write((tx) => tx.run(addFact, { name: 'row', value: '0' }))
  const held = await session.reserve()
  await held.unsafe("begin; update facts set value = '10' where name = 'row'")
  let runs = 0
  const waiting = store.write((tx) => {
    runs += 1
    time += 1_300
    return tx.run(countUp, { name: 'row' })
  })
  await assert.rejects(waiting, StoreBusy)
  assert.equal(runs, 5)
  await store.write((tx) => addFactAndEvent(tx, 1n))
  await held.unsafe('rollback')
  held.release()
  await store.write((tx) => tx.run(countUp, { name: 'row' }))
  assert.deepEqual(await factsIn(store), { 1: '', row: '1' })
})

test('a missing database causes StoreRefused, and a missing server causes StoreUnavailable', async (t) => {
  const { url } = await testAddress(t, 'postgres')
  const missing = testStore(t, { url: url.replace(/\w+$/, 'no_such_database'), file: '' })
  const gone = testStore(t, { url: 'postgres://nobody@127.0.0.1:1/nothing', file: '' })
  for (const [store, kind] of [
    [missing, StoreRefused],
    [gone, StoreUnavailable],
  ] as const) {
    await assert.rejects(factsIn(store), kind)
    const writes = [1n, 2n].map((id) => store.write((tx) => addFactAndEvent(tx, id)))
    for (const result of await Promise.allSettled(writes)) {
      assert.ok(result.status === 'rejected' && result.reason instanceof kind)
    }
  }
})

test('close() ends every session', async (t) => {
  const address = await testAddress(t, 'postgres')
  const session = beside(t, address.url)
  const store = testStore(t, address)
  await store.write((tx) => addFactAndEvent(tx, 1n))
  await Promise.all([factsIn(store), factsIn(store)])
  await store.close()
  const left = () => session`select application_name from pg_stat_activity
    where datname = current_database() and application_name like 'aviary%'`
  while ((await left()).length > 0) await sleep(systemClock, 2)
})

/** Returns a function whose promise resolves when it was called `count` times. */
function meeting(count: number): () => Promise<void> {
  let open = () => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  let here = 0
  return () => {
    here += 1
    if (here === count) open()
    return opened
  }
}

const countUp = query<{ name: string }>()(
  (_, p) => sql`update facts set value = cast(cast(value as integer) + 1 as text) where name = ${p('name')}`,
)

test('analyze() updates the row estimates of the planner', async (t) => {
  const address = await testAddress(t, 'postgres')
  const store = testStore(t, address)
  await store.write(async (tx) => addEvent(tx, 1n))
  const session = beside(t, address.url)
  const rowsOfEvents = async () => {
    const [row] = await session`select reltuples from pg_class where relname = 'events'`
    return Number(row?.['reltuples'])
  }
  assert.notEqual(await rowsOfEvents(), 1)
  await store.analyze()
  assert.equal(await rowsOfEvents(), 1)
})

test('a writeAside command does not block appending commands and does not wait for them', async (t) => {
  const store = testStore(t, await testAddress(t, 'postgres'))
  const gates = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()] as const
  const waiting = (name: string, gate: Promise<undefined>) => async (tx: Tx) => {
    await tx.run(addFact, { name, value: '' })
    await gate
  }
  const aside = store.writeAside(waiting('aside', gates[0].promise))
  await store.write((tx) => addFactAndEvent(tx, 1n))
  gates[0].resolve(undefined)
  await aside
  const appending = store.write(waiting('appending', gates[1].promise))
  await store.writeAside((tx) => tx.run(addFact, { name: 'aside again', value: '' }))
  gates[1].resolve(undefined)
  await appending
  assert.deepEqual(Object.keys(await factsIn(store)).sort(), ['1', 'appending', 'aside', 'aside again'])
})

import assert from 'node:assert/strict'
import { describe, type TestContext, test } from 'node:test'
import type postgres from 'postgres'
import { testDatabase } from '../../test/support/databases/databases.ts'
import { startPostgres } from '../../test/support/databases/postgres-server.ts'
import { windowSuite } from '../../test/support/databases/window-suite.ts'
import { slowTest } from '../../test/support/part.ts'
import * as fc from '../../test/support/properties.ts'
import { TestClock } from '../../test/support/test-clock.ts'
import { connect, rowsOf, type Sql } from '../db/postgres/session.ts'
import type { Query } from '../db/query.ts'
import { RATE_WINDOWS_TABLE } from '../db/rate-windows-table.ts'
import type { Reader } from '../db/store.ts'
import { type Decision, isLive, type RateWindow, type WindowStore } from '../http/rate-limit/window.ts'
import { MemoryWindowStore } from './memory-windows.ts'
import { PostgresWindowStore } from './postgres-windows.ts'

const WINDOW: RateWindow = { limit: 30, seconds: 900 }

/** A connection that counts its statements. */
class Connection implements Pick<Reader, 'rows'> {
  readonly sql: Sql
  statements = 0

  constructor(t: TestContext, url: string, settings: Record<string, string> = {}) {
    this.sql = connect({ url, connections: 1, name: 'test', session: settings })
    t.after(() => this.sql.end())
  }

  rows<Parameters extends object, Row>(
    query: Query<Parameters, Row>,
    parameters: Parameters,
  ): Promise<Row[]> {
    this.statements += 1
    return rowsOf(this.sql, query, parameters)
  }

  async createTable(): Promise<void> {
    for (const statement of RATE_WINDOWS_TABLE) await this.sql.unsafe(statement)
  }
}

/** A database that returns these results, one for each statement. */
function scripted(...answers: (() => Promise<unknown[]>)[]): Pick<Reader, 'rows'> {
  return { rows: (async () => (await answers.shift()?.()) ?? []) as Reader['rows'] }
}

/** Charged units of a window, including units that were charged in advance. */
async function usedIn(connection: Connection, key: string): Promise<number> {
  const [row] = await connection.sql`select used from rate_windows where key = ${key}`
  return Number(row?.['used'] ?? 0)
}

async function database(t: TestContext): Promise<{ url: string; connection: Connection }> {
  const url = await testDatabase(t)
  const connection = new Connection(t, url)
  await connection.createTable()
  return { url, connection }
}

windowSuite(
  'PostgreSQL store',
  async (t, clock) => new PostgresWindowStore((await database(t)).connection, clock),
  50,
)

describe('many callers on several connections', () => {
  async function rush(stores: readonly WindowStore[], key: string): Promise<Decision[]> {
    const requests = Array.from({ length: 100 }, (_, n) => stores[n % stores.length]?.take(key, WINDOW))
    return (await Promise.all(requests)).filter((decision) => decision !== undefined)
  }

  function assertExactlyTheLimit(decisions: readonly Decision[], reset: number): void {
    const granted = decisions.filter(({ allowed }) => allowed).map(({ remaining }) => remaining)
    assert.deepEqual(
      granted.sort((a, b) => b - a),
      Array.from({ length: 30 }, (_, n) => 29 - n),
    )
    const refused = decisions.filter(({ allowed }) => !allowed)
    assert.equal(refused.length, 70)
    assert.deepEqual(new Set(refused.map(({ remaining }) => remaining)), new Set([0]))
    assert.deepEqual(new Set(decisions.map((decision) => decision.reset)), new Set([reset]))
  }

  test('get exactly the limit, in the first window and in later windows', async (t) => {
    const { url } = await database(t)
    const clock = new TestClock()
    const connections = Array.from({ length: 6 }, () => new Connection(t, url))
    const stores = connections.map((connection) => new PostgresWindowStore(connection, clock))
    for (let round = 0; round < 10; round++) {
      const reset = clock.now() / 1000 + 900
      assertExactlyTheLimit(await rush(stores, 'a'), reset)
      clock.advance(900_000)
    }
  })

  test('get exactly the limit while ended windows are deleted', async (t) => {
    const { url, connection } = await database(t)
    const clock = new TestClock()
    const sweeper = new PostgresWindowStore(connection, clock)
    const connections = Array.from({ length: 4 }, () => new Connection(t, url))
    const stores = connections.map((connection) => new PostgresWindowStore(connection, clock))
    for (let round = 0; round < 10; round++) {
      const reset = clock.now() / 1000 + 900
      const [decisions] = await Promise.all([rush(stores, 'a'), sweeper.deleteEnded(), sweeper.deleteEnded()])
      assertExactlyTheLimit(decisions, reset)
      clock.advance(900_000)
    }
  })
})

test('a granted and a refused request take one statement each', async (t) => {
  const { connection } = await database(t)
  const store = new PostgresWindowStore(connection, new TestClock())
  assert.equal((await store.take('a', { limit: 1, seconds: 900 })).allowed, true)
  assert.equal(connection.statements, 1)
  assert.equal((await store.take('a', { limit: 1, seconds: 900 })).allowed, false)
  assert.equal(connection.statements, 2)
})

describe('concurrent requests under one key', () => {
  test('share a statement, and are counted in order', async (t) => {
    const { connection } = await database(t)
    const store = new PostgresWindowStore(connection, new TestClock())
    const takes = Array.from({ length: 8 }, () => store.take('a', WINDOW))
    const [other] = await Promise.all([store.take('b', WINDOW), ...takes])
    assert.deepEqual(
      (await Promise.all(takes)).map(({ allowed, remaining }) => [allowed, remaining]),
      Array.from({ length: 8 }, (_, n) => [true, 29 - n]),
    )
    assert.equal(other.remaining, 29)
    assert.equal(connection.statements, 1, 'other windows too')
  })

  test('share a refusal if the window was spent before them, or by some of them', async (t) => {
    const { connection } = await database(t)
    const store = new PostgresWindowStore(connection, new TestClock())
    const take = () => Promise.all(Array.from({ length: 40 }, async () => store.take('a', WINDOW)))
    const first = await take()
    assert.equal(first.filter(({ allowed }) => allowed).length, 30)
    assert.ok(connection.statements <= 2, `${connection.statements} statements`)
    const second = await take()
    assert.deepEqual(new Set(second), new Set([first[39]]))
    assert.deepEqual(first[39], { ...first[29], allowed: false })
    assert.ok(connection.statements <= 4, `${connection.statements} statements`)
  })

  test('are decided like sequential requests, with any costs', async (t) => {
    const { connection } = await database(t)
    const clock = new TestClock()
    const store = new PostgresWindowStore(connection, clock)
    let key = 0
    const costs = fc.array(fc.integer({ min: 1, max: 12 }), { minLength: 1, maxLength: 12 })
    await fc.assert(
      fc.asyncProperty(fc.array(costs, { minLength: 1, maxLength: 3 }), async (turns) => {
        key += 1
        const reference = new MemoryWindowStore({ clock })
        for (const turn of turns) {
          const expected = turn.map((cost) => reference.take(String(key), WINDOW, cost))
          const got = await Promise.all(turn.map((cost) => store.take(String(key), WINDOW, cost)))
          assert.deepEqual(got, expected)
        }
      }),
      { numRuns: 50 },
    )
  })

  test('fail together if their statement fails, and later requests do not fail', async () => {
    const clock = new TestClock()
    const row = { key: 'a', allowed: 1, started_at: clock.now(), length_s: 900, used: 1 }
    const store = new PostgresWindowStore(
      scripted(
        () => Promise.reject(new Error('gone')),
        () => Promise.resolve([row]),
      ),
      clock,
    )
    const takes = [store.take('a', WINDOW), store.take('a', WINDOW)]
    for (const take of takes) await assert.rejects(async () => take, /gone/)
    assert.equal((await store.take('a', WINDOW)).remaining, 29)
  })
})

test('a refusal whose row still has enough units is not retried without end', async () => {
  const clock = new TestClock()
  const row = { key: 'a', allowed: 0, started_at: clock.now(), length_s: 900, used: 3 }
  const store = new PostgresWindowStore({ rows: (async () => [row]) as unknown as Reader['rows'] }, clock)
  const takes = await Promise.all(Array.from({ length: 5 }, async () => store.take('a', WINDOW)))
  assert.deepEqual(
    new Set(takes.map(({ allowed, remaining }) => `${allowed} ${remaining}`)),
    new Set(['false 0']),
  )
})

test('a window that other requests spent during the statement is read again', async () => {
  const clock = new TestClock()
  const row = { key: 'a', started_at: clock.now(), length_s: 900, used: 30 }
  const answers = [[{ ...row, allowed: 0, started_at: clock.now() - 900_000 }], [row]]
  const store = new PostgresWindowStore(
    { rows: (async () => answers.shift() ?? []) as unknown as Reader['rows'] },
    clock,
  )
  const expected = { allowed: false, limit: 30, remaining: 0, reset: clock.now() / 1000 + 900 }
  assert.deepEqual(await store.take('a', WINDOW), expected)
  assert.deepEqual(answers, [])
})

test('a refusal never shows remaining requests from an outdated row', async () => {
  const clock = new TestClock()
  const row = { key: 'a', allowed: 0, started_at: clock.now(), length_s: 900, used: 3 }
  const store = new PostgresWindowStore({ rows: (async () => [row]) as unknown as Reader['rows'] }, clock)
  assert.equal((await store.take('a', WINDOW)).remaining, 0)
  assert.equal((await store.take('a', WINDOW, 5)).remaining, 4)
})

test('the database and the program agree on which windows are live', async (t) => {
  const { connection } = await database(t)
  const clock = new TestClock()
  const store = new PostgresWindowStore(connection, clock)
  const once = { limit: 1, seconds: 900 }
  for (const ms of [-901_000, -900_000, -1000, 0, 899_999, 900_000]) {
    const startedAt = clock.now()
    await store.take(String(ms), once)
    clock.set(startedAt + ms)
    const live = isLive({ startedAt, seconds: 900, used: 1 }, clock.now())
    assert.equal((await store.take(String(ms), once)).allowed, !live, `${ms} ms after the start`)
    clock.set(startedAt)
  }
})

test('deleteEnded deletes only ended windows, in batches', async (t) => {
  const { connection } = await database(t)
  const clock = new TestClock()
  const store = new PostgresWindowStore(connection, clock)
  await connection.sql`
    insert into rate_windows select n::text, ${clock.now()}::bigint, 900, 1 from generate_series(1, 2500) as n`
  await store.take('daily', { limit: 1000, seconds: 86_400 })
  clock.advance(899_999)
  assert.equal(await store.deleteEnded(), 0)
  clock.advance(1)
  await store.take('1', WINDOW)
  assert.equal(await store.deleteEnded(), 2499)
  const rows = await connection.sql`select key from rate_windows order by key`
  assert.deepEqual(
    rows.map((row) => row['key']),
    ['1', 'daily'],
  )
})

test('deleteEnded does not read the whole table', async (t) => {
  const { url, connection } = await database(t)
  await connection.sql`
    insert into rate_windows select n::text, 1000000::bigint * n, 900, 1 from generate_series(1, 5000) as n`
  await connection.sql`analyze rate_windows`
  // pg_stat_get_xact_numscans counts the scans of the open transaction. On a new connection it starts at 0.
  const fresh = new Connection(t, url)
  await fresh.sql.unsafe('begin')
  assert.equal(await new PostgresWindowStore(fresh, new TestClock(5_000_000)).deleteEnded(), 4)
  const [usage] = await fresh.sql`
    select pg_stat_get_xact_numscans('rate_windows'::regclass) as table_scans,
      pg_stat_get_xact_numscans('rate_windows_end'::regclass) > 0 as index_used`
  await fresh.sql.unsafe('commit')
  assert.deepEqual({ ...usage }, { table_scans: 0n, index_used: true })
})

test('deleteEnded does not wait for a window that is being charged', async (t) => {
  const { url, connection } = await database(t)
  const clock = new TestClock()
  const store = new PostgresWindowStore(connection, clock)
  await store.take('a', WINDOW)
  await store.take('b', WINDOW)
  clock.advance(900_000)
  const other = new Connection(t, url)
  await other.sql.unsafe('begin')
  await new PostgresWindowStore(other, clock).take('a', WINDOW)
  assert.equal(await store.deleteEnded(), 1)
  await other.sql.unsafe('commit')
  assert.equal((await store.peek('a', WINDOW)).remaining, 29)
})

slowTest(
  'charges do not wait for the disk or a standby, and do not change the settings of the connection',
  {
    timeout: 60_000,
  },
  async (t) => {
    // With synchronous replication and without a standby, a commit with default settings never returns.
    const server = await startPostgres({ settings: { synchronous_standby_names: 'absent' } })
    t.after(() => server.stop())
    const observer = new Connection(t, server.url(), { synchronous_commit: 'off' })
    await observer.createTable()
    const connection = new Connection(t, server.url())
    const store = new PostgresWindowStore(connection, new TestClock())
    assert.equal((await store.take('a', WINDOW)).remaining, 29)
    assert.equal((await store.take('a', WINDOW)).remaining, 28)

    const usual = connection.sql`insert into rate_windows values ('b', 0, 900, 1)`.execute()
    let waiting: postgres.RowList<postgres.Row[]>
    do {
      waiting =
        await observer.sql`select pg_cancel_backend(pid) from pg_stat_activity where wait_event = 'SyncRep'`
    } while (waiting.length === 0)
    await usual
  },
)

describe('windows of 300 or more', () => {
  const LARGE: RateWindow = { limit: 300, seconds: 900 }

  async function stage(t: TestContext, count: number) {
    const { url, connection } = await database(t)
    const clock = new TestClock()
    const connections = Array.from({ length: count }, () => new Connection(t, url))
    const stores = connections.map((each) => new PostgresWindowStore(each, clock))
    const statements = () => connections.reduce((sum, each) => sum + each.statements, 0)
    return { connection, clock, stores, statements }
  }

  test('are charged in slices: requests between two charges cost no statement, and get exact numbers', async (t) => {
    const { connection, stores, statements, clock } = await stage(t, 1)
    const [store] = stores as [PostgresWindowStore]
    const reset = clock.now() / 1000 + 900
    for (let request = 1; request <= 300; request += 1) {
      const decision = await store.take('a', LARGE)
      assert.deepEqual(decision, { allowed: true, limit: 300, remaining: 300 - request, reset })
      assert.ok((await usedIn(connection, 'a')) >= request, 'charged before it is granted')
    }
    assert.ok(statements() <= 60, `${statements()} statements for 300 requests`)
    assert.deepEqual(await store.take('a', LARGE), { allowed: false, limit: 300, remaining: 0, reset })
    await store.close()
  })

  test('smaller windows are charged for each request', async (t) => {
    const { stores, statements } = await stage(t, 1)
    const [store] = stores as [PostgresWindowStore]
    for (let request = 0; request < 10; request += 1) await store.take('a', { limit: 299, seconds: 900 })
    assert.equal(statements(), 10)
  })

  test('the sum over all processes never exceeds the window, in any order', async (t) => {
    const { connection, stores, clock } = await stage(t, 3)
    let key = 0
    const turn = fc.array(fc.nat(2), { minLength: 1, maxLength: 120 })
    const event = fc.constantFrom('none' as const, 'idle' as const, 'refund' as const)
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(turn, event), { minLength: 4, maxLength: 8 }), async (turns) => {
        key += 1
        const name = String(key)
        let granted = 0
        for (const [takers, what] of turns) {
          const decisions = await Promise.all(takers.map((at) => stores[at]?.take(name, LARGE)))
          granted += decisions.filter((decision) => decision?.allowed).length
          assert.ok(granted <= 300, `${granted} were granted`)
          assert.ok(granted <= (await usedIn(connection, name)))
          // The first call keeps the slices that were used since the last call. The second call refunds them.
          const calls = { none: 0, idle: 1, refund: 2 }[what]
          for (let call = 0; call < calls; call += 1) {
            for (const store of stores) await store.refundIdle()
          }
        }
        for (const store of stores) for (let time = 0; time < 2; time += 1) await store.refundIdle()
        assert.equal(await usedIn(connection, name), granted, 'every unit is granted or refunded')
        // Any process can grant the remaining units, including the last unit.
        for (let at = granted; at < 300; at += 1) {
          assert.equal(
            (await stores[at % 3]?.take(name, LARGE))?.allowed || (await anyTakes(stores, name)),
            true,
          )
        }
        assert.equal(await anyTakes(stores, name), false)
      }),
      { numRuns: 6 },
    )
    clock.advance(900_000)
  })

  async function anyTakes(stores: readonly PostgresWindowStore[], key: string): Promise<boolean> {
    for (const store of stores) if ((await store.take(key, LARGE)).allowed) return true
    return false
  }

  test('an unused slice is refunded, also when a process stops', async (t) => {
    const { connection, stores, clock } = await stage(t, 1)
    const [store] = stores as [PostgresWindowStore]
    await store.take('a', LARGE)
    assert.equal(await usedIn(connection, 'a'), 16)
    clock.advance(4_999)
    await store.take('a', LARGE)
    await store.refundIdle()
    assert.equal(await usedIn(connection, 'a'), 16, 'it was used a moment ago')
    await store.refundIdle()
    assert.equal(await usedIn(connection, 'a'), 2)
    await store.take('a', LARGE)
    await store.close()
    assert.equal(await usedIn(connection, 'a'), 3)
  })

  test('peek shows granted units, and not units that were charged in advance', async (t) => {
    const { stores } = await stage(t, 1)
    const [store] = stores as [PostgresWindowStore]
    await store.take('a', LARGE)
    assert.equal((await store.peek('a', LARGE)).remaining, 299)
    assert.equal((await store.peekAll([{ key: 'a', window: LARGE }]))[0]?.remaining, 299)
  })

  test('a slice ends with its window', async (t) => {
    const { stores, clock } = await stage(t, 1)
    const [store] = stores as [PostgresWindowStore]
    await store.take('a', LARGE)
    clock.set(clock.now() + 900_000)
    assert.deepEqual(await store.take('a', LARGE), {
      allowed: true,
      limit: 300,
      remaining: 299,
      reset: clock.now() / 1000 + 900,
    })
  })
})

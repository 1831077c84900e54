import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTestApp } from '../../test/support/api-client.ts'
import { slowTest } from '../../test/support/part.ts'
import { startTestServer, type TestServer, type TestServerOptions } from '../../test/support/server.ts'
import { raw } from '../../test/support/tables.ts'
import { TestClock } from '../../test/support/test-clock.ts'
import { createUsers } from '../../test/support/users.ts'
import { waitUntil } from '../../test/support/wait-until.ts'
import { connect } from '../db/postgres/session.ts'
import { ROLES } from '../lib/hosts/roles.ts'
import { WorkerLeaseLost } from '../lib/ids/snowflake.ts'
import { ClockWatch } from '../lib/time/clock-watch.ts'
import { forRole, type RelayReadiness, readiness } from './readiness.ts'

async function readyz({ server }: TestServer): Promise<{ status: number; reason: unknown }> {
  const response = await fetch(`${server.opsUrl}/readyz`)
  const { reason } = (await response.json()) as { readonly reason?: unknown }
  return { status: response.status, reason }
}

async function stage(t: Parameters<typeof startTestServer>[0], options: TestServerOptions) {
  const place = await startTestServer(t, { settings: { limits: 'off' }, ...options })
  const [user] = await createUsers(place.context, 1)
  assert.ok(user)
  const credentials = await (await createTestApp(place.context)).asUser(user.id)
  let texts = 0
  const write = async () => {
    texts += 1
    const url = `${place.url}/1.1/statuses/update.json`
    const form = { status: `${texts} ${'long enough to need a page now and then '.repeat(6)}` }
    const response = await fetch(url, {
      method: 'POST',
      headers: { authorization: credentials('POST', url, form) },
      body: new URLSearchParams(form),
    })
    return `${response.status} ${response.status === 200 ? '' : await response.text()}`
  }
  const read = async () => {
    const url = `${place.url}/1.1/account/verify_credentials.json`
    return (await fetch(url, { headers: { authorization: credentials('GET', url) } })).status
  }
  return { place, write, read }
}

const REFUSED = /^503 \{"errors":\[\{"code":130,/

test('when the disk is full, writes are refused, readiness reports this and reads continue; the server recovers when there is space', async (t) => {
  const clock = new TestClock()
  const { place, write, read } = await stage(t, { clock })
  const { store } = place.context
  assert.equal(await write(), '200 ')
  assert.deepEqual(await readyz(place), { status: 200, reason: undefined })
  const limit = (pages: number) => store.write((tx) => tx.rows(raw(`pragma max_page_count = ${pages}`), {}))
  const pages = await store.first(raw('pragma page_count'), {})
  await limit(Number(pages?.['page_count']))
  let verdict = await write()
  // Partly filled pages can still accept a few rows.
  while (verdict === '200 ') verdict = await write()
  assert.match(verdict, REFUSED)
  const { status, reason } = await readyz(place)
  assert.equal(status, 503)
  assert.match(String(reason), /full|space|room/)
  assert.equal(await read(), 200)
  await limit(1_000_000)
  assert.equal(await write(), '200 ')
  assert.deepEqual(await readyz(place), { status: 200, reason: undefined })
})

slowTest(
  'readiness detects a full disk and its recovery by a write of its own, without other writes',
  async (t) => {
    const { place } = await stage(t, {})
    const { store } = place.context
    const limit = (pages: number) => store.write((tx) => tx.rows(raw(`pragma max_page_count = ${pages}`), {}))
    await limit(Number((await store.first(raw('pragma page_count'), {}))?.['page_count']))
    assert.equal((await readyz(place)).status, 503)
    await limit(1_000_000)
    await waitUntil(async () => (await readyz(place)).status === 200)
  },
)

test('readiness reports a refused write for five seconds, or until a write with an event succeeds', async (t) => {
  const clock = new TestClock()
  const { place, write } = await stage(t, { clock })
  const { store } = place.context
  const large = () =>
    store.write((tx) =>
      tx.run(raw(`insert into facts (name, value) values ('large', hex(zeroblob(10000000)))`), {}),
    )
  const fill = async () => {
    assert.equal((await readyz(place)).status, 200)
    const pages = Number((await store.first(raw('pragma page_count'), {}))?.['page_count'])
    await store.write((tx) => tx.rows(raw(`pragma max_page_count = ${pages + 100}`), {}))
    await assert.rejects(large)
  }
  await fill()
  assert.equal((await readyz(place)).status, 503)
  clock.step(86_400_000)
  assert.equal((await readyz(place)).status, 503)
  clock.advance(5_000)
  assert.equal((await readyz(place)).status, 200)
  await fill()
  assert.equal((await readyz(place)).status, 503)
  assert.equal(await write(), '200 ')
  assert.equal((await readyz(place)).status, 200)
})

slowTest(
  'PostgreSQL that refuses writes: 503 until it accepts them again',
  { timeout: 60_000 },
  async (t) => {
    const { place, write } = await stage(t, { engine: 'postgres' })
    assert.deepEqual(await readyz(place), { status: 200, reason: undefined })
    const bystander = connect({ url: place.config.database, connections: 1, name: 'test' })
    t.after(() => bystander.end())
    const [row] = await bystander`select current_database() as name`
    const name = String(row?.['name'])
    const turn = async (value: 'on' | 'off') => {
      await bystander.unsafe(`set transaction_read_only = off`).catch(() => undefined)
      await bystander.unsafe(`alter database ${name} set default_transaction_read_only = ${value}`)
      await bystander`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`
    }
    await turn('on')
    await waitUntil(
      async () =>
        REFUSED.test(await write()) && /accepts no writes/.test(String((await readyz(place)).reason)),
    )
    await turn('off')
    await waitUntil(async () => (await write()) === '200 ')
    await waitUntil(async () => (await readyz(place)).status === 200)
  },
)

function parts(clock = new TestClock()) {
  return {
    state: { draining: false, damage: undefined as Error | undefined },
    database: { answers: async () => undefined, takesWrites: async () => undefined } as {
      answers(): Promise<void>
      takesWrites(): Promise<void>
    },
    ids: { ready: async () => undefined, idsAheadMs: 0 },
    relay: (): RelayReadiness | undefined => undefined,
    watch: new ClockWatch(clock),
    clock,
    roles: ROLES,
  }
}

test('a check that takes more than two seconds counts as failed', async () => {
  for (const [method, reason] of [
    ['answers', /does not answer/],
    ['takesWrites', /accepts no writes/],
  ] as const) {
    const given = parts()
    given.database[method] = () => new Promise<never>(() => undefined)
    const asked = readiness(given)
    await new Promise(setImmediate)
    given.clock.advance(2_000)
    assert.match(String((await asked).reason), reason)
  }
})

test('a server that cannot make ids is not ready; readiness reports a stop of the server or corrupt data first', async () => {
  const given = parts()
  given.ids.ready = () => Promise.reject(new WorkerLeaseLost('no number'))
  assert.equal((await readiness(given)).reason, 'no number')
  given.state.draining = true
  assert.equal((await readiness(given)).reason, 'the server is stopping')
  given.state.damage = new Error('damaged')
  assert.equal((await readiness(given)).reason, 'damaged')
})

test('readiness reports a step of the clock for an hour, and stays ready', async () => {
  const given = parts()
  assert.deepEqual(await readiness(given), {
    reason: undefined,
    clock: undefined,
    relay: undefined,
    roles: ROLES,
  })
  given.clock.step(-90_000)
  assert.deepEqual(await readiness(given), {
    reason: undefined,
    clock: 'the clock was set back by 90 s, 0 s ago',
    relay: undefined,
    roles: ROLES,
  })
  given.clock.advance(3_600_000)
  assert.equal((await readiness(given)).clock, undefined)
})

test('readiness reports an unreachable relay, and stays ready', async () => {
  const given = parts()
  const cases = [
    [{ work: 'reading', problem: undefined }, 'reading'],
    [{ work: 'none', problem: 'NATS is away' }, 'the database serves: NATS is away'],
    [{ work: 'none', problem: undefined }, 'the database serves: the relay is being opened'],
  ] as const
  for (const [relay, expected] of cases) {
    given.relay = () => relay
    const { roles: _, ...rest } = await readiness(given)
    assert.deepEqual(rest, { reason: undefined, clock: undefined, relay: expected })
  }
})

test('/readyz?role= reports whether the node has all requested roles', () => {
  const state = { reason: undefined, clock: undefined, relay: undefined, roles: ['api', 'jobs'] as const }
  for (const asked of [undefined, 'api', 'jobs,api', ['api', 'jobs'], []]) {
    assert.equal(forRole(state, asked).reason, undefined)
  }
  for (const [asked, lacked] of [
    ['streams', 'streams'],
    ['api,webhooks', 'webhooks'],
    [['api', 'typo'], 'typo'],
    ['', ''],
  ] as const) {
    assert.equal(forRole(state, asked).reason, `this node has the roles api,jobs, not ${lacked}`)
  }
})

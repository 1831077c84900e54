/**
 * Tests promises 7 to 9 with several servers on one PostgreSQL. A change is visible on the committing server
 * when that server responds, and on other servers within one second, even when signals, clocks, processes or
 * the database fail (decision 0056).
 */
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { readMembers } from '../../src/cluster/nodes.ts'
import { SESSION_NAME } from '../../src/cluster/postgres.ts'
import { connect } from '../../src/db/postgres/session.ts'
import { changeUserState } from '../../src/domain/accounts/change-user-state.ts'
import { createApp } from '../../src/domain/apps/create-app.ts'
import { regenerateBearer } from '../../src/domain/apps/regenerate-bearer.ts'
import type { Context } from '../../src/domain/context.ts'
import { createPost } from '../../src/domain/posts/write/create-post.ts'
import { deletePost } from '../../src/domain/posts/write/delete-post.ts'
import { type Clock, sleep, systemClock } from '../../src/lib/time/clock.ts'
import { ask, bearer, createTestApp } from '../support/api-client.ts'
import { freshConfig, testRuntime } from '../support/engines.ts'
import { byPart, slowTest } from '../support/part.ts'
import { KillableServer } from '../support/processes/killable-server.ts'
import { startTestServer } from '../support/server.ts'
import { TestClock } from '../support/test-clock.ts'
import { createOneUser } from '../support/users.ts'
import { waitUntil } from '../support/wait-until.ts'

const SETTINGS = { limits: 'off' }
const PATH = '/1.1/application/rate_limit_status.json'
const BOUND_MS = 1_000
/** Number of tokens whose longest life is measured. */
const TIMES = byPart(2, 5)
/** Longer than a node stays a member without renewals (45 s), and than the lease of a worker number (60 s). */
const STOPPED_MS = 65_000

async function newApp(context: Context) {
  const owner = await createOneUser(context)
  return createApp(context, { name: 'Test', ownerId: owner.id, permissions: 'read' })
}

async function statusOf(url: string, token: string): Promise<number> {
  return (await ask(`${url}${PATH}`, bearer(token))).status
}

/**
 * Regenerates the token repeatedly. Returns the longest time in ms in which the old token was accepted after
 * the commit; -1 if the old token was never accepted.
 */
async function longestLife(url: string, context: Context, times: number): Promise<number> {
  const { appId, bearerToken } = await newApp(context)
  let token = bearerToken
  let longest = -1
  for (let time = 0; time < times; time += 1) {
    assert.equal(await statusOf(url, token), 200, 'a new token works immediately')
    const next = await regenerateBearer(context, appId)
    const committed = performance.now()
    // Only requests that begin before the maximum delay has passed may be accepted.
    for (let began = committed; ; began = performance.now()) {
      if ((await statusOf(url, token)) !== 200) break
      longest = Math.max(longest, began - committed)
    }
    token = next
  }
  return longest
}

/** Counts the signals of the log that are received until the test ends. */
async function countSignals(t: TestContext, url: string): Promise<() => number> {
  let heard = 0
  const onNotify = () => {
    heard += 1
  }
  const ear = connect({ url, connections: 1, name: 'ear', onNotify })
  t.after(() => ear.end())
  await ear.unsafe('listen aviary_cluster')
  return () => heard
}

/** A process that sends no signals, because its clock does not advance. */
async function muteWriter(t: TestContext, config: Awaited<ReturnType<typeof freshConfig>>): Promise<Context> {
  const { context } = await testRuntime(t, config, new TestClock(Date.now()))
  // The first commit of a process sends its signal immediately. Therefore this first commit is made here.
  await createOneUser(context)
  return context
}

/** A {@link muteWriter}, and a function that counts the signals after that of its first commit. */
async function countedWriter(t: TestContext, config: Awaited<ReturnType<typeof freshConfig>>) {
  const heard = await countSignals(t, config.database)
  const writer = await muteWriter(t, config)
  await waitUntil(() => heard() > 0)
  const first = heard()
  return { writer, signals: () => heard() - first }
}

test('promise 7: a revoked token stops working on the committing server when it responds, and on the other server within a second', async (t) => {
  const config = await freshConfig(t, 'postgres', SETTINGS)
  const one = await startTestServer(t, { config })
  const other = await startTestServer(t, { config })
  assert.equal(await longestLife(one.url, one.context, TIMES), -1)
  const longest = await longestLife(other.url, one.context, TIMES)
  assert.ok(longest <= BOUND_MS, `${longest} ms`)
})

test('promise 7: without signals, a revoked token stops working within a second', async (t) => {
  const config = await freshConfig(t, 'postgres', SETTINGS)
  const { url } = await startTestServer(t, { config })
  const { writer, signals } = await countedWriter(t, config)
  const longest = await longestLife(url, writer, TIMES)
  assert.equal(signals(), 0)
  assert.ok(longest <= BOUND_MS, `${longest} ms`)
})

slowTest(
  'promise 7: a suspended process that continues accepts no outdated token',
  {
    timeout: 60_000,
  },
  async (t) => {
    const config = await freshConfig(t, 'postgres', SETTINGS)
    const writer = await muteWriter(t, config)
    const server = new KillableServer(t, config)
    await server.start()
    const { appId, bearerToken } = await newApp(writer)
    assert.equal(await statusOf(server.url, bearerToken), 200)
    server.signal('SIGSTOP')
    await regenerateBearer(writer, appId)
    // The requests are in the socket when the process continues, before any timer or response of the
    // database.
    const asked = Array.from({ length: 20 }, () => statusOf(server.url, bearerToken))
    await sleep(systemClock, 2 * BOUND_MS)
    server.signal('SIGCONT')
    assert.deepEqual(new Set(await Promise.all(asked)), new Set([401]))
  },
)

slowTest(
  'promise 7: while signals between two nodes are cut, a token that one node invalidates stops working on the other node within a second',
  { timeout: 60_000 },
  async (t) => {
    const config = await freshConfig(t, 'postgres', SETTINGS)
    const { context } = await testRuntime(t, config)
    const [one, other] = [new KillableServer(t, config), new KillableServer(t, config)]
    await one.start()
    await other.start()
    // Nodes signal and listen through these sessions, and open them again after each cut.
    const cutter = connect({
      url: config.database,
      connections: 1,
      name: 'cutter',
      onNotify: () => undefined,
    })
    t.after(() => cutter.end())
    let cuts = 0
    let isOver = false
    const cutting = (async () => {
      while (!isOver) {
        const cut = await cutter`select pg_terminate_backend(pid) from pg_stat_activity
          where application_name = ${SESSION_NAME} and datname = current_database()`
        cuts += cut.length
        await sleep(systemClock, 20)
      }
    })()
    for (let time = 0; time < 5; time += 1) {
      const app = await newApp(context)
      const form = { access_token: app.bearerToken }
      await waitUntil(async () => (await statusOf(other.url, app.bearerToken)) === 200)
      const basic = Buffer.from(`${app.consumerKey}:${app.consumerSecret}`).toString('base64')
      const { status } = await fetch(`${one.url}/oauth2/invalidate_token`, {
        method: 'POST',
        headers: { authorization: `Basic ${basic}` },
        body: new URLSearchParams(form),
      })
      assert.equal(status, 200)
      const invalidated = performance.now()
      let longest = -1
      for (let began = invalidated; ; began = performance.now()) {
        if ((await statusOf(other.url, app.bearerToken)) !== 200) break
        longest = began - invalidated
      }
      assert.ok(longest <= BOUND_MS, `${longest} ms`)
    }
    isOver = true
    await cutting
    assert.ok(cuts > 2, `${cuts} cuts`)
  },
)

slowTest(
  'promise 7: a node that is stopped for more than a minute accepts no outdated token and makes no id twice',
  { timeout: 180_000 },
  async (t) => {
    const config = await freshConfig(t, 'postgres', SETTINGS)
    const { context, store } = await testRuntime(t, config)
    const [stopped, other] = [new KillableServer(t, config), new KillableServer(t, config)]
    await stopped.start()
    await other.start()
    const members = async () => (await readMembers(store)).length
    await waitUntil(async () => (await members()) === 2)
    const app = await createTestApp(context)
    const as = await app.asUser((await createOneUser(context)).id)
    const { appId, bearerToken } = await newApp(context)
    const post = async ({ url }: KillableServer, text: string): Promise<string> => {
      const address = `${url}/1.1/statuses/update.json`
      const headers = { authorization: as('POST', address, { status: text }) }
      const response = await fetch(address, {
        method: 'POST',
        headers,
        body: new URLSearchParams({ status: text }),
      })
      const body = await response.text()
      assert.equal(response.status, 200, body)
      return String(JSON.parse(body).id_str)
    }
    const ids = [await post(stopped, 'before')]
    assert.equal(await statusOf(stopped.url, bearerToken), 200)
    stopped.signal('SIGSTOP')
    await regenerateBearer(context, appId)
    const asked = Array.from({ length: 20 }, () => statusOf(stopped.url, bearerToken))
    await sleep(systemClock, STOPPED_MS)
    assert.equal(await members(), 1)
    ids.push(await post(other, 'meanwhile'))
    stopped.signal('SIGCONT')
    assert.deepEqual(new Set(await Promise.all(asked)), new Set([401]))
    for (let time = 0; time < 10; time += 1)
      ids.push(await post(stopped, `after ${time}`), await post(other, `too ${time}`))
    assert.equal(new Set(ids).size, ids.length)
    await waitUntil(async () => (await members()) === 2)
  },
)

slowTest('promise 7: a server with a wrong and changing clock sees a change within a second', async (t) => {
  const config = await freshConfig(t, 'postgres', SETTINGS)
  let wrongBy = 3 * 3_600_000
  const clock: Clock = { ...systemClock, now: () => Date.now() + wrongBy }
  const { url } = await startTestServer(t, { config, clock })
  const writer = await muteWriter(t, config)
  for (const by of [-7_200_000, 0, 86_400_000]) {
    const longest = await longestLife(url, writer, 2)
    assert.ok(longest <= BOUND_MS, `${longest} ms`)
    wrongBy = by
  }
})

slowTest(
  'promise 7: caches older than a second are not used while the database does not respond',
  async (t) => {
    const config = await freshConfig(t, 'postgres', SETTINGS)
    const { url } = await startTestServer(t, { config })
    const writer = await muteWriter(t, config)
    const { appId, bearerToken } = await newApp(writer)
    assert.equal(await statusOf(url, bearerToken), 200)
    await regenerateBearer(writer, appId)
    const blocker = connect({ url: config.database, connections: 1, name: 'blocker' })
    t.after(() => blocker.end())
    await blocker.unsafe('begin; lock table event_log in access exclusive mode')
    await sleep(systemClock, BOUND_MS)
    let answered = 0
    const asked = Array.from({ length: 20 }, async () => {
      const status = await statusOf(url, bearerToken)
      answered += 1
      return status
    })
    await sleep(systemClock, BOUND_MS / 2)
    assert.equal(answered, 0)
    const [row] = await blocker`select count(*)::integer as waiting from pg_stat_activity
    where wait_event_type = 'Lock' and query like '%event_log%' and datname = current_database()`
    assert.ok(row?.['waiting'] <= 2, `${row?.['waiting']} looks wait`)
    await blocker.unsafe('commit')
    assert.deepEqual(new Set(await Promise.all(asked)), new Set([401]))
    await waitUntil(async () => (await statusOf(url, bearerToken)) === 401)
  },
)

slowTest(
  'promises 8 and 9: without signals, a deleted post and a protected user are shown for at most a second',
  async (t) => {
    const config = await freshConfig(t, 'postgres', SETTINGS)
    const { url } = await startTestServer(t, { config })
    const { writer, signals } = await countedWriter(t, config)
    const { bearerToken } = await newApp(writer)
    const author = await createOneUser(writer)
    const { id: deleted } = await createPost(writer, { authorId: author.id, text: 'Here' })
    const { id: left } = await createPost(writer, { authorId: author.id, text: 'Still here' })
    const show = async (id: bigint) =>
      (await ask(`${url}/1.1/statuses/show.json?id=${id}`, bearer(bearerToken))).status
    const shownFor = async (id: bigint, change: () => Promise<unknown>) => {
      assert.equal(await show(id), 200)
      await change()
      const committed = performance.now()
      for (let began = committed; ; began = performance.now()) {
        if ((await show(id)) !== 200) return
        assert.ok(began - committed <= BOUND_MS, `${began - committed} ms`)
      }
    }
    await shownFor(deleted, () => deletePost(writer, { postId: deleted }))
    await shownFor(left, () => changeUserState(writer, { userId: author.id, action: 'protect' }))
    assert.equal(signals(), 0)
  },
)

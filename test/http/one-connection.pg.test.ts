/**
 * Tests that an app has at most one connection to a stream over all processes
 * (spec/post-streams.md#connection-limit).
 */
import assert from 'node:assert/strict'
import { type LeaseGrant, NO_TTL } from '../../src/cluster/cluster.ts'
import { SESSION_NAME } from '../../src/cluster/postgres.ts'
import { connect } from '../../src/db/postgres/session.ts'
import { createPost } from '../../src/domain/posts/write/create-post.ts'
import { sleep, systemClock } from '../../src/lib/time/clock.ts'
import { freshConfig } from '../support/engines.ts'
import { slowTest } from '../support/part.ts'
import { KillableServer } from '../support/processes/killable-server.ts'
import { startTestServer } from '../support/server.ts'
import { testCluster, testStore } from '../support/stores.ts'
import { PostReader } from '../support/streams/post-stream.ts'
import { reopened } from '../support/streams/post-stream-suite.ts'
import { createProjectApp, postJson } from '../support/streams/rule-suite.ts'
import { createOneUser } from '../support/users.ts'
import { waitUntil } from '../support/wait-until.ts'

/** Milliseconds between attempts. */
const RETRY_MS = 20

const STREAM = '/labs/1/tweets/stream/filter'
const SAMPLE = '/labs/1/tweets/stream/sample'
const OTHER = '/2/tweets/search/stream'

slowTest('one connection per app over three processes on one PostgreSQL', async (t) => {
  const config = await freshConfig(t, 'postgres', { limits: 'off' })
  const [one, other] = [await startTestServer(t, { config }), await startTestServer(t, { config })]
  const mortal = new KillableServer(t, config)
  await mortal.start()
  const { context } = one
  const app = await createProjectApp(context)
  const second = await createProjectApp(context)
  const { id: authorId } = await createOneUser(context)
  await postJson(`${one.url}${STREAM}/rules`, app.asApp, { add: [{ value: 'cat' }] })
  const bystander = connect({ url: config.database, connections: 1, name: 'test' })
  t.after(() => bystander.end())
  /** Number of nodes that hold a session lock in PostgreSQL. Locks of transactions do not count. */
  const locked = async () => {
    const rows = await bystander`select from pg_locks join pg_stat_activity using (pid)
      where application_name = ${SESSION_NAME} and datname = current_database()
        and locktype = 'advisory' and mode = 'ExclusiveLock' and granted`
    return rows.length
  }
  const pids = async () => {
    const rows = await bystander`select pid from pg_stat_activity
      where application_name = ${SESSION_NAME} and datname = current_database()`
    return rows.map(({ pid }) => Number(pid))
  }
  /** Ends the database sessions of all nodes. @param but the process id of a session that does not end */
  const end = (but = 0) => bystander`select pg_terminate_backend(pid, 5000) from pg_stat_activity
    where application_name = ${SESSION_NAME} and datname = current_database() and pid <> ${but}`
  const open = async ({ url }: { readonly url: string }, path = STREAM, as = app.asApp) => {
    const reader = await PostReader.open(`${url}${path}`, as)
    t.after(() => reader.close())
    return reader
  }

  await t.test('429/1 TooManyConnections on another process, and the first connection stays', async () => {
    const reader = await open(one)
    assert.equal(reader.status, 200)
    for (const server of [other, mortal, one]) {
      const refused = await open(server)
      assert.equal(refused.status, 429)
      assert.deepEqual(await refused.error(), {
        title: 'ConnectionException',
        detail: 'This stream is currently at the maximum allowed connection limit.',
        connection_issue: 'TooManyConnections',
        type: 'https://api.twitter.com/labs/1/problems/streaming-connection',
      })
    }
    await createPost(context, { authorId, text: 'a cat', isLimited: false })
    assert.equal((await reader.some(1)).length, 1)
    reader.close()
    const moved = await reopened(() => open(other))
    moved.close()
  })

  await t.test('streams, products and apps have separate leases', async () => {
    const readers = [
      await reopened(() => open(one)),
      await open(other, SAMPLE),
      await open(other, OTHER),
      await open(other, STREAM, second.asApp),
    ]
    assert.deepEqual(
      readers.map(({ status }) => status),
      [200, 200, 200, 200],
    )
    for (const reader of readers) reader.close()
  })

  await t.test('one of several concurrent requests to all processes is accepted', async () => {
    const opened = await allOpened(() =>
      Promise.all([one, other, mortal, one, other, mortal].map((server) => open(server))),
    )
    assert.deepEqual(opened.map(({ status }) => status).toSorted(), [200, 429, 429, 429, 429, 429])
    for (const reader of opened) reader.close()
  })

  await t.test(
    'a process that loses the database keeps its connections, unless another process has accepted the app',
    async () => {
      const reader = await reopened(() => open(one))
      const nodes = await locked()
      await end()
      await waitUntil(async () => (await locked()) === nodes)
      assert.equal((await open(other)).status, 429)
      const [held] = await bystander`select name from cluster_leases where name like 'stream %'`
      const address = { url: config.database, file: '' }
      const fourth = testCluster(t, testStore(t, address), address)
      const before = await pids()
      await fourth.lease('any', NO_TTL).acquire()
      const [pid] = (await pids()).filter((each) => !before.includes(each))
      let grant: LeaseGrant | undefined
      while (grant === undefined) {
        await end(pid)
        await sleep(systemClock, RETRY_MS)
        grant = await fourth.lease(String(held?.['name']), NO_TTL).acquire()
      }
      const { errors } = await reader.last()
      assert.equal(errors[0].disconnect_type, 'UpstreamOperationalDisconnect')
      assert.equal((await open(one)).status, 429)
      await grant.release()
      const again = await reopened(() => open(one))
      again.close()
    },
  )

  await t.test('the leases of a killed process end, so that another process accepts the app', async () => {
    const reader = await reopened(() => open(mortal))
    assert.equal(reader.status, 200)
    assert.equal((await open(one)).status, 429)
    await mortal.kill()
    const next = await reopened(() => open(one))
    assert.equal(next.status, 200)
    next.close()
  })
})

/**
 * Retries until a request is accepted, because the server may not have noticed the end of the last
 * connection.
 */
async function allOpened(openAll: () => Promise<readonly PostReader[]>): Promise<readonly PostReader[]> {
  for (;;) {
    const readers = await openAll()
    if (readers.some(({ status }) => status === 200)) return readers
    for (const reader of readers) reader.close()
    await sleep(systemClock, RETRY_MS)
  }
}

/** Tests reads on a standby (docs/decisions/0154-read-replicas.md). */
import assert from 'node:assert/strict'
import { connect } from '../../src/db/postgres/session.ts'
import { follow } from '../../src/domain/graph/follow.ts'
import { createPost } from '../../src/domain/posts/write/create-post.ts'
import { systemClock } from '../../src/lib/time/clock.ts'
import { ask, createTestApp } from '../support/api-client.ts'
import { startPostgres } from '../support/databases/postgres-server.ts'
import { freshConfig } from '../support/engines.ts'
import { slowTest as test } from '../support/part.ts'
import { startTestServer, type TestServer } from '../support/server.ts'
import { createUsers } from '../support/users.ts'
import { waitUntil } from '../support/wait-until.ts'

const SEARCH = '/1.1/search/tweets.json?q=cat'

test('spec/server.md#read-replicas: a replica serves a read if it has all events that the node knows; otherwise the primary serves the read', async (t) => {
  const primary = await startPostgres()
  t.after(() => primary.stop())
  const database = await primary.createDatabase('aviary')
  const standby = await primary.startStandby()
  t.after(() => standby.stop())
  const config = await freshConfig(t, 'sqlite', { limits: 'off', api_date: 'latest' })
  const replica = standby.url('aviary')
  const server = await startTestServer(t, { config: { ...config, database, database_replica: replica } })
  const { context, url } = server
  const app = await createTestApp(context)
  const [owner, ...others] = await createUsers(context, 120)
  assert.ok(owner)
  const ids = `${url}/1.1/followers/ids.json?user_id=${owner.id}&stringify_ids=true`
  let expected = 0
  /** Follows a user, and immediately reads the list that contains the new follow. */
  const followAndRead = async () => {
    const follower = others[expected]
    assert.ok(follower)
    await follow(context, { follower: follower.id, followee: owner.id })
    expected += 1
    const { status, text } = await ask(ids, app.asApp)
    assert.equal(status, 200, text)
    assert.equal(JSON.parse(text).ids.length, expected)
  }

  await t.test('every read finds the write before it, in most cases on the replica', async () => {
    for (let round = 0; round < 40; round++) await followAndRead()
    assert.ok((await readsOf(server)).replica > 0, JSON.stringify(await readsOf(server)))
    await createPost(context, { authorId: owner.id, text: 'a cat', isLimited: false })
    await waitUntil(async () => JSON.parse((await ask(url + SEARCH, app.asApp)).text).statuses.length === 1)
  })

  await t.test('while the replica does not replay, the primary serves reads', async () => {
    const session = connect({ url: replica, connections: 1, name: 'test' })
    t.after(() => session.end())
    await session`select pg_wal_replay_pause()`
    const before = await readsOf(server)
    for (let round = 0; round < 10; round++) await followAndRead()
    const after = await readsOf(server)
    assert.deepEqual([after.replica, after.primary], [before.replica, before.primary + 10])
    await session`select pg_wal_replay_resume()`
    await waitUntil(async () => {
      await followAndRead()
      return (await readsOf(server)).replica > after.replica
    })
  })

  await t.test('a replica that does not respond delays one read by two seconds', async () => {
    const session = connect({ url: replica, connections: 1, name: 'test' })
    t.after(() => session.end())
    const [row] = await session<{ pid: number }[]>`
      select pid from pg_stat_activity where application_name = 'aviary replica' limit 1`
    assert.ok(row)
    process.kill(row.pid, 'SIGSTOP')
    const started = systemClock.monotonic()
    for (let round = 0; round < 10; round++) await followAndRead()
    assert.ok(systemClock.monotonic() - started < 8_000)
    process.kill(row.pid, 'SIGCONT')
  })

  await t.test('while a replica is not available, the primary serves its reads without a delay', async () => {
    standby.kill()
    for (let round = 0; round < 10; round++) await followAndRead()
    await standby.restart()
  })

  await t.test('the node does not read from a promoted standby, whose history differs', async () => {
    await waitUntil(async () => {
      try {
        await standby.promote()
        return true
      } catch {
        return false
      }
    })
    // The update sets the log of the standby ahead, so only the check of the recovery mode can refuse the
    // standby.
    const session = connect({ url: replica, connections: 1, name: 'test' })
    t.after(() => session.end())
    await session`update event_log set head = head + 1000000`
    await waitUntil(async () => {
      const before = await readsOf(server)
      await followAndRead()
      const after = await readsOf(server)
      return after.replica === before.replica && after.primary > before.primary
    })
    for (let round = 0; round < 5; round++) await followAndRead()
  })
})

async function readsOf({
  server,
}: TestServer): Promise<{ readonly replica: number; readonly primary: number }> {
  const text = await (await fetch(`${server.opsUrl}/metrics`)).text()
  const counterOf = (name: string) => Number(new RegExp(`^${name} (\\d+)$`, 'm').exec(text)?.[1])
  return {
    replica: counterOf('aviary_replica_reads_total'),
    primary: counterOf('aviary_replica_primary_reads_total'),
  }
}

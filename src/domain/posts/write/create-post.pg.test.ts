/** Writes posts while other processes write to the same PostgreSQL database, and while the database fails. */
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import postgres from 'postgres'
import { countStatements } from '../../../../test/support/databases/counted-statements.ts'
import { freshConfig, testRuntime } from '../../../../test/support/engines.ts'
import { eventsOf } from '../../../../test/support/events.ts'
import { TestClock } from '../../../../test/support/test-clock.ts'
import { createUsers } from '../../../../test/support/users.ts'
import { StoreUnavailable } from '../../../db/errors.ts'
import { sleep, systemClock } from '../../../lib/time/clock.ts'
import type { Runtime } from '../../../runtime.ts'
import { changeUserState } from '../../accounts/change-user-state.ts'
import { updateProfile } from '../../accounts/update-profile.ts'
import { requireUser, type User } from '../../accounts/user.ts'
import { createPost, writePost } from './create-post.ts'

/** Two processes that use one database, two users, and a separate session. */
async function bench(t: TestContext) {
  const config = await freshConfig(t, 'postgres')
  const clock = new TestClock()
  const runtime = await testRuntime(t, config, clock)
  const other = await testRuntime(t, config, clock)
  const users = await createUsers(runtime.context, 2)
  const beside = postgres(String(config.database), { max: 1, onnotice: () => undefined })
  t.after(() => beside.end())
  return { runtime, other, users: users as [User, User], beside }
}

/**
 * Writes posts until the process sends expected positions with its events (src/log/append.ts). A process
 * sends them after several commits in a row, if no other process commits between them.
 */
async function settle({ context }: Runtime, { id: authorId }: User, prefix = 'settling'): Promise<void> {
  for (let post = 0; post < 17; post += 1) {
    await createPost(context, { authorId, text: `${prefix} ${post}`, isLimited: false })
  }
}

test('an author whose counters are missing is not found, and nothing is stored', async (t) => {
  const { runtime, users, beside } = await bench(t)
  const [one, two] = users
  await beside.unsafe(`delete from user_counts where user_id = ${one.id}`)
  const events = await eventsOf(runtime, async () => {
    const both = [one, two].map(({ id: authorId }) =>
      createPost(runtime.context, { authorId, text: 'together' }),
    )
    const results = await Promise.allSettled(both)
    assert.deepEqual(
      results.map((result) => (result.status === 'rejected' ? result.reason.reason : 'written')),
      ['user-not-found', 'written'],
    )
  })
  assert.deepEqual(
    events.map((event) => [event.kind, event.kind === 'post.created' && event.user_id]),
    [['post.created', two.id]],
  )
})

test('a post that another process commits while the first process waits for the lock counts as a duplicate', async (t) => {
  const { runtime, users, beside } = await bench(t)
  const { context } = runtime
  const [one, two] = users
  const { id } = await createPost(context, { authorId: two.id, text: 'said by two' })
  await settle(runtime, two)
  // The session acts like another process. It locks the author, stores the post, and appends an event.
  await beside.unsafe(`begin; select 1 from user_counts where user_id = ${one.id} for update`)
  const post = createPost(context, { authorId: one.id, text: 'said by two' })
  const outcome = assert.rejects(post, { reason: 'post-duplicate' })
  await untilWaiting(beside)
  await beside.unsafe(`
    insert into posts (id, author_id, created_at, initial_id, conversation_id, text_key, content, checksum)
      select id - 100, ${one.id}, created_at, id - 100, id - 100, text_key, content, checksum from posts where id = ${id};
    with log as (update event_log set head = head + 1 where one = 1 returning head)
      insert into events (position, at, kind, user_id, post_id, partition, facts, checksum)
      select head, 0, 'user.created', ${one.id}, null, 1, '{}', 0 from log;
    commit`)
  await outcome
})

test('if the connection is lost, the post is refused and not stored, and the next post is stored', async (t) => {
  const { runtime, users, beside } = await bench(t)
  const { context, store } = runtime
  const [one, two] = users
  await settle(runtime, two)
  await beside.unsafe(`begin; select 1 from user_counts where user_id = ${one.id} for update`)
  const post = createPost(context, { authorId: one.id, text: 'lost' })
  const outcome = assert.rejects(post, StoreUnavailable)
  await untilWaiting(beside)
  await beside.unsafe(`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name = 'aviary writer' and wait_event_type = 'Lock'`)
  await outcome
  await beside.unsafe('rollback')
  assert.equal((await requireUser(store, { id: one.id })).statusesCount, 0)
  await createPost(context, { authorId: one.id, text: 'lost' })
  assert.equal((await requireUser(store, { id: one.id })).statusesCount, 1)
})

test('if two processes write the same text concurrently, one of the posts is refused', async (t) => {
  const { runtime, other, users } = await bench(t)
  const [one, two] = users
  for (let round = 0; round < 30; round += 1) {
    // Every ten rounds, the other of the two processes begins to send expected positions with its events. So the test
    // covers both ways of appending.
    if (round % 10 === 0) await settle(round % 20 === 0 ? runtime : other, two, `before ${round}:`)
    const input = { authorId: one.id, text: `round ${round}` }
    const results = await Promise.allSettled(
      [runtime, other].map(({ context }) => createPost(context, input)),
    )
    const reasons = results.map((result) => (result.status === 'rejected' ? result.reason.reason : 'written'))
    assert.deepEqual(reasons.sort(), ['post-duplicate', 'written'])
  }
  assert.equal((await requireUser(runtime.store, { id: one.id })).statusesCount, 30)
})

test('a change that another process makes to the author applies to the next post', async (t) => {
  const { runtime, other, users } = await bench(t)
  const [one, two] = users
  await settle(runtime, two)
  const write = (text: string) => writePost(runtime.context, { authorId: one.id, text })
  await write('before')
  await updateProfile(other.context, { userId: one.id, name: 'Changed', location: 'Elsewhere' })
  const { author } = await write('renamed')
  assert.deepEqual([author.name, author.profile.location], ['Changed', 'Elsewhere'])
  await changeUserState(other.context, { userId: one.id, action: 'suspend' })
  await assert.rejects(write('suspended'), { reason: 'user-suspended' })
  await changeUserState(other.context, { userId: one.id, action: 'unsuspend' })
  assert.equal((await write('again')).author.statusesCount, 3)
})

test('after a commit of another process, a batch of posts needs one more statement than in posts-at-once.test.ts', async (t) => {
  const { texts } = countStatements(t)
  const { runtime, other, users } = await bench(t)
  const [one, two] = users
  const cost = async (turn: number) => {
    await createPost(other.context, { authorId: two.id, text: `other ${turn}` })
    texts.length = 0
    await createPost(runtime.context, { authorId: one.id, text: `own ${turn}` })
    return texts.map((text) => text.trim())
  }
  await cost(1)
  const sent = await cost(2)
  assert.equal(sent.length, 9, sent.join('\n'))
  assert.match(sent[6] ?? '', /^update "event_log"/)
  assert.match(sent[7] ?? '', /^insert into "events"/)
})

/** Resolves when the writing session of a process waits for a lock. */
async function untilWaiting(beside: postgres.Sql): Promise<void> {
  for (;;) {
    const [row] = await beside.unsafe(`select count(*)::int as waiting from pg_stat_activity
      where datname = current_database() and application_name = 'aviary writer' and wait_event_type = 'Lock'`)
    if (row?.['waiting'] === 1) return
    await sleep(systemClock, 1)
  }
}

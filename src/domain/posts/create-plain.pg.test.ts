import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import postgres from 'postgres'
import { freshConfig, testRuntime } from '../../../test/support/engines.ts'
import { eventsOf } from '../../../test/support/events.ts'
import { TestClock } from '../../../test/support/test-clock.ts'
import { createUsers } from '../../../test/support/users.ts'
import type { Store } from '../../db/store.ts'
import { sleep, systemClock } from '../../lib/clock.ts'
import type { Runtime } from '../../runtime.ts'
import { changeUserState } from '../accounts/change-user-state.ts'
import { findFullUsers } from '../accounts/find-users.ts'
import { demandUser, type User } from '../accounts/user.ts'
import type { Context } from '../context.ts'
import { type CreatePostInput, createPost, writePost } from './create-post.ts'
import { demandPost } from './find-posts.ts'

/** Two processes over one database, users, and a session beside them. */
async function bench(t: TestContext) {
  const config = await freshConfig(t, 'postgres')
  const clock = new TestClock()
  const [runtime, other] = [await testRuntime(t, config, clock), await testRuntime(t, config, clock)]
  const users = await createUsers(runtime.context, 4)
  const beside = postgres(String(config.database), { max: 1, onnotice: () => undefined })
  t.after(() => beside.end())
  return { runtime, other, users, beside }
}

let said = 0

/** Writes until the process is taken to be alone; so many commits in a row with nobody else's between them. */
async function settle({ context }: Runtime, by: User): Promise<void> {
  for (let post = 0; post < 17; post += 1) {
    said += 1
    await createPost(context, { authorId: by.id, text: `to be alone ${said}`, isLimited: false })
  }
}

/** The verb that asks: inputs wait together for one. */
const asking = () => Promise.reject(new Error('asked'))

/** The same where no question may be asked: what cannot be written so fails with `asked`. */
function unasking(context: Context): Context {
  const writeGathered: Store['writeGathered'] = (_verb, input, optimistic) =>
    context.store.writeGathered(asking, input, optimistic)
  const store = new Proxy(context.store, {
    get: (target, name) => {
      if (name === 'writeGathered') return writeGathered
      const value: unknown = Reflect.get(target, name)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
  return { ...context, store }
}

test('who is alone writes plain posts unasked, and they are as any other', async (t) => {
  const { runtime, users } = await bench(t)
  const { context, store } = runtime
  const [one, two, three] = users as [User, User, User, User]
  await settle(runtime, three)
  const plain = unasking(context)
  const events = await eventsOf(runtime, async () => {
    const post = await createPost(plain, {
      authorId: one.id,
      text: `it's "all" \\ @${two.screenName} #here https://example.com/a 🐦`,
      lat: 1.5,
      long: -2,
    })
    assert.deepEqual(await demandPost(store, post.id), post)
    assert.equal(post.content.user_mentions?.length, 1)
    assert.equal(post.content.urls?.length, 1)
    assert.ok(post.geo)
  })
  assert.deepEqual(
    events.map((event) => event.kind === 'post.created' && [event.user_id, event.mentioned]),
    [[one.id, [`${two.id}`]]],
  )
  const texts = [`first`, `second`, `third`]
  const written = await Promise.all([
    ...texts.map((text) => writePost(plain, { authorId: one.id, text })),
    writePost(plain, { authorId: two.id, text: 'first' }),
  ])
  assert.deepEqual(
    written.map(({ author: { statusesCount } }) => statusesCount),
    [2, 3, 4, 1],
  )
  const found = await findFullUsers(store, [one.id, two.id])
  assert.deepEqual(written[2]?.author, found.get(one.id))
  assert.deepEqual(written[3]?.author, found.get(two.id))
})

test('followers.md 3, common.md 185: what may not be written is asked for, and refused as ever', async (t) => {
  const { runtime, users } = await bench(t)
  const { context, store } = runtime
  const [one, suspended, left, free] = users as [User, User, User, User]
  await createPost(context, { authorId: one.id, text: 'the very same' })
  await changeUserState(context, { userId: suspended.id, action: 'suspend' })
  await changeUserState(context, { userId: left.id, action: 'deactivate' })
  const refused = async (reason: string, input: CreatePostInput) => {
    await settle(runtime, free)
    const before = (await demandUser(store, { id: one.id })).statusesCount
    await assert.rejects(createPost(unasking(context), input), /asked/)
    await settle(runtime, free)
    const events = await eventsOf(runtime, () => assert.rejects(createPost(context, input), { reason }))
    assert.deepEqual(events, [])
    assert.equal((await demandUser(store, { id: one.id })).statusesCount, before)
  }
  await refused('post-duplicate', { authorId: one.id, text: 'the very same' })
  await refused('user-suspended', { authorId: suspended.id, text: 'a' })
  await refused('user-deactivated', { authorId: left.id, text: 'a' })
  await refused('user-not-found', { authorId: 1n, text: 'a' })
  await settle(runtime, free)
  const both = ['again', 'again', 'and else'].map((text) => createPost(context, { authorId: one.id, text }))
  const results = await Promise.allSettled(both)
  assert.deepEqual(
    results.map((result) => (result.status === 'rejected' ? result.reason.reason : 'written')),
    ['written', 'post-duplicate', 'written'],
  )
  await settle(runtime, free)
  const write = (number: number) => createPost(context, { authorId: free.id, text: `of 2,400: ${number}` })
  const { statusesCount } = await demandUser(store, { id: free.id })
  const left24 = 2_400 - statusesCount
  const many = await Promise.allSettled(Array.from({ length: left24 + 3 }, (_, number) => write(number)))
  assert.deepEqual(
    many.slice(-4).map((result) => (result.status === 'rejected' ? result.reason.reason : 'written')),
    ['written', 'posts-too-many', 'posts-too-many', 'posts-too-many'],
  )
})

test('what another process commits while one waits for its author is seen', async (t) => {
  const { runtime, users, beside } = await bench(t)
  const { context } = runtime
  const [one, two, three] = users as [User, User, User, User]
  const { id } = await createPost(context, { authorId: two.id, text: 'said by two' })
  await settle(runtime, three)
  // As another process does: it holds the author, stores the post, and takes its position in the log.
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

test('two processes that say the same at the same time: one of them has said it', async (t) => {
  const { runtime, other, users } = await bench(t)
  const [one, two] = users as [User, User, User, User]
  for (let round = 0; round < 30; round += 1) {
    await settle(round % 2 === 0 ? runtime : other, two)
    const input = { authorId: one.id, text: `round ${round}` }
    const results = await Promise.allSettled(
      [runtime, other].map(({ context }) => createPost(context, input)),
    )
    const reasons = results.map((result) => (result.status === 'rejected' ? result.reason.reason : 'written'))
    assert.deepEqual(reasons.sort(), ['post-duplicate', 'written'])
  }
  assert.equal((await demandUser(runtime.store, { id: one.id })).statusesCount, 30)
})

test('who is suspended by another process writes nothing more once that is told', async (t) => {
  const { runtime, other, users } = await bench(t)
  const [one, two] = users as [User, User, User, User]
  for (let round = 0; round < 5; round += 1) {
    await settle(runtime, two)
    await changeUserState(other.context, { userId: one.id, action: 'suspend' })
    const text = `round ${round}`
    await assert.rejects(createPost(runtime.context, { authorId: one.id, text }), {
      reason: 'user-suspended',
    })
    await changeUserState(other.context, { userId: one.id, action: 'unsuspend' })
    await createPost(runtime.context, { authorId: one.id, text })
  }
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

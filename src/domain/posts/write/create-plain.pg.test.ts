import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import postgres from 'postgres'
import { freshConfig, testRuntime } from '../../../../test/support/engines.ts'
import { eventsOf } from '../../../../test/support/events.ts'
import { seeded } from '../../../../test/support/seeded.ts'
import { TestClock } from '../../../../test/support/test-clock.ts'
import { createUsers } from '../../../../test/support/users.ts'
import { StoreUnavailable } from '../../../db/errors.ts'
import type { Store } from '../../../db/store.ts'
import { must } from '../../../lib/assert.ts'
import { firstSnowflakeAt, Snowflakes } from '../../../lib/ids/snowflake.ts'
import { sleep, systemClock } from '../../../lib/time/clock.ts'
import { Tail } from '../../../log/tail.ts'
import type { Runtime } from '../../../runtime.ts'
import { CurrentLog } from '../../../views/current-log.ts'
import { changeUserState } from '../../accounts/change-user-state.ts'
import { findFullUsers } from '../../accounts/find-users.ts'
import { demandUser, type User } from '../../accounts/user.ts'
import { demandPost } from '../read/find-posts.ts'
import { createPlain } from './create-plain.ts'
import { type CreatePostInput, createPost, writePost } from './create-post.ts'
import type { WritingContext } from './written-posts.ts'

interface Following extends Runtime {
  readonly log: CurrentLog
}

/** As a server does: it follows the log. */
async function following(t: TestContext, runtime: Runtime): Promise<Following> {
  const { store, context } = runtime
  const tail = await Tail.open(store, context.clock)
  const log = new CurrentLog(store, tail)
  t.after(() => {
    log.close()
    return tail.close()
  })
  return { ...runtime, log }
}

/** Two processes over one database, users, and a session beside them. */
async function bench(t: TestContext, count = 4) {
  const config = await freshConfig(t, 'postgres')
  const clock = new TestClock()
  const runtime = await following(t, await testRuntime(t, config, clock))
  const other = await following(t, await testRuntime(t, config, clock))
  const users = await createUsers(runtime.context, count)
  const beside = postgres(String(config.database), { max: 1, onnotice: () => undefined })
  t.after(() => beside.end())
  return { runtime, other, users, beside, clock }
}

let said = 0

/** Writes until the process is taken to be alone; so many commits in a row with nobody else's between them. */
async function settle({ context, log }: Following, by: User): Promise<void> {
  for (let post = 0; post < 17; post += 1) {
    said += 1
    await createPost(context, { authorId: by.id, text: `to be alone ${said}`, isLimited: false })
  }
  await log.catchUp()
}

/** A store whose gathered verbs are written otherwise. */
function changed(store: Store, writing: (inner: Store) => Store['writeGathered']): Store {
  const writeGathered = writing(store)
  return new Proxy(store, {
    get: (target, name) => {
      if (name === 'writeGathered') return writeGathered
      const value: unknown = Reflect.get(target, name)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}

/** The verb that asks: inputs wait together for one. */
const asking = () => Promise.reject(new Error('asked'))

/** The same where no question may be asked: what cannot be written so fails with `asked`. */
function unasking(context: WritingContext): WritingContext {
  const store = changed(
    context.store,
    (inner) => (_verb, input, optimistic) => inner.writeGathered(asking, input, optimistic),
  )
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
  const toSomebody = await createPost(plain, { authorId: one.id, text: `@${two.screenName} hello` })
  assert.equal(toSomebody.inReplyToUserId, two.id)
  assert.deepEqual(await demandPost(store, toSomebody.id), toSomebody)
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
    [3, 4, 5, 1],
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
  const rest = 2_400 - statusesCount
  const many = await Promise.allSettled(Array.from({ length: rest + 3 }, (_, number) => write(number)))
  assert.deepEqual(
    many.slice(-4).map((result) => (result.status === 'rejected' ? result.reason.reason : 'written')),
    ['written', 'posts-too-many', 'posts-too-many', 'posts-too-many'],
  )
  await refused('posts-too-many', { authorId: free.id, text: 'one more' })
  await settle(runtime, free)
  await createPost(unasking(context), { authorId: free.id, text: 'without a limit', isLimited: false })
})

test('an author whose counters are missing is not found, and nothing is stored', async (t) => {
  const { runtime, users, beside } = await bench(t)
  const [one, two] = users as [User, User, User, User]
  await settle(runtime, two)
  await beside.unsafe(`delete from user_counts where user_id = ${one.id}`)
  const events = await eventsOf(runtime, async () => {
    const input = { authorId: one.id, text: 'a' }
    await assert.rejects(createPost(unasking(runtime.context), input), /asked/)
    await assert.rejects(createPost(runtime.context, input), { reason: 'user-not-found' })
    // Of a statement for several one is enough to undo it.
    const both = [one, two].map(({ id: authorId }) =>
      createPost(unasking(runtime.context), { authorId, text: 'together' }),
    )
    for (const { status } of await Promise.allSettled(both)) assert.equal(status, 'rejected')
  })
  assert.deepEqual(events, [])
})

test('both forms say the same of any posts, and leave the same behind', async (t) => {
  const sides = [await side(t, 'unasked'), await side(t, 'asking')]
  const random = seeded(34)
  const pick = <T>(all: readonly T[]): T => must(all[Math.floor(random() * all.length)], 'one of them')
  for (let round = 0; round < 150; round += 1) {
    const size = 1 + Math.floor(random() * (random() < 0.5 ? 3 : 20))
    // Most can be written: who is refused often is asked more often.
    const isClean = random() < 0.85
    const isFull = random() < 0.2
    const posts = Array.from({ length: size }, (_, index) => ({
      // The first is suspended, the second has left, the third has written almost all that it may, the last is nobody.
      by: pick(isFull ? [2] : isClean ? [3, 4] : [0, 1, 2, 2, 2, 3, 3, 4, 5]),
      text:
        !isClean && random() < 0.3
          ? pick(['again', 'and "again"', "it's \\ again"])
          : `round ${round}: ${index}`,
      isLimited: random() < 0.8 || !isClean,
    }))
    const passed = pick([0, 0, 0, 0, 1_000, DAY_MS - 1, DAY_MS, DAY_MS + 1])
    const [one, ...others] = await Promise.all(sides.map(({ write }) => write(posts, passed)))
    for (const other of others) assert.deepEqual(one, other, JSON.stringify(posts))
  }
  const [one, ...others] = await Promise.all(sides.map(({ left }) => left()))
  for (const other of others) assert.deepEqual(one, other)
  const [unasked, asking] = sides.map((each) => each.tried())
  assert.ok(unasked !== undefined && unasked > 60)
  assert.equal(asking, 0)
})

const DAY_MS = 86_400_000

/** Has an author write almost as much as it may, in the hour before. */
async function fill(beside: postgres.Sql, authorId: bigint, now: number): Promise<void> {
  const first = firstSnowflakeAt(now - 3_600_000)
  await beside.unsafe(`insert into posts (id, author_id, created_at, initial_id, conversation_id, text_key, content, checksum)
    select ${first} + i, ${authorId}, ${now - 3_600_000}, ${first} + i, ${first} + i, '', '{}', 0
      from generate_series(1, 2390) as i`)
}

/** A process with five users, which writes unasked where it may, or never. */
async function side(t: TestContext, how: 'unasked' | 'asking') {
  const { runtime, users, beside, clock } = await bench(t, 5)
  const { log } = runtime
  const authors = [...users.map(({ id }) => id), 1n]
  const by = (number: number) => must(authors[number], 'an author')
  let tried = 0
  // One for all inputs, which wait together for it.
  const counted: typeof createPlain = (...given) => {
    tried += 1
    return createPlain(...given)
  }
  const store = changed(runtime.context.store, (inner) => (verb, input, optimistic) => {
    const isTried = how !== 'asking' && optimistic !== undefined
    return inner.writeGathered(verb, input, isTried ? (counted as unknown as typeof optimistic) : undefined)
  })
  const lease = { worker: 3, from: 0, until: Number.MAX_SAFE_INTEGER }
  const context = { ...runtime.context, store, ids: new Snowflakes(clock, lease) }
  await changeUserState(context, { userId: by(0), action: 'suspend' })
  await changeUserState(context, { userId: by(1), action: 'deactivate' })
  const write = async (
    posts: readonly { by: number; text: string; isLimited: boolean }[],
    passed: number,
  ) => {
    clock.set(clock.now() + passed)
    if (passed >= DAY_MS) await fill(beside, by(2), clock.now())
    await log.catchUp()
    const results = await Promise.allSettled(
      posts.map(({ by: author, text, isLimited }) =>
        writePost(context, { authorId: by(author), text, isLimited }),
      ),
    )
    return results.map((result) =>
      result.status === 'rejected'
        ? (result.reason.reason ?? String(result.reason))
        : result.value.author.statusesCount,
    )
  }
  const left = async () => {
    const posts = await beside.unsafe('select author_id, text_key, created_at from posts order by id')
    const counts = await beside.unsafe('select user_id, statuses_count from user_counts')
    const log = await beside.unsafe(`select (select head from event_log) - count(*) as gaps,
      count(*) filter (where kind = 'post.created') as posts from events`)
    const named = (id: unknown) => authors.indexOf(BigInt(String(id)))
    return {
      posts: posts.map((row) => [named(row['author_id']), row['text_key'], String(row['created_at'])]),
      counts: counts.map((row) => [named(row['user_id']), row['statuses_count']]).sort(),
      log: Object.values(log[0] ?? {}).map(String),
    }
  }
  return { write, left, tried: () => tried }
}

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

test('when the connection is lost under it a post is refused, not stored, and the next one is written', async (t) => {
  const { runtime, users, beside } = await bench(t)
  const { context, store } = runtime
  const [one, two] = users as [User, User, User, User]
  await settle(runtime, two)
  await beside.unsafe(`begin; select 1 from user_counts where user_id = ${one.id} for update`)
  // Should the machine be slow it waits for the author in the form that asks, and longer.
  const post = createPost(context, { authorId: one.id, text: 'lost' })
  const outcome = assert.rejects(post, StoreUnavailable)
  await untilWaiting(beside)
  await beside.unsafe(`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name = 'aviary writer' and wait_event_type = 'Lock'`)
  await outcome
  await beside.unsafe('rollback')
  assert.equal((await demandUser(store, { id: one.id })).statusesCount, 0)
  await createPost(context, { authorId: one.id, text: 'lost' })
  assert.equal((await demandUser(store, { id: one.id })).statusesCount, 1)
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

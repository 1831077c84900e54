import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { watchedStore } from '../../test/support/databases/watched-store.ts'
import { ENGINES, freshConfig, testRuntime } from '../../test/support/engines.ts'
import { slowOnPostgres } from '../../test/support/part.ts'
import { createUsers } from '../../test/support/users.ts'
import type { Engine } from '../db/query.ts'
import type { Store } from '../db/store.ts'
import { changeUserState } from '../domain/accounts/change-user-state.ts'
import { updateProfile } from '../domain/accounts/update-profile.ts'
import { isHidden } from '../domain/accounts/user.ts'
import type { Context } from '../domain/context.ts'
import { follow } from '../domain/graph/follow.ts'
import { importFollows } from '../domain/graph/import-follows.ts'
import { cleanUpDeleted } from '../domain/posts/state/clean-up-deleted.ts'
import { createPost } from '../domain/posts/write/create-post.ts'
import { deletePost } from '../domain/posts/write/delete-post.ts'
import { like } from '../domain/posts/write/like.ts'
import { repost } from '../domain/posts/write/repost.ts'
import { must } from '../lib/assert.ts'
import { Tail } from '../log/tail.ts'
import { trimLog } from '../log/trim.ts'
import { CurrentLog, type FollowedTail } from './current-log.ts'
import type { CachedUser } from './user-cache.ts'
import { UserCache } from './user-cache.ts'

/** A cache that catches up with the log before each read, as a request does. */
class FreshCache {
  readonly cache: UserCache
  readonly log: CurrentLog

  constructor(store: Store, tail: FollowedTail, bytesMost?: number) {
    this.log = new CurrentLog(store, tail)
    this.cache = new UserCache(this.log, store, bytesMost)
  }

  async get(ids: readonly bigint[]): Promise<readonly (CachedUser | undefined)[]> {
    await this.log.catchUp()
    return this.cache.get(ids)
  }

  get size(): number {
    return this.cache.counts.size
  }

  get bytes(): number {
    return this.cache.counts.bytes
  }

  get hits(): number {
    return this.cache.counts.hits
  }

  get misses(): number {
    return this.cache.counts.misses
  }
}

interface Stage {
  readonly context: Context
  readonly cache: FreshCache
  readonly tail: Tail
  /** Number of reads of the store. */
  readonly reads: { count: number }
  readonly ids: readonly bigint[]
}

/** A cache over a store without notifications, so that the cache must poll the log. */
async function open(t: TestContext, engine: Engine, users = 4, bytesMost?: number): Promise<Stage> {
  const { context } = await testRuntime(t, await freshConfig(t, engine))
  const { store, reads } = watchedStore(context.store, false)
  const ids = (await createUsers(context, users)).map(({ id }) => id)
  const tail = await Tail.open(store, context.clock, { pollMs: 1_000_000 })
  t.after(() => tail.close())
  return { context, cache: new FreshCache(store, tail, bytesMost), tail, reads, ids }
}

/** The names of users that the cache returns. */
async function names(cache: FreshCache, ids: readonly bigint[]): Promise<(string | undefined)[]> {
  const users = await cache.get(ids)
  return users.map((user) => (user === undefined || isHidden(user.entity) ? undefined : user.entity.name))
}

async function shown(cache: FreshCache, ids: readonly bigint[]): Promise<unknown[]> {
  return (await cache.get(ids)).filter((user) => user !== undefined && !isHidden(user.entity))
}

async function hitsOf(cache: FreshCache, ids: readonly bigint[]): Promise<number> {
  const before = cache.hits
  await cache.get(ids)
  return cache.hits - before
}

for (const engine of ENGINES) {
  slowOnPostgres(engine)(`a cached user is returned without a read, on ${engine}`, async (t) => {
    const { cache, reads, ids } = await open(t, engine)
    assert.equal((await shown(cache, [...ids, 1n])).length, ids.length)
    assert.deepEqual([cache.hits, cache.misses, cache.size], [0, ids.length + 1, ids.length])
    const before = reads.count
    assert.equal((await shown(cache, ids)).length, ids.length)
    assert.equal(reads.count, before)
    assert.deepEqual([cache.hits, cache.misses], [ids.length, ids.length + 1])
  })

  test(`only users that an event names are read again, on ${engine}`, async (t) => {
    const { cache, context, ids } = await open(t, engine)
    const [a = 0n, b = 0n] = ids
    await cache.get(ids)
    await follow(context, { follower: a, followee: b })
    assert.equal(await hitsOf(cache, ids), 2)
    await updateProfile(context, { userId: a, name: 'New' })
    assert.equal((await names(cache, ids))[0], 'New')
    assert.equal(await hitsOf(cache, ids), 4)
    await changeUserState(context, { userId: a, action: 'suspend' })
    assert.equal((await names(cache, ids))[0], undefined)
    await changeUserState(context, { userId: a, action: 'unsuspend' })
    assert.equal((await names(cache, ids))[0], 'New')
    await importFollows(context, [{ follower: 5n, followee: 6n }], async () => undefined)
    assert.equal(await hitsOf(cache, ids), 0)
  })

  slowOnPostgres(engine)(
    `the clean-up of a deleted post recounts those who liked or reposted it, on ${engine}`,
    async (t) => {
      const { cache, context, ids } = await open(t, engine)
      const [author = 0n, fan = 0n, other = 0n] = ids
      const { id: postId } = await createPost(context, { authorId: author, text: 'liked' })
      await like(context, { userId: fan, postId })
      await repost(context, { userId: fan, postId })
      await deletePost(context, { postId })
      const counts = async () => {
        const [user] = await cache.get([fan])
        return [user?.entity.favouritesCount, user?.entity.statusesCount]
      }
      await cache.get([other])
      assert.deepEqual(await counts(), [1, 1])
      await cleanUpDeleted(context)
      assert.deepEqual(await counts(), [0, 0])
      assert.equal(await hitsOf(cache, [fan, other]), 2)
    },
  )

  slowOnPostgres(engine)(`a value read during a change is not cached, on ${engine}`, async (t) => {
    const { context, tail, ids } = await open(t, engine)
    const [a = 0n, b = 0n] = ids
    const gate = heldStore(context.store)
    const cache = new FreshCache(gate.store, tail)
    const reading = names(cache, [a])
    await gate.reached
    await updateProfile(context, { userId: a, name: 'New' })
    gate.open()
    // Another request applies the event before the user is cached.
    await cache.get([b])
    gate.letGo()
    await reading
    assert.deepEqual(await names(cache, [a]), ['New'])
    assert.deepEqual(await hitsOf(cache, [a, b]), 2)
  })
}

/** A store that returns rows late; the rows are as they were when the read was requested. */
function heldStore(inner: Store) {
  const reached = Promise.withResolvers<void>()
  const held = Promise.withResolvers<void>()
  let isHolding = true
  const store: Store = {
    ...watchedStore(inner, false).store,
    async rows(query, parameters) {
      const rows = await inner.rows(query, parameters)
      if (isHolding) {
        reached.resolve()
        await held.promise
      }
      return rows
    },
  }
  return {
    store,
    reached: reached.promise,
    /** Makes later reads return immediately. */
    open() {
      isHolding = false
    },
    letGo: () => held.resolve(),
  }
}

test('the cache respects its size limit and keeps recently used entries', async (t) => {
  const first = await open(t, 'sqlite', 1)
  await first.cache.get(first.ids)
  const one = first.cache.bytes
  assert.ok(one > 700)
  const bound = Math.floor(one * 10.5)
  const { cache, ids } = await open(t, 'sqlite', 60, bound)
  const [popular = 0n] = ids
  for (const id of ids) {
    await cache.get([popular, id])
    assert.ok(cache.bytes <= bound, `${cache.bytes} of ${bound}`)
  }
  assert.equal(cache.size, 10)
  assert.equal(await hitsOf(cache, [popular]), 1)
  assert.equal(await hitsOf(cache, ids.slice(1, 40)), 0)
  const nothing = await open(t, 'sqlite', 3, 0)
  assert.equal((await shown(nothing.cache, nothing.ids)).length, 3)
  assert.deepEqual([nothing.cache.size, nothing.cache.bytes], [0, 0])
})

test('if events were trimmed before they were read, the cache is cleared', async (t) => {
  const { cache, context, ids } = await open(t, 'sqlite')
  await cache.get(ids)
  await updateProfile(context, { userId: must(ids[0], 'a user'), name: 'New' })
  const later = { ...context.clock, now: () => context.clock.now() + 8 * 86_400_000 }
  assert.ok((await trimLog(context.store, later, 7)) > 0)
  assert.equal((await names(cache, ids))[0], 'New')
  assert.equal(await hitsOf(cache, ids), ids.length)
})

test('while the log is unreadable, no value is returned from the cache', async (t) => {
  const { context, tail, ids } = await open(t, 'sqlite')
  let isBroken = false
  const orFail = <T>(read: () => Promise<T>) => (isBroken ? Promise.reject(new Error('not now')) : read())
  const moody: FollowedTail = {
    get head() {
      return tail.head
    },
    reach: (position) => orFail(() => tail.reach(position)),
    history: 0,
    ageMs: 0,
    hasForeignCommits: true,
    look: () => orFail(() => tail.look()),
    catchUp: () => orFail(() => tail.catchUp()),
    bufferedAfter: () => undefined,
    readAfter: (position, max) => orFail(() => tail.readAfter(position, max)),
  }
  const cache = new FreshCache(context.store, moody)
  await cache.get(ids)
  isBroken = true
  await updateProfile(context, { userId: must(ids[0], 'a user'), name: 'New' })
  assert.equal((await names(cache, ids))[0], 'New')
  assert.deepEqual([cache.size, await hitsOf(cache, ids)], [0, 0])
  isBroken = false
  await cache.get(ids)
  assert.equal(await hitsOf(cache, ids), ids.length)
})

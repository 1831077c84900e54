import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { FullUser } from '../domain/accounts/find-users.ts'
import { NO_PROFILE } from '../domain/accounts/profile.ts'
import type { LoggedEvent } from '../log/event.ts'
import { AuthorCache } from './author-cache.ts'
import type { CurrentLog, Follower } from './current-log.ts'

/** A log that tells when the test says so, and the cache that follows it. */
class Bench {
  readonly #followers: Follower[] = []
  readonly cache: AuthorCache

  constructor(bytesMost?: number) {
    const follow = (follower: Follower) => void this.#followers.push(follower)
    this.cache = new AuthorCache(
      { isCurrent: true, isStale: false, follow } as unknown as CurrentLog,
      bytesMost,
    )
  }

  tell(
    position: bigint,
    kind: 'post.created' | 'user.profile_changed' | 'user.state_changed',
    user_id: bigint,
  ): void {
    const event = { kind, user_id, position, at: 0, partition: 1 } as unknown as LoggedEvent
    for (const follower of this.#followers) follower.apply(event)
  }

  forget(): void {
    for (const follower of this.#followers) follower.forgetAll()
  }

  /** Ids of those who are held there. */
  held(ids: readonly bigint[], expected: bigint): bigint[] | undefined {
    const held = this.cache.held(ids, expected)
    return held && [...held.values()].map(({ id }) => id)
  }
}

function user(id: bigint): FullUser {
  const counts = { followersCount: 0, friendsCount: 0, statusesCount: 0, favouritesCount: 0 }
  const states = { isProtected: false, suspendedAt: null, deactivatedAt: null, withheldInCountries: [] }
  return { id, screenName: `u${id}`, name: 'U', createdAt: 0, ...counts, ...states, profile: NO_PROFILE }
}

test('authors are known where the log ends as it did when they were read, and as far as posts alone have moved it', () => {
  const bench = new Bench()
  bench.tell(5n, 'post.created', 9n)
  bench.cache.wrote(5n, 7n, [user(1n), user(2n)])
  assert.deepEqual(bench.held([1n, 2n], 7n), [1n, 2n])
  assert.equal(bench.held([1n], 6n), undefined)
  assert.equal(bench.held([1n], 8n), undefined)
  bench.cache.wrote(7n, 9n, [])
  assert.deepEqual(bench.held([2n], 9n), [2n])
  // What it wrote itself is told behind that.
  for (const position of [6n, 7n, 8n, 9n]) bench.tell(position, 'post.created', 1n)
  assert.deepEqual(bench.held([1n, 2n], 9n), [1n, 2n])
})

test('nobody is known while an event is not followed, and who it is about not behind it', () => {
  const bench = new Bench()
  bench.tell(1n, 'post.created', 9n)
  bench.cache.wrote(1n, 2n, [user(1n), user(2n)])
  assert.equal(bench.held([2n], 3n), undefined)
  bench.cache.wrote(3n, 4n, [])
  assert.equal(bench.held([2n], 4n), undefined)
  bench.tell(3n, 'user.profile_changed', 1n)
  bench.tell(4n, 'post.created', 2n)
  assert.deepEqual(bench.held([2n], 4n), [2n])
  assert.equal(bench.held([1n, 2n], 4n), undefined)
  bench.tell(5n, 'user.state_changed', 2n)
  assert.equal(bench.held([2n], 5n), undefined)
})

test('who was read before an event that is followed already is not kept', () => {
  const bench = new Bench()
  bench.tell(1n, 'post.created', 9n)
  bench.tell(3n, 'user.profile_changed', 1n)
  bench.cache.wrote(1n, 2n, [user(1n)])
  assert.equal(bench.held([1n], 3n), undefined)
})

test('nothing is known once the log was lost, nor before it was followed', () => {
  const bench = new Bench()
  bench.cache.wrote(1n, 2n, [user(1n)])
  assert.equal(bench.held([1n], 2n), undefined)
  bench.tell(2n, 'post.created', 1n)
  assert.deepEqual(bench.held([1n], 2n), [1n])
  bench.forget()
  bench.tell(3n, 'post.created', 1n)
  assert.equal(bench.held([1n], 3n), undefined)
})

test('what is kept has an end, and who is asked for among a stranger counts as missed', () => {
  const bench = new Bench(10_000)
  bench.tell(0n, 'post.created', 9n)
  const users = Array.from({ length: 50 }, (_, index) => user(BigInt(index)))
  bench.cache.wrote(0n, 1n, users)
  const { counts } = bench.cache
  assert.ok(counts.bytes <= 10_000 && counts.size > 5 && counts.size < 15)
  assert.equal(bench.held([0n, 49n], 1n), undefined)
  assert.deepEqual([counts.hits, counts.misses], [0, 2])
  assert.deepEqual(bench.held([48n, 49n], 1n), [48n, 49n])
  assert.deepEqual([counts.hits, counts.misses], [2, 2])
  const none = new Bench(0)
  none.tell(0n, 'post.created', 9n)
  none.cache.wrote(0n, 1n, users)
  assert.equal(none.held([1n], 1n), undefined)
})

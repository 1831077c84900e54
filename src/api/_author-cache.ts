/**
 * Authors in memory, for posts that are written unasked.
 *
 * Invariant: an author is held as of `#asOf`, up to which every event was looked at but those that were posts written unasked,
 * which change nothing of anybody that is held here. What is counted of an author changes with each post, and is not taken from here.
 */

import { type FullUser, findFullUsers } from '../domain/accounts/find-users.ts'
import { isHidden } from '../domain/accounts/user.ts'
import { bytesOfUser } from '../domain/accounts/user-bytes.ts'
import { changedBeyondCounts } from '../domain/accounts/user-events.ts'
import type { Context } from '../domain/context.ts'
import type { KnownAuthors } from '../domain/posts/known-authors.ts'
import type { CurrentLog, Follower } from '../events/current-log.ts'
import type { LoggedEvent } from '../events/event.ts'
import { LogCache } from '../events/log-cache.ts'

/** Bytes that authors may take: of the shortest about 20,000. */
export const AUTHOR_CACHE_BYTES = 16 * 2 ** 20

/** Before any event. */
const NEVER = -1n

export class AuthorCache implements KnownAuthors, Follower {
  readonly #cache: LogCache<bigint, FullUser>
  #asOf = NEVER

  /** @param bytesMost of authors and what holds them; `0` keeps nothing */
  constructor(log: CurrentLog, store: Context['store'], bytesMost = AUTHOR_CACHE_BYTES) {
    const read = (ids: readonly bigint[]) => findFullUsers(store, ids)
    this.#cache = new LogCache(log, { read, bytesOf: bytesOfUser, changedBy: changedBeyondCounts }, bytesMost)
    log.follow(this)
  }

  /** For metrics. */
  get counts(): Pick<LogCache<unknown, unknown>, 'size' | 'bytes' | 'hits' | 'misses'> {
    return this.#cache
  }

  held(ids: readonly bigint[], expected: bigint): ReadonlyMap<bigint, FullUser> | undefined {
    const authors = new Map<bigint, FullUser>()
    for (const id of this.#asOf === expected ? ids : []) {
      const author = this.#cache.held(id)
      if (author !== undefined) authors.set(id, author)
    }
    this.#cache.count(authors.size, ids.length - authors.size)
    return authors.size === ids.length ? authors : undefined
  }

  wrote(expected: bigint, position: bigint, read: Iterable<FullUser> = []): void {
    if (this.#asOf === expected) this.#asOf = position
    // What was told of them since is newer than they are.
    if (this.#asOf > position) return
    for (const author of read) if (!isHidden(author)) this.#cache.put(author.id, author)
  }

  apply({ position }: LoggedEvent): void {
    if (position > this.#asOf) this.#asOf = position
  }

  forgetAll(): void {
    this.#asOf = NEVER
  }
}

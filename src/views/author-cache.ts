/**
 * Authors in memory, for posts that are written unasked.
 *
 * Invariant: an author is held as of `#asOf`, up to which every event was looked at but those that were posts written unasked,
 * which change nothing of anybody that is held here. What is counted of an author changes with each post, and is not taken from here.
 */

import type { FullUser } from '../domain/accounts/find-users.ts'
import { bytesOfUser } from '../domain/accounts/user-bytes.ts'
import { changedBeyondCounts } from '../domain/accounts/user-events.ts'
import type { KnownAuthors } from '../domain/posts/write/known-authors.ts'
import type { LoggedEvent } from '../log/event.ts'
import type { CurrentLog, Follower } from './current-log.ts'
import { LogCache } from './log-cache.ts'

/** Bytes that authors may take: of the shortest about 20,000. */
export const AUTHOR_CACHE_BYTES = 16 * 2 ** 20

/** Before any event. */
const NEVER = -1n

export class AuthorCache implements KnownAuthors, Follower {
  readonly #cache: LogCache<bigint, FullUser>
  #asOf = NEVER

  /** @param bytesMost of authors and what holds them; `0` keeps nothing */
  constructor(log: CurrentLog, bytesMost = AUTHOR_CACHE_BYTES) {
    // Who is not known is read by the statement that writes the post, not from here.
    const read = async () => new Map<bigint, FullUser>()
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
    const isAll = authors.size === ids.length
    // With one stranger among them the database is asked for all.
    this.#cache.count(isAll ? ids.length : 0, isAll ? 0 : ids.length)
    return isAll ? authors : undefined
  }

  wrote(expected: bigint, position: bigint, read: Iterable<FullUser> = []): void {
    if (this.#asOf === expected) this.#asOf = position
    // What was told of them since is newer than they are.
    if (this.#asOf > position) return
    for (const author of read) this.#cache.put(author.id, author)
  }

  apply({ position }: LoggedEvent): void {
    if (position > this.#asOf) this.#asOf = position
  }

  forgetAll(): void {
    this.#asOf = NEVER
  }
}

/** Keeps users and their renderings in memory; log-cache.ts states how current they are. */
import { type FullUser, findFullUsers } from '../domain/accounts/find-users.ts'
import { bytesOfUser } from '../domain/accounts/user-bytes.ts'
import { changedUsers } from '../domain/accounts/user-events.ts'
import type { Context } from '../domain/context.ts'
import type { ParsedIds } from '../lib/ids/parsed-ids.ts'
import { type CachedEntity, cachedEntities } from './cached-entity.ts'
import type { CurrentLog } from './current-log.ts'
import type { OnFailedRow } from './failed-rows.ts'
import { deref, IndexedCache } from './indexed-cache.ts'
import type { CacheRef } from './log-cache.ts'

/** Maximum bytes of the cache: about 20,000 users with short profiles. */
export const USER_CACHE_BYTES = 64 * 2 ** 20

export type CachedUser = CachedEntity<FullUser>

export class UserCache {
  readonly #cache: IndexedCache<CachedUser>
  #made = 0

  /** @param bytesMost maximum bytes of users, renderings and entries; `0` disables the cache */
  constructor(
    log: CurrentLog,
    store: Context['store'],
    bytesMost = USER_CACHE_BYTES,
    failed?: OnFailedRow | undefined,
  ) {
    this.#cache = new IndexedCache(
      log,
      {
        read: async (ids) => cachedEntities(await findFullUsers(store, ids)),
        bytesOf: ({ entity }) => bytesOfUser(entity),
        changedBy: changedUsers,
        ...(failed === undefined ? {} : { onFailed: (id, error) => failed('user', id, error) }),
      },
      bytesMost,
    )
  }

  /** Size, hits and misses, for metrics. */
  get counts(): Pick<IndexedCache<CachedUser>, 'size' | 'bytes' | 'hits' | 'misses'> {
    return this.#cache
  }

  /**
   * Users in the order of `ids`, as current as the log; undefined for missing users. The result includes hidden
   * users.
   * @param ids at most a few hundred
   * @param failed receives the errors of users whose own row cannot be read, by id
   */
  get(ids: readonly bigint[], failed?: Map<bigint, unknown>): Promise<readonly (CachedUser | undefined)[]> {
    return this.#cache.get(ids, failed)
  }

  /** Like {@link get}, for ids that were parsed from a request. */
  find(ids: ParsedIds): Promise<readonly (CachedUser | undefined)[]> {
    return this.#cache.find(ids)
  }

  /** Reference to a cached user; undefined when the user is not cached. */
  refOf(id: bigint): CacheRef<CachedUser> | undefined {
    return this.#cache.refOf(id)
  }

  /** The user of a reference; undefined after eviction. */
  deref(place: CacheRef<CachedUser>): CachedUser | undefined {
    const user = deref(place)
    if (user !== undefined) this.#cache.count(1)
    return user
  }

  /** The cached rendering with the given name. @param bytesOf returns an upper bound of the memory of the rendering */
  rendering<T>(
    cached: CachedUser,
    name: string,
    make: (user: FullUser) => T,
    bytesOf: (made: T) => number,
  ): T {
    return cached.rendering(name, make, (made) => this.charge(cached, bytesOf(made)))
  }

  /** Counts a new rendering and adds its bytes to the user. */
  charge(cached: CachedUser, bytes: number): void {
    this.#made += 1
    this.#cache.charge(cached.entity.id, cached, bytes)
  }

  /** Number of renderings since the start, for metrics. */
  get renderingsMade(): number {
    return this.#made
  }
}

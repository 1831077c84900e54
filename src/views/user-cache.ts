/** Users in memory, with what was rendered of them (views/log-cache.ts says how current they are). */
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

/** Bytes that users and their renderings may take: of the shortest about 20,000 users. */
export const USER_CACHE_BYTES = 64 * 2 ** 20

export type CachedUser = CachedEntity<FullUser>

export class UserCache {
  readonly #cache: IndexedCache<CachedUser>
  #made = 0

  /** @param bytesMost of users, renderings and what holds them; `0` keeps nothing */
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

  /** For metrics. */
  get counts(): Pick<IndexedCache<CachedUser>, 'size' | 'bytes' | 'hits' | 'misses'> {
    return this.#cache
  }

  /**
   * Users as they are at some moment after the request came, or after this process last changed something; each at the
   * place of its id, undefined for those who are not there. Hidden ones are there.
   * @param ids at most a few hundred
   * @param failed given why, by id, of those whose own row fails
   */
  get(ids: readonly bigint[], failed?: Map<bigint, unknown>): Promise<readonly (CachedUser | undefined)[]> {
    return this.#cache.get(ids, failed)
  }

  /** As {@link get}. */
  find(ids: ParsedIds): Promise<readonly (CachedUser | undefined)[]> {
    return this.#cache.find(ids)
  }

  /** Where a user stands while it is kept. */
  refOf(id: bigint): CacheRef<CachedUser> | undefined {
    return this.#cache.refOf(id)
  }

  /** The user that stands in a place; undefined when it is kept no more. */
  deref(place: CacheRef<CachedUser>): CachedUser | undefined {
    const user = deref(place)
    if (user !== undefined) this.#cache.count(1)
    return user
  }

  /**
   * What was rendered of a user under that name, made when it was not yet.
   * @param bytesOf at most what the rendering takes in memory
   */
  rendering<T>(
    cached: CachedUser,
    name: string,
    make: (user: FullUser) => T,
    bytesOf: (made: T) => number,
  ): T {
    return cached.rendering(name, make, (made) => this.charge(cached, bytesOf(made)))
  }

  /** Counts a rendering that was made, and the bytes by which those of its user have grown. */
  charge(cached: CachedUser, bytes: number): void {
    this.#made += 1
    this.#cache.charge(cached.entity.id, cached, bytes)
  }

  /** Renderings that were made since the start, for metrics: whatever was shown beyond them was found here. */
  get renderingsMade(): number {
    return this.#made
  }
}

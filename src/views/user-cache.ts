/** Users in memory, with what was rendered of them (views/log-cache.ts says how current they are). */
import { type FullUser, findFullUsers } from '../domain/accounts/find-users.ts'
import { bytesOfUser } from '../domain/accounts/user-bytes.ts'
import { changedUsers } from '../domain/accounts/user-events.ts'
import type { Context } from '../domain/context.ts'
import type { ParsedIds } from '../lib/ids/parsed-ids.ts'
import type { CurrentLog } from './current-log.ts'
import type { FailedRows } from './failed-rows.ts'
import { IdCache, seen } from './id-cache.ts'
import { type Known, knownOf } from './known.ts'
import type { Place } from './log-cache.ts'

/** Bytes that users and their renderings may take: of the shortest about 20,000 users. */
export const USER_CACHE_BYTES = 64 * 2 ** 20

export type KnownUser = Known<FullUser>

export class UserCache {
  readonly #cache: IdCache<KnownUser>
  #made = 0

  /** @param bytesMost of users, renderings and what holds them; `0` keeps nothing */
  constructor(
    log: CurrentLog,
    store: Context['store'],
    bytesMost = USER_CACHE_BYTES,
    failed?: FailedRows | undefined,
  ) {
    this.#cache = new IdCache(
      log,
      {
        read: async (ids) => knownOf(await findFullUsers(store, ids)),
        bytesOf: ({ it }) => bytesOfUser(it),
        changedBy: changedUsers,
        ...(failed === undefined ? {} : { failed: (id, error) => failed('user', id, error) }),
      },
      bytesMost,
    )
  }

  /** For metrics. */
  get counts(): Pick<IdCache<KnownUser>, 'size' | 'bytes' | 'hits' | 'misses'> {
    return this.#cache
  }

  /**
   * Users as they are at some moment after the request came, or after this process last changed something; each at the
   * place of its id, undefined for those who are not there. Hidden ones are there.
   * @param ids at most a few hundred
   * @param failed given why, by id, of those whose own row fails
   */
  get(ids: readonly bigint[], failed?: Map<bigint, unknown>): Promise<readonly (KnownUser | undefined)[]> {
    return this.#cache.get(ids, failed)
  }

  /** As {@link get}. */
  find(ids: ParsedIds): Promise<readonly (KnownUser | undefined)[]> {
    return this.#cache.find(ids)
  }

  /** Where a user stands while it is kept. */
  place(id: bigint): Place<KnownUser> | undefined {
    return this.#cache.place(id)
  }

  /** The user that stands in a place; undefined when it is kept no more. */
  at(place: Place<KnownUser>): KnownUser | undefined {
    const user = seen(place)
    if (user !== undefined) this.#cache.count(1)
    return user
  }

  /**
   * What was rendered of a user under that name, made when it was not yet.
   * @param bytesOf at most what the rendering takes in memory
   */
  rendering<T>(known: KnownUser, name: string, make: (user: FullUser) => T, bytesOf: (made: T) => number): T {
    return known.rendering(name, make, (made) => this.charge(known, bytesOf(made)))
  }

  /** Counts a rendering that was made, and the bytes by which those of its user have grown. */
  charge(known: KnownUser, bytes: number): void {
    this.#made += 1
    this.#cache.charge(known.it.id, known, bytes)
  }

  /** Renderings that were made since the start, for metrics: whatever was shown beyond them was found here. */
  get renderingsMade(): number {
    return this.#made
  }
}

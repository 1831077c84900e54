/** Whose page of users is asked for, and who is on it. */
import { isHidden } from '../domain/accounts/user.ts'
import type { Viewer } from '../domain/context.ts'
import type { IdPage } from '../domain/graph/id-page.ts'
import { maySeeConnections } from '../domain/graph/visibility.ts'
import type { Services } from './_services.ts'
import type { KnownUser } from './_user-cache.ts'
import {
  notAuthorized,
  notFound,
  type PartialError,
  suspended,
  type Wanted,
} from './_v2-objects/partial-errors.ts'
import { tokenOf } from './_v2-page-token.ts'
import { V2_DIALECT } from './_v2-view.ts'

/** Users that are read at a time: more would hold other requests up. */
const SLICE = 200

export type Whose =
  | { readonly userId: bigint; readonly error?: undefined }
  | { readonly userId?: undefined; readonly error: PartialError }

/** The user whose list it is, or what is told of it instead. */
export async function whose({ store, users }: Services, viewer: Viewer, value: string): Promise<Whose> {
  const wanted: Wanted = { type: 'user', parameter: 'id', value, section: 'data' }
  const id = BigInt(value)
  const [user] = id > LARGEST_ID ? [] : await users.get([id])
  if (user === undefined || user.it.deactivatedAt !== null) return { error: notFound(V2_DIALECT, wanted) }
  if (user.it.suspendedAt !== null) return { error: suspended(V2_DIALECT, wanted) }
  if (await maySeeConnections(store, viewer, user.it)) return { userId: id }
  return { error: notAuthorized(V2_DIALECT, wanted) }
}

const LARGEST_ID = 2n ** 63n - 1n

/** The users of a page of ids, in its order. Who was hidden meanwhile is left out. */
export async function usersOf({ users }: Services, { ids }: IdPage): Promise<KnownUser[]> {
  const all = ids === '' ? [] : ids.split(',').map(BigInt)
  const known: KnownUser[] = []
  for (let from = 0; from < all.length; from += SLICE) {
    for (const user of await users.get(all.slice(from, from + SLICE))) {
      if (user !== undefined && !isHidden(user.it)) known.push(user)
    }
  }
  return known
}

/** What is told of a page; a token stands where there is another one. */
export function metaOf({ nextCursor, previousCursor }: IdPage, count: number): Record<string, unknown> {
  return {
    result_count: count,
    ...(nextCursor === 0n ? {} : { next_token: tokenOf(nextCursor) }),
    ...(previousCursor === 0n ? {} : { previous_token: tokenOf(previousCursor) }),
  }
}

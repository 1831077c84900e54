/** Pages of users: followers and following. */

import { isHidden } from '../../domain/accounts/user.ts'
import type { Viewer } from '../../domain/context.ts'
import { FIRST_CURSOR, type IdPage } from '../../domain/graph/id-page.ts'
import { maySeeConnections } from '../../domain/graph/visibility.ts'
import type { Answer } from '../../http/endpoint.ts'
import { LARGEST_ID } from '../../lib/ids/largest-id.ts'
import type { CachedUser } from '../../views/user-cache.ts'
import type { Services } from '../_services.ts'
import { cursorOf, tokenOf } from './page-token.ts'
import { notAuthorized, notFound, type PartialError, suspended, type Wanted } from './partial-errors.ts'
import { NOTHING_INCLUDED, partsAnswer } from './parts.ts'
import { usersAsParts } from './users.ts'
import { type ValidationErrors, valueText } from './validation-errors.ts'
import { V2_DIALECT, type V2View } from './view.ts'

/** Users that are read at a time: more would hold other requests up. */
const SLICE = 200

/** The page that `pagination_token` names; the first one when it was not sent. */
export function readCursor(errors: ValidationErrors): bigint {
  const token = errors.text('pagination_token')
  if (token === undefined) return FIRST_CURSOR
  const cursor = cursorOf(token)
  if (cursor === undefined)
    errors.add('pagination_token', `${valueText('pagination_token', token)} is not valid`)
  return cursor ?? FIRST_CURSOR
}

/**
 * A page of the users around the one of an id, if the viewer may see them.
 * @param value the id in digits
 * @param read reads the page
 */
export async function userPageAnswer(
  services: Services,
  view: V2View,
  value: string,
  read: (userId: bigint) => Promise<IdPage>,
): Promise<Answer> {
  const { userId, error } = await listOwner(services, view.viewer, value)
  if (error !== undefined) {
    return partsAnswer({ data: [], includes: NOTHING_INCLUDED, errors: [error] }, false)
  }
  const page = await read(userId)
  const users = await usersOf(services, page)
  const parts = await usersAsParts(services, view, users, [])
  return partsAnswer(parts, false, JSON.stringify(metaOf(page, users.length)))
}

type ListOwner =
  | { readonly userId: bigint; readonly error?: undefined }
  | { readonly userId?: undefined; readonly error: PartialError }

/** The owner of the list, or the error. */
async function listOwner({ store, users }: Services, viewer: Viewer, value: string): Promise<ListOwner> {
  const wanted: Wanted = { type: 'user', parameter: 'id', value, section: 'data' }
  const id = BigInt(value)
  const [user] = id > LARGEST_ID ? [] : await users.get([id])
  if (user === undefined || user.entity.deactivatedAt !== null) return { error: notFound(V2_DIALECT, wanted) }
  if (user.entity.suspendedAt !== null) return { error: suspended(V2_DIALECT, wanted) }
  if (await maySeeConnections(store, viewer, user.entity)) return { userId: id }
  return { error: notAuthorized(V2_DIALECT, wanted) }
}

/** The users of a page of ids, in its order. Who was hidden meanwhile is left out. */
async function usersOf({ users }: Services, { ids }: IdPage): Promise<CachedUser[]> {
  const all = ids === '' ? [] : ids.split(',').map(BigInt)
  const cached: CachedUser[] = []
  for (let from = 0; from < all.length; from += SLICE) {
    for (const user of await users.get(all.slice(from, from + SLICE))) {
      if (user !== undefined && !isHidden(user.entity)) cached.push(user)
    }
  }
  return cached
}

/** Metadata of a page, with tokens for existing neighbour pages. */
function metaOf({ nextCursor, previousCursor }: IdPage, count: number): Record<string, unknown> {
  return {
    result_count: count,
    ...(nextCursor === 0n ? {} : { next_token: tokenOf(nextCursor) }),
    ...(previousCursor === 0n ? {} : { previous_token: tokenOf(previousCursor) }),
  }
}

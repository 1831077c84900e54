/** Declares pages of users in API v2, with page tokens (spec/v2.md#paging, spec/labs-lookup.md#pages-of-followers). */
import { isHidden } from '../../../domain/accounts/user.ts'
import { visibleAuthorIds } from '../../../domain/posts/read/visible-authors.ts'
import type { CachedUser } from '../../../views/user-cache.ts'
import type { ApiEndpoint } from '../../_endpoint.ts'
import type { Services } from '../../_services.ts'
import { USER_PAGE } from '../schemas.ts'
import { usersAsParts } from '../users.ts'
import type { V2View } from '../view.ts'
import { type OwnedPages, ownedPages } from './owned-pages.ts'
import { idsOfPage } from './page-ids.ts'

/** Maximum number of users that are read at a time, so that other requests are not delayed. */
const SLICE = 200

interface UserPages extends OwnedPages {
  /** True to leave out users whose posts the viewer may not see; default: false. */
  readonly onlyVisible?: boolean
}

/** Declares a page of users. Hidden users (suspended or deactivated) are left out. */
export function userPages({ onlyVisible = false, ...declaration }: UserPages): ApiEndpoint {
  return ownedPages(declaration, {
    subject: 'users',
    items: 'users',
    schema: USER_PAGE,
    async parts(services, view, page) {
      const all = await shownUsers(services, idsOfPage(page))
      const users = onlyVisible ? await visibleUsers(services, view, all) : all
      return usersAsParts(services, view, users, [])
    },
  })
}

/** The users of a page, in the order of `ids`, without hidden users. */
export async function shownUsers({ users }: Services, ids: readonly bigint[]): Promise<CachedUser[]> {
  const cached: CachedUser[] = []
  for (let from = 0; from < ids.length; from += SLICE) {
    for (const user of await users.get(ids.slice(from, from + SLICE))) {
      if (user !== undefined && !isHidden(user.entity)) cached.push(user)
    }
  }
  return cached
}

async function visibleUsers(
  { store }: Services,
  { viewer }: V2View,
  users: readonly CachedUser[],
): Promise<readonly CachedUser[]> {
  const ids = await visibleAuthorIds(
    store,
    viewer,
    users.map(({ entity }) => entity),
  )
  return users.filter(({ entity }) => ids.has(entity.id))
}

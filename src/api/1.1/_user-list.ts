/** Reads many users and renders them as v1.1 objects for the caller. */
import { isHidden } from '../../domain/accounts/user.ts'
import type { Viewer } from '../../domain/context.ts'
import { relationsOf } from '../../domain/graph/relations.ts'
import { userWriter } from '../../formats/v1.1/user-template.ts'
import type { ParsedIds } from '../../lib/ids/parsed-ids.ts'
import type { Services } from '../_services.ts'
import { statusTexts } from './_status.ts'
import { type Origin, relationIn, type UserOptions, userRenderer, viewAll } from './_users.ts'

/**
 * JSON texts of the users, as strings or UTF-8, in the order of `ids`, without duplicates. Unknown, suspended and
 * deactivated users are left out.
 * @param outer the scheme, host and API day of the request
 */
export async function userList(
  services: Pick<Services, 'store' | 'users' | 'posts' | 'newestPosts'>,
  viewer: Viewer,
  ids: ParsedIds,
  options: UserOptions,
  outer: Origin,
): Promise<(string | Buffer)[]> {
  const { store, users } = services
  const [found, relations, statuses] = await Promise.all([
    users.find(ids),
    viewer.userId === null ? undefined : relationsOf(store, viewer.userId, [...new Set(ids.ids)]),
    statusTexts(services, viewer, ids, options, outer),
  ])
  const write = userWriter(viewAll(options, outer))
  const textOf = userRenderer(users, outer.apiDate)
  const texts: (string | Buffer)[] = []
  const listed = new Set<bigint>()
  for (const user of found) {
    if (user === undefined || isHidden(user.entity) || listed.has(user.entity.id)) continue
    const { id } = user.entity
    listed.add(id)
    const relation = relations === undefined ? null : relationIn(viewer, relations.get(id), id)
    texts.push(write(textOf(user), relation, statuses.get(id)))
  }
  return texts
}

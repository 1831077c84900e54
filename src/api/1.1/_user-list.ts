/** Many users as their v1.1 objects, read and rendered for the caller. */
import { isHidden } from '../../domain/accounts/user.ts'
import type { Viewer } from '../../domain/context.ts'
import { relationsOf } from '../../domain/graph/relations.ts'
import { userWriter } from '../../formats/v1.1/user-template.ts'
import type { ParsedIds } from '../../lib/ids/parsed-ids.ts'
import type { Services } from '../_services.ts'
import { statusTexts } from './_status.ts'
import { type Origin, relationIn, type UserOptions, userRenderer, viewAll } from './_users.ts'

/**
 * The JSON texts of these users, some in UTF-8 already, in the order of `ids`, none twice; unknown, suspended and deactivated ones are left out.
 * @param outer the request as its client saw it
 */
export async function userList(
  services: Pick<Services, 'store' | 'users' | 'posts' | 'newestPosts'>,
  viewer: Viewer,
  ids: ParsedIds,
  options: UserOptions,
  outer: Origin,
): Promise<(string | Buffer)[]> {
  const { store, users } = services
  const [known, relations, statuses] = await Promise.all([
    users.find(ids),
    viewer.userId === null ? undefined : relationsOf(store, viewer.userId, [...new Set(ids.ids)]),
    statusTexts(services, viewer, ids, options, outer),
  ])
  const write = userWriter(viewAll(options, outer))
  const textOf = userRenderer(users, outer.apiDate)
  const texts: (string | Buffer)[] = []
  const listed = new Set<bigint>()
  for (const user of known) {
    if (user === undefined || isHidden(user.entity) || listed.has(user.entity.id)) continue
    const { id } = user.entity
    listed.add(id)
    const relation = relations === undefined ? null : relationIn(viewer, relations.get(id), id)
    texts.push(write(textOf(user), relation, statuses.get(id)))
  }
  return texts
}

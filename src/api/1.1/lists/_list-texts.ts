/** Renders lists for a caller. */
import { isHidden } from '../../../domain/accounts/user.ts'
import type { Viewer } from '../../../domain/context.ts'
import { relationsOf } from '../../../domain/graph/relations.ts'
import { followedOf } from '../../../domain/lists/find-lists.ts'
import type { List } from '../../../domain/lists/list.ts'
import { seeLists } from '../../../domain/lists/visibility.ts'
import { LIST_FIELDS } from '../../../formats/v1.1/list-fields.ts'
import { userJoiner } from '../../../formats/v1.1/user-template.ts'
import type { Answer } from '../../../http/endpoint.ts'
import type { Services } from '../../_services.ts'
import { type Origin, relationIn, userRenderer, viewAll } from '../_users.ts'

/** JSON texts of the lists, in input order. Lists of hidden owners (suspended or deactivated) are left out. */
export async function listTexts(
  { store, users }: Services,
  viewer: Viewer,
  lists: readonly List[],
  outer: Origin,
): Promise<string[]> {
  const ownerIds = [...new Set(lists.map(({ ownerId }) => ownerId))]
  const ids = lists.map(({ id }) => id)
  const [owners, relations, followed] = await Promise.all([
    users.get(ownerIds),
    viewer.userId === null ? undefined : relationsOf(store, viewer.userId, ownerIds),
    viewer.userId === null ? undefined : followedOf(store, viewer.userId, ids),
  ])
  const join = userJoiner(viewAll({ include_entities: true }, outer))
  const textOf = userRenderer(users, outer.apiDate)
  const ownerTexts = new Map<bigint, { readonly screenName: string; readonly text: string }>()
  for (const owner of owners) {
    if (owner === undefined || isHidden(owner.entity)) continue
    const { id, screenName } = owner.entity
    const relation = relations === undefined ? null : relationIn(viewer, relations.get(id), id)
    ownerTexts.set(id, { screenName, text: join(textOf(owner), relation, undefined) })
  }
  return lists.flatMap((list) => {
    const owner = ownerTexts.get(list.ownerId)
    if (owner === undefined) return []
    const isFollowed = followed?.has(list.id) === true
    const fields = LIST_FIELDS.object({ list, ownerScreenName: owner.screenName, isFollowed }, outer.apiDate)
    return [`${JSON.stringify(fields).slice(0, -1)},"user":${owner.text}}`]
  })
}

/** Like {@link listTexts}, but takes ids of lists. Lists that the viewer may not see are left out. */
export async function listTextsOf(
  services: Services,
  viewer: Viewer,
  ids: readonly bigint[],
  outer: Origin,
): Promise<string[]> {
  const seen = await seeLists(services.store, viewer, ids)
  return listTexts(
    services,
    viewer,
    seen.filter((list) => typeof list !== 'string'),
    outer,
  )
}

/** The response with one list. */
export async function listAnswer(
  services: Services,
  viewer: Viewer,
  list: List,
  outer: Origin,
): Promise<Answer> {
  return { status: 200, body: undefined, pieces: [await listTexts(services, viewer, [list], outer)] }
}

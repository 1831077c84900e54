/** Lists of a response of API v2, with their owners if requested. */
import { isHidden } from '../../../domain/accounts/user.ts'
import type { List } from '../../../domain/lists/list.ts'
import { seeLists, type UnseenList } from '../../../domain/lists/visibility.ts'
import { has } from '../../../formats/v2/field-set.ts'
import { EXPANSION } from '../../../formats/v2/fields.ts'
import { LIST_FIELDS } from '../../../formats/v2/list-fields.ts'
import { notAuthorized, notFound, type PartialError } from '../partial-errors.ts'
import { NOTHING_INCLUDED, type Parts } from '../parts.ts'
import type { PostServices } from '../posts.ts'
import { usersAsParts } from '../users.ts'
import { V2_DIALECT, type V2View } from '../view.ts'

/** The response parts with lists that the viewer may see. @param lists an array of at most 1,000 lists */
export async function listsAsParts(
  services: PostServices,
  view: V2View,
  lists: readonly List[],
): Promise<Parts> {
  const { selection, day } = view
  const data = lists.map((list) =>
    Buffer.from(JSON.stringify(LIST_FIELDS.members({ list }, selection.list, day))),
  )
  if (!has(selection.expansions, EXPANSION.owner_id)) return { data, includes: NOTHING_INCLUDED, errors: [] }
  const owners = await services.users.get([...new Set(lists.map(({ ownerId }) => ownerId))])
  const shown = owners.flatMap((owner) => (owner === undefined || isHidden(owner.entity) ? [] : [owner]))
  const { data: users, includes, errors } = await usersAsParts(services, view, shown, [])
  return { data, includes: { ...includes, users }, errors }
}

/** Like {@link listsAsParts}, but takes ids. Lists that the viewer may not see are left out. */
export async function listPartsOf(
  services: PostServices,
  view: V2View,
  ids: readonly bigint[],
): Promise<Parts> {
  const seen = await seeLists(services.store, view.viewer, ids)
  return listsAsParts(
    services,
    view,
    seen.filter((list) => typeof list !== 'string'),
  )
}

/** The error for a list that the viewer may not see. @param value the id of the list, as digits */
export function unseenListError(unseen: UnseenList, value: string, parameter = 'id'): PartialError {
  const wanted = { type: 'list', parameter, value, section: 'data' } as const
  return unseen === 'not-found' ? notFound(V2_DIALECT, wanted) : notAuthorized(V2_DIALECT, wanted)
}

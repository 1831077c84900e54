/** The list that a call names: by `list_id`, or by `slug` and owner. */
import { findIdsByScreenName } from '../../../domain/accounts/find-users.ts'
import { Refusal, type Viewer } from '../../../domain/context.ts'
import { findListBySlug } from '../../../domain/lists/find-lists.ts'
import type { List } from '../../../domain/lists/list.ts'
import { seeLists, type UnseenList } from '../../../domain/lists/visibility.ts'
import { optionalId, optionalText } from '../../../http/params.ts'
import type { Services } from '../../_services.ts'
import { NotAuthorized, V11Error, type V11ErrorName } from '../_errors.ts'

export const namedListParams = {
  list_id: optionalId('Id of the list.'),
  slug: optionalText(
    'Name of the list in its URI, with `owner_id` or `owner_screen_name`; `list_id` takes precedence.',
  ),
  owner_screen_name: optionalText('Screen name of the owner; `owner_id` takes precedence.'),
  owner_id: optionalId('Id of the owner.'),
} as const

interface ListName {
  readonly list_id: bigint | undefined
  readonly slug: string | undefined
  readonly owner_screen_name: string | undefined
  readonly owner_id: bigint | undefined
}

/** Errors of {@link requireNamedListId}. */
export const NAMED_LIST_ERRORS = [
  'listNotNamed',
  'pageDoesNotExist',
] as const satisfies readonly V11ErrorName[]

/**
 * The named list, if the viewer may see the list.
 * @throws {V11Error} 112 when no list is named, 34 for a list that does not exist for the viewer, 136 when the owner
 *   blocks the viewer
 * @throws {NotAuthorized} when the owner is protected and the viewer does not follow the owner
 */
export async function requireNamedList(named: ListName, viewer: Viewer, services: Services): Promise<List> {
  const id = await namedListId(named, services)
  const [list = 'not-found'] = id === undefined ? [] : await seeLists(services.store, viewer, [id])
  if (typeof list === 'string') throw unseenListError(list)
  return list
}

/**
 * The id of the named list. An id in `list_id` is not checked.
 * @throws {V11Error} 112 when no list is named, 34 when no list has that slug
 */
export async function requireNamedListId(named: ListName, services: Services): Promise<bigint> {
  const id = await namedListId(named, services)
  if (id === undefined) throw new V11Error('pageDoesNotExist')
  return id
}

/**
 * The result of a command that changes a list of the caller.
 * @throws {V11Error} the v1.1 error for a refusal about the list
 */
export async function ofOwnList<T>(
  done: Promise<T>,
  notOwn: V11ErrorName = 'credentialsDoNotAllow',
): Promise<T> {
  try {
    return await done
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    if (error.reason === 'list-not-own') throw new V11Error(notOwn)
    if (error.reason === 'list-name-invalid') throw new V11Error('parameterInvalid', 'name')
    if (error.reason === 'list-description-invalid') throw new V11Error('parameterInvalid', 'description')
    throw error
  }
}

function unseenListError(unseen: UnseenList): Error {
  if (unseen === 'protected') return new NotAuthorized()
  return new V11Error(unseen === 'blocked-by-owner' ? 'blockedByAuthor' : 'pageDoesNotExist')
}

async function namedListId(
  { list_id: id, slug, owner_id, owner_screen_name: name }: ListName,
  { store }: Services,
): Promise<bigint | undefined> {
  if (id !== undefined) return id
  if (slug === undefined || (owner_id === undefined && name === undefined)) throw new V11Error('listNotNamed')
  const ownerId =
    owner_id ??
    (name === undefined ? undefined : (await findIdsByScreenName(store, [name])).get(name.toLowerCase()))
  return ownerId === undefined ? undefined : (await findListBySlug(store, ownerId, slug))?.id
}

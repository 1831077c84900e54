/** Users as their v1.1 objects, read and rendered for whoever asks. */
import type { FullUser } from '../../domain/accounts/find-users.ts'
import { isHidden } from '../../domain/accounts/user.ts'
import type { Viewer } from '../../domain/context.ts'
import { type Relation, relationsOf } from '../../domain/graph/relations.ts'
import type { Outer } from '../../http/outer.ts'
import { boolean } from '../../http/params.ts'
import type { Services } from '../_services.ts'
import type { KnownUser, UserCache } from '../_user-cache.ts'
import { type CutUser, cutUser, flattened, userWriter } from './_objects/cut-user.ts'
import { type UserView, userObject } from './_objects/user.ts'
import { defaultPictureOf } from './_picture.ts'

/** Parameters of every endpoint that answers with users. */
export const userParams = {
  include_entities: boolean({ default: true, description: 'Whether `entities` is there.' }),
  skip_status: boolean({ default: false, description: 'Whether the latest post is left out.' }),
} as const

export interface UserOptions {
  readonly include_entities: boolean
  readonly skip_status: boolean
}

/** Of {@link Outer}, what the URLs of an answer begin with. */
export type Origin = Pick<Outer, 'scheme' | 'host'>

/**
 * The JSON texts of these users, some in UTF-8 already, in the order of `ids`; unknown, suspended and deactivated ones are left out.
 * @param outer the request as its client saw it
 */
export async function userList(
  { store, users }: Pick<Services, 'store' | 'users'>,
  viewer: Viewer,
  ids: readonly bigint[],
  options: UserOptions,
  outer: Origin,
): Promise<(string | Buffer)[]> {
  const [known, relations] = await Promise.all([
    users.get(ids),
    viewer.userId === null ? undefined : relationsOf(store, viewer.userId, ids),
  ])
  const write = userWriter(viewAll(options, outer))
  const texts: (string | Buffer)[] = []
  for (const [index, id] of ids.entries()) {
    const user = known[index]
    if (user === undefined || isHidden(user.it)) continue
    texts.push(
      write(cutOf(users, user), relations === undefined ? null : relationIn(viewer, relations.get(id), id)),
    )
  }
  return texts
}

/** A user rendered once for everybody. */
export function cutOf(users: UserCache, user: KnownUser): CutUser {
  return users.rendering(user, 'v1.1', (it) => flattened(cutUser(it)), bytesOf)
}

/** A character takes two bytes at most in a text, and three in UTF-8. */
function bytesOf({ head, rest }: CutUser): number {
  return CUT_BYTES + 5 * (head.length + rest.length)
}

/** The parts of the text beside their characters. */
const CUT_BYTES = 300

/** One user's JSON text, with a relation that is already known. */
export function userText(user: FullUser, view: UserView): string {
  return JSON.stringify(userObject(user, view))
}

/** How `viewer` sees the user of that id. @param outer the request as its client saw it */
export function viewOf(
  viewer: Viewer,
  relation: Relation | undefined,
  userId: bigint,
  options: UserOptions,
  outer: Origin,
): UserView {
  return { ...viewAll(options, outer), relation: relationIn(viewer, relation, userId) }
}

function viewAll({ include_entities }: UserOptions, outer: Origin): Omit<UserView, 'relation'> {
  return { includeEntities: include_entities, defaultPicture: defaultPictureOf(outer) }
}

function relationIn(viewer: Viewer, relation: Relation | undefined, userId: bigint): UserView['relation'] {
  return viewer.userId === userId ? 'self' : (relation ?? null)
}

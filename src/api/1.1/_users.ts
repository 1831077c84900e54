/** Users as their v1.1 objects, read and rendered for whoever asks. */
import { type FullUser, findFullUsers } from '../../domain/accounts/find-users.ts'
import { isHidden } from '../../domain/accounts/user.ts'
import type { Viewer } from '../../domain/context.ts'
import { type Relation, relationsOf } from '../../domain/graph/relations.ts'
import { boolean } from '../../http/params.ts'
import type { Services } from '../_services.ts'
import { type UserView, userObject } from './_objects/user.ts'

/** Parameters of every endpoint that answers with users. */
export const userParams = {
  include_entities: boolean({ default: true, description: 'Whether `entities` is there.' }),
  skip_status: boolean({ default: false, description: 'Whether the latest post is left out.' }),
} as const

export interface UserOptions {
  readonly include_entities: boolean
  readonly skip_status: boolean
}

/** The JSON texts of these users, by id; unknown, suspended and deactivated ones are left out. */
export async function userTexts(
  services: Services,
  viewer: Viewer,
  ids: readonly bigint[],
  options: UserOptions,
): Promise<ReadonlyMap<bigint, string>> {
  const [users, relations] = await Promise.all([
    findFullUsers(services.store, ids),
    viewer.userId === null ? new Map<bigint, Relation>() : relationsOf(services.store, viewer.userId, ids),
  ])
  return new Map(
    [...users.values()]
      .filter((user) => !isHidden(user))
      .map((user) => [user.id, userText(user, viewOf(viewer, relations.get(user.id), user.id, options))]),
  )
}

/** One user's JSON text, with a relation that is already known. */
export function userText(user: FullUser, view: UserView): string {
  return JSON.stringify(userObject(user, view))
}

/** How `viewer` sees the user of that id. */
export function viewOf(
  viewer: Viewer,
  relation: Relation | undefined,
  userId: bigint,
  { include_entities: includeEntities }: UserOptions,
): UserView {
  if (viewer.userId === userId) return { relation: 'self', includeEntities }
  return { relation: relation ?? null, includeEntities }
}

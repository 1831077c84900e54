/** The target user of a write, named by `user_id` or `screen_name`, and the response with that user. */
import { type FullUser, findFullUsers, findIdsByScreenName } from '../../domain/accounts/find-users.ts'
import { isHidden } from '../../domain/accounts/user.ts'
import { Refusal } from '../../domain/context.ts'
import { type Relation, relationOf } from '../../domain/graph/relations.ts'
import type { Answer } from '../../http/endpoint.ts'
import type { Services } from '../_services.ts'
import { V11Error } from './_errors.ts'
import { statusOf } from './_status.ts'
import { targetParams } from './_target.ts'
import { type Origin, type UserOptions, userParams, userText, viewOf } from './_users.ts'

export const targetUserParams = { ...targetParams, ...userParams } as const

interface TargetName {
  readonly user_id: bigint | undefined
  readonly screen_name: string | undefined
}

/** A user, and the relation between the user and the viewer at the time of the read. */
export interface TargetUser {
  readonly user: FullUser
  readonly viewer: { readonly userId: bigint }
  readonly relation: Relation
}

/**
 * The named user; `user_id` takes precedence over `screen_name`.
 * @throws {V11Error} 25 when no user is named
 * @throws {Refusal} `user-not-found`, for suspended and deactivated users too
 */
export async function requireTarget(
  named: TargetName,
  viewer: TargetUser['viewer'],
  services: Services,
): Promise<TargetUser> {
  const id = await namedId(named, services)
  const [user, relation] = await Promise.all([
    findShown(services, id),
    relationOf(services.store, viewer.userId, id ?? viewer.userId),
  ])
  if (user === undefined) throw new Refusal('user-not-found', 'there is no such user')
  return { user, viewer, relation }
}

/**
 * The id of the named user, for commands that read the user. `user_id` takes precedence over `screen_name`. An id
 * in `user_id` is not checked.
 * @throws {V11Error} 25 when no user is named
 * @throws {Refusal} `user-not-found` when no user has that screen name
 */
export async function requireNamedId(named: TargetName, services: Services): Promise<bigint> {
  const id = await namedId(named, services)
  if (id === undefined) throw new Refusal('user-not-found', 'there is no such user')
  return id
}

async function namedId(
  { user_id: id, screen_name: name }: TargetName,
  services: Services,
): Promise<bigint | undefined> {
  if (id === undefined && name === undefined) throw new V11Error('queryParametersMissing')
  return id ?? (await idOf(services, name))
}

/** The user with an id or a screen name; undefined for hidden and unknown users. */
export async function findShown(
  services: Services,
  by: bigint | string | undefined,
): Promise<FullUser | undefined> {
  const id = typeof by === 'string' ? await idOf(services, by) : by
  if (id === undefined) return undefined
  const user = (await findFullUsers(services.store, [id])).get(id)
  return user === undefined || isHidden(user) ? undefined : user
}

async function idOf({ store }: Services, name: string | undefined): Promise<bigint | undefined> {
  return name === undefined ? undefined : (await findIdsByScreenName(store, [name])).get(name.toLowerCase())
}

/**
 * The response with the user as it was read before the call, and with the relation after the changes of the call.
 * @param outer the scheme and host that the client used
 */
export async function targetUserAnswer(
  services: Services,
  { user, viewer, relation }: TargetUser,
  changed: Partial<Relation>,
  options: UserOptions,
  outer: Origin,
): Promise<Answer> {
  const status = await statusOf(services, viewer, user.id, options, outer)
  const view = viewOf(viewer, { ...relation, ...changed }, user.id, options, outer)
  return { status: 200, body: userText(user, { ...view, status }) }
}

/** Changes of a relation when one user unfollows the other. */
export const UNFOLLOWED = { following: false, followingRequested: false, wantsNotifications: false } as const

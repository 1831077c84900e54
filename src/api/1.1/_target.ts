/** The target user of the social-graph endpoints: parameters `user_id` and `screen_name`. */
import type { Caller } from '../../auth/caller.ts'
import { findUser, isHidden, MAX_SCREEN_NAME_LENGTH, type UserFacts } from '../../domain/accounts/user.ts'
import type { Viewer } from '../../domain/context.ts'
import { maySeeConnections } from '../../domain/graph/visibility.ts'
import { optionalId, optionalText } from '../../http/params.ts'
import type { Services } from '../_services.ts'
import { NotAuthorized, V11Error } from './_errors.ts'

export const targetParams = {
  user_id: optionalId('Id of the user.'),
  screen_name: optionalText('Screen name of the user; `user_id` takes precedence.'),
} as const

export interface TargetParams {
  readonly user_id: bigint | undefined
  readonly screen_name: string | undefined
}

export function viewerOf(caller: Caller): Viewer {
  return { userId: caller.kind === 'user' ? caller.user.id : null }
}

/**
 * The user whose connections are requested, if the caller may see them (spec/followers.md#target).
 * @throws {V11Error} 25 when no user is named and there is no authenticated user; 34 for an unknown, suspended or
 *   deactivated user
 * @throws {NotAuthorized} for a protected user that the caller does not follow
 */
export async function connectionsTarget(
  params: TargetParams,
  caller: Caller,
  services: Services,
): Promise<UserFacts> {
  const user = await namedUser(params, caller, services)
  if (user === undefined || isHidden(user)) throw new V11Error('pageDoesNotExist')
  if (!(await maySeeConnections(services.store, viewerOf(caller), user))) throw new NotAuthorized()
  return user
}

async function namedUser(
  { user_id: id, screen_name: screenName }: TargetParams,
  caller: Caller,
  { store }: Services,
): Promise<UserFacts | undefined> {
  if (id !== undefined) return findUser(store, { id })
  if (screenName !== undefined) {
    // No user has a screen name above the maximum length.
    return screenName.length > MAX_SCREEN_NAME_LENGTH ? undefined : findUser(store, { screenName })
  }
  if (caller.kind === 'user') return caller.user
  throw new V11Error('queryParametersMissing')
}

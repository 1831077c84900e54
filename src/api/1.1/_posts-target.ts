/** The user whose posts or likes are requested. */
import type { Caller } from '../../auth/caller.ts'
import type { UserFacts } from '../../domain/accounts/user.ts'
import { relationOf } from '../../domain/graph/relations.ts'
import type { Services } from '../_services.ts'
import { V11Error } from './_errors.ts'
import { connectionsTarget, type TargetParams } from './_target.ts'

/**
 * Returns the user whose posts are requested (spec/posts.md#timelines). Makes the checks of
 * {@link connectionsTarget}, and checks that the user does not block the caller.
 * @throws {V11Error} 25, 34; 136 when the user blocks the caller
 * @throws {NotAuthorized} for a protected user that the caller does not follow
 */
export async function postsTarget(
  params: TargetParams,
  caller: Caller,
  services: Services,
): Promise<UserFacts> {
  const user = await connectionsTarget(params, caller, services)
  if (caller.kind === 'user' && caller.user.id !== user.id) {
    const { blockedBy } = await relationOf(services.store, caller.user.id, user.id)
    if (blockedBy) throw new V11Error('blockedByAuthor')
  }
  return user
}

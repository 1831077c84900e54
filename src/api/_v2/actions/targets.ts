/** Checks the targets of actions in API v2. */
import { isHidden } from '../../../domain/accounts/user.ts'
import { Refusal } from '../../../domain/context.ts'
import type { ActionCall } from './self-action.ts'

/** The id of the post. The post need not exist. @throws {Refusal} `post-not-found` for an id above 64 bits */
export function requirePostId({ targetId }: Pick<ActionCall, 'targetId'>): bigint {
  if (targetId === undefined) throw new Refusal('post-not-found', 'no post has an id above 64 bits')
  return targetId
}

/** The id of a user who is not hidden. @throws {Refusal} `user-not-found` */
export async function requireUserId({
  services: { users },
  targetId,
}: Pick<ActionCall, 'services' | 'targetId'>): Promise<bigint> {
  const [user] = targetId === undefined ? [] : await users.get([targetId])
  if (user === undefined || isHidden(user.entity)) {
    throw new Refusal('user-not-found', `there is no user ${targetId}`)
  }
  return user.entity.id
}

/**
 * Ignores the refusal `post-not-found`, for actions that remove a like or a repost. The requested state
 * already exists (spec/v2.md#repeated-actions).
 * @throws any other error
 */
export function ignoreMissingPost(error: unknown): void {
  if (!(error instanceof Refusal) || error.reason !== 'post-not-found') throw error
}

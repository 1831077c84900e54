/** Creates follow edges for tests, even to protected users. */
import type { Context } from '../../src/domain/context.ts'
import { type FollowInput, follow } from '../../src/domain/graph/follow.ts'
import { acceptFollowRequest } from '../../src/domain/graph/follow-requests.ts'

/** Makes `follower` follow `followee`. A protected followee accepts the request. */
export async function letFollow(context: Context, { follower, followee }: FollowInput): Promise<void> {
  const { outcome } = await follow(context, { follower, followee })
  if (outcome === 'requested') await acceptFollowRequest(context, { target: followee, requester: follower })
}

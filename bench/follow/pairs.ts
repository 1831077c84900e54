/** Creates the users of the bench. Each client has its own follower and its own followed user. */
import { createUser } from '../../src/domain/accounts/create-user.ts'
import type { Context } from '../../src/domain/context.ts'

export interface Pair {
  readonly follower: bigint
  readonly followee: bigint
}

export function pairsOf(context: Context, count: number): Promise<Pair[]> {
  return Promise.all(
    Array.from({ length: count }, async (_, index) => {
      const [follower, followee] = await Promise.all([
        createUser(context, { screenName: `fan${index}` }),
        createUser(context, { screenName: `star${index}` }),
      ])
      return { follower: follower.id, followee: followee.id }
    }),
  )
}

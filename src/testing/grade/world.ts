/** The data that a graded client reads: a user with pages of followers, and posts that match the rule of its stream. */
import { changeUserState } from '../../domain/accounts/change-user-state.ts'
import type { Context } from '../../domain/context.ts'
import type { Aviary } from '../library/aviary.ts'

/** Word of every post, for rules and `track`. */
export const GRADED_WORD = 'graded'

const GRADED_NAME = 'graded'
const FOLLOWERS = 500
/** Followers who are suspended: a page of 100 of them is empty. */
const SUSPENDED = { from: 200, to: 300 } as const

export interface GradedWorld {
  readonly userId: string
  readonly screenName: string
  /** Ids of the posts so far. */
  readonly published: ReadonlySet<string>
  publish(): Promise<void>
}

/** @param context of the server */
export async function buildGradedWorld(aviary: Aviary, context: Context): Promise<GradedWorld> {
  const graded = await aviary.createUser({ screenName: GRADED_NAME })
  for (let index = 0; index < FOLLOWERS; index += 1) {
    const follower = await aviary.createUser({ screenName: `follower_${index}` })
    await aviary.createFollow({ follower, followee: graded })
    const isSuspended = index >= SUSPENDED.from && index < SUSPENDED.to
    if (isSuspended) await changeUserState(context, { userId: BigInt(follower.id), action: 'suspend' })
  }
  for (const product of ['2', 'labs-1'] as const) {
    await aviary.createRule({ app: aviary.app, value: GRADED_WORD, tag: 'grade', product })
  }
  const published = new Set<string>()
  return {
    userId: graded.id,
    screenName: GRADED_NAME,
    published,
    async publish() {
      const text = `${GRADED_WORD} post ${published.size + 1}`
      published.add((await aviary.createPost({ author: graded, text })).id)
    },
  }
}

/**
 * Makes the data for a graded client: a user with pages of followers, posts, and an account of the compliance stream.
 * The posts match the rule of the client's stream and are in the sampled streams.
 */
import { changeUserState } from '../../domain/accounts/change-user-state.ts'
import { streamPath } from '../../domain/console/stream.ts'
import type { Context } from '../../domain/context.ts'
import { deletePost } from '../../domain/posts/write/delete-post.ts'
import { SampledIds } from '../../lib/ids/sampling.ts'
import type { Clock } from '../../lib/time/clock.ts'
import { partitionOf } from '../../log/partition.ts'
import type { Aviary } from '../library/aviary.ts'
import { buildStreamAccount } from '../world/receivers.ts'
import type { Published } from './received.ts'
import type { StreamKind } from './stream-script.ts'

/** A word that every post contains, for rules and `track`. */
export const GRADED_WORD = 'graded'

const GRADED_NAME = 'graded'
const FOLLOWERS = 500
/** Positions of the suspended followers; they make one page of 100 followers empty. */
const SUSPENDED = { from: 200, to: 300 } as const

const STREAM_ACCOUNT = { account: 'graded', email: 'graded@example.org', password: 'a-graded-password' }

export interface GradedWorld {
  readonly userId: string
  readonly screenName: string
  /** The console user of the compliance stream, and the number and the path of the graded partition. */
  readonly compliance: {
    readonly email: string
    readonly password: string
    readonly partition: number
    readonly path: string
  }
  readonly published: Published
  /** Publishes a post. For the compliance stream, the function also deletes the post. */
  publish(kind: StreamKind): Promise<void>
}

/**
 * @param context the context of the server
 * @param machine the clock that measures when posts are published
 */
export async function buildGradedWorld(
  aviary: Aviary,
  context: Context,
  machine: Pick<Clock, 'now'>,
): Promise<GradedWorld> {
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
  const { account: accountName, email, password } = STREAM_ACCOUNT
  await buildStreamAccount(context, STREAM_ACCOUNT)
  const partition = partitionOf(BigInt(graded.id))
  const path = streamPath({ accountName, publisher: 'twitter', label: 'prod' }, partition)
  const published = new Map<string, number>()
  const ids = new SampledIds()
  return {
    ...{
      userId: graded.id,
      screenName: GRADED_NAME,
      compliance: { email, password, partition, path },
      published,
    },
    async publish(kind) {
      const text = `${GRADED_WORD} post ${published.size + 1}`
      const id = ids.next(aviary.clock.now())
      await aviary.createPost({ author: graded, text, id })
      if (kind === 'compliance') await deletePost(context, { postId: id })
      published.set(String(id), machine.now())
    },
  }
}

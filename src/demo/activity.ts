/**
 * Generates activity in the demo network while a server serves it: at most one post, like or repost every 0.7
 * s.
 */
import { type Context, Refusal } from '../domain/context.ts'
import { countSeen } from '../domain/posts/write/count-seen.ts'
import { createPost } from '../domain/posts/write/create-post.ts'
import { like } from '../domain/posts/write/like.ts'
import { repost } from '../domain/posts/write/repost.ts'
import { must } from '../lib/assert.ts'
import type { Logger } from '../lib/log.ts'
import { answer, comment, remark } from './chatter.ts'
import { DEMO_SOURCE } from './load-posts.ts'
import type { Cast, CastMember } from './plan-posts.ts'
import { below, pick, type Uniform } from './random.ts'

/** Milliseconds between two actions. */
const EVERY_MS = 700

/** Number of newest posts that may get likes, reposts and replies. */
const REMEMBERED = 60

interface Remembered {
  readonly id: bigint
  readonly author: CastMember
}

/** Generates activity until it is stopped. */
export class Activity {
  readonly #context: Context
  readonly #cast: Cast
  readonly #uniform: Uniform
  readonly #recent: Remembered[] = []

  constructor(context: Context, cast: Cast, uniform: Uniform) {
    this.#context = context
    this.#cast = cast
    this.#uniform = uniform
  }

  /** @returns a function that stops the activity */
  start(logger: Pick<Logger, 'warn'>): () => void {
    let isBusy = false
    return this.#context.clock.every(EVERY_MS, () => {
      if (isBusy) return
      isBusy = true
      this.act()
        .catch((error: unknown) => logger.warn({ err: error }, 'the demo network could not act'))
        .finally(() => {
          isBusy = false
        })
    })
  }

  /** Runs one action. An impossible action, such as a second like of the same post, is skipped. */
  async act(): Promise<void> {
    try {
      await this.#deed()
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
    }
  }

  async #deed(): Promise<void> {
    const kind = this.#uniform()
    const user = this.#anybody()
    const on = this.#recent.length === 0 ? undefined : pick(this.#uniform, this.#recent)
    if (on === undefined || kind < 0.45) return this.#write(user, remark(this.#uniform, this.#cast.spoken))
    await this.#look(on.id)
    if (kind < 0.6) {
      return this.#write(user, answer(this.#uniform, on.author.screenName), { inReplyToId: on.id })
    }
    if (kind < 0.66) return this.#write(user, comment(this.#uniform), { quoteId: on.id })
    if (kind < 0.78) {
      await repost(this.#context, { userId: user.id, postId: on.id, source: DEMO_SOURCE, isLimited: false })
    } else await like(this.#context, { userId: user.id, postId: on.id })
  }

  async #write(
    author: CastMember,
    text: string,
    about: { readonly inReplyToId?: bigint; readonly quoteId?: bigint } = {},
  ): Promise<void> {
    const input = { authorId: author.id, text, ...about, source: DEMO_SOURCE, isLimited: false }
    const { id } = await createPost(this.#context, input)
    this.#recent.push({ id, author })
    if (this.#recent.length > REMEMBERED) this.#recent.shift()
  }

  async #look(postId: bigint): Promise<void> {
    const impressions = 1 + below(this.#uniform, 50)
    const userProfileClicks = below(this.#uniform, 3)
    await countSeen(this.#context, [{ postId, impressions, urlLinkClicks: 0, userProfileClicks }])
  }

  #anybody(): CastMember {
    const { members } = this.#cast
    return must(members[Math.floor(this.#uniform() ** 2 * members.length)], 'a member')
  }
}

/**
 * Generates simulated traffic: posts whose number varies over the day, replies, reposts, quotes and likes of a few
 * popular posts, edits, deletions, and suspensions of many users at once. The seed determines every choice.
 */
import { answer, comment, remark } from '../../demo/chatter.ts'
import { below, pick, type Uniform, uniformOf } from '../../demo/random.ts'
import { changeUserState } from '../../domain/accounts/change-user-state.ts'
import { type Context, Refusal } from '../../domain/context.ts'
import { EDIT_LIMITS } from '../../domain/posts/edit-limits.ts'
import { createPost } from '../../domain/posts/write/create-post.ts'
import { deletePost } from '../../domain/posts/write/delete-post.ts'
import { editPost } from '../../domain/posts/write/edit-post.ts'
import { like } from '../../domain/posts/write/like.ts'
import { repost } from '../../domain/posts/write/repost.ts'
import type { SimulatedUser } from './crowd.ts'
import type { TimedAction } from './player.ts'
import { Recent, type SimulatedPost } from './recent.ts'
import { poisson, rhythmAt, stormAt } from './shape.ts'
import type { SimulationOptions } from './simulation-options.ts'

/** Shares of the kinds of posts; the remaining posts are quotes. */
const POSTS = 0.58
const REPLIES = 0.22
const REPOSTS = 0.15

/** Mean number of likes of a post. `EDITS` and `DELETIONS` are the shares of posts that are edited or deleted. */
const MEAN_LIKES = 1.5
const EDITS = 0.01
const DELETIONS = 0.02

/**
 * Maximum seconds between waves. A wave suspends many users and unsuspends them later. A shorter simulation has one
 * wave.
 */
const MAX_WAVE_S = 3_600

/** Share of the users that a wave suspends. */
const WAVE_SHARE = 0.01

/** A wave begins and ends at these fractions of its period. */
const WAVE_BEGIN = 0.4
const WAVE_END = 0.65

export type SimulationCounts = Record<
  'posts' | 'replies' | 'reposts' | 'quotes' | 'likes' | 'edits' | 'deletions' | 'suspensions' | 'refused',
  number
>

export class Simulation {
  readonly counts: SimulationCounts = {
    ...{ posts: 0, replies: 0, reposts: 0, quotes: 0, likes: 0, edits: 0, deletions: 0, suspensions: 0 },
    refused: 0,
  }
  /** The largest number of posts in one second so far. */
  peak = 0
  readonly #context: Context
  readonly #options: SimulationOptions
  readonly #users: readonly SimulatedUser[]
  readonly #uniform: Uniform
  readonly #recent: Recent
  readonly #suspended = new Set<SimulatedUser>()
  readonly #startAt: number

  /** @param users at least one user */
  constructor(context: Context, options: SimulationOptions, users: readonly SimulatedUser[]) {
    this.#context = context
    this.#options = options
    this.#users = users
    this.#uniform = uniformOf(options.seed)
    this.#recent = new Recent(this.#uniform)
    this.#startAt = context.clock.now()
  }

  async *actions(): AsyncGenerator<TimedAction, undefined> {
    for (let second = 0; second < this.#options.seconds; second += 1) {
      const count = poisson(this.#uniform, this.#meanOf(second))
      this.peak = Math.max(this.peak, count)
      yield* this.#wave(second)
      for (let index = 0; index < count; index += 1) {
        const at = second * 1_000 + Math.floor((index * 1_000) / count)
        yield this.#action(at, () => this.#post())
        for (let likes = poisson(this.#uniform, MEAN_LIKES); likes > 0; likes -= 1) {
          yield this.#action(at, () => this.#like())
        }
        if (this.#uniform() < EDITS) yield this.#action(at, () => this.#edit())
        if (this.#uniform() < DELETIONS) yield this.#action(at, () => this.#delete())
      }
    }
    return undefined
  }

  #meanOf(second: number): number {
    const { rate, seconds, storm } = this.#options
    const factor = storm ? stormAt(second - Math.floor(seconds / 2)) : 1
    return rate * rhythmAt(this.#startAt + second * 1_000) * factor
  }

  /** A refusal, such as of a post whose text equals the author's last text, is counted and does not end the traffic. */
  #action(at: number, work: () => Promise<void>): TimedAction {
    const run = async () => {
      try {
        await work()
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        this.counts.refused += 1
      }
    }
    return { at, run }
  }

  *#wave(second: number): Generator<TimedAction> {
    const length = Math.min(this.#options.seconds, MAX_WAVE_S)
    const moment = second % length
    if (moment === Math.floor(length * WAVE_BEGIN)) {
      for (let left = Math.ceil(this.#users.length * WAVE_SHARE); left > 0; left -= 1)
        yield this.#action(second * 1_000, () => this.#suspend())
    }
    if (moment !== Math.floor(length * WAVE_END)) return
    for (const user of [...this.#suspended]) yield this.#action(second * 1_000, () => this.#unsuspend(user))
  }

  async #post(): Promise<void> {
    const author = this.#author()
    const kind = this.#uniform()
    const target = kind < POSTS ? undefined : this.#recent.target()
    if (target === undefined) return this.#write('posts', author, { text: this.#remark() })
    if (kind < POSTS + REPLIES) {
      const text = answer(this.#uniform, target.author.screenName)
      return this.#write('replies', author, { text, inReplyToId: target.id })
    }
    if (kind < POSTS + REPLIES + REPOSTS) {
      await repost(this.#context, { userId: author.id, postId: target.id, isLimited: false })
      this.#recent.hit(target)
      this.counts.reposts += 1
      return
    }
    return this.#write('quotes', author, { text: comment(this.#uniform), quoteId: target.id })
  }

  async #write(
    kind: 'posts' | 'replies' | 'quotes',
    author: SimulatedUser,
    input: { readonly text: string; readonly inReplyToId?: bigint; readonly quoteId?: bigint },
  ): Promise<void> {
    const post = await createPost(this.#context, { authorId: author.id, ...input, isLimited: false })
    this.#recent.add({ id: post.id, author, at: this.#context.clock.now(), text: input.text })
    const aim = input.inReplyToId ?? input.quoteId
    if (aim !== undefined) this.#recent.hitById(aim)
    this.counts[kind] += 1
  }

  async #like(): Promise<void> {
    const target = this.#recent.target()
    if (target === undefined) return
    await like(this.#context, { userId: this.#author().id, postId: target.id })
    this.#recent.hit(target)
    this.counts.likes += 1
  }

  async #edit(): Promise<void> {
    const post = this.#recent.any()
    const age = this.#context.clock.now() - (post?.at ?? 0)
    if (post === undefined || age > EDIT_LIMITS.milliseconds) return
    await editPost(this.#context, { postId: post.id, userId: post.author.id, text: `${post.text} (edited)` })
    this.counts.edits += 1
  }

  async #delete(): Promise<void> {
    const post: SimulatedPost | undefined = this.#recent.any()
    if (post === undefined) return
    this.#recent.remove(post)
    await deletePost(this.#context, { postId: post.id, userId: post.author.id })
    this.counts.deletions += 1
  }

  async #suspend(): Promise<void> {
    const user = pick(this.#uniform, this.#users)
    if (this.#suspended.has(user) || this.#suspended.size === this.#users.length - 1) return
    await changeUserState(this.#context, { userId: user.id, action: 'suspend', reason: 'simulated' })
    this.#suspended.add(user)
    this.counts.suspensions += 1
  }

  async #unsuspend(user: SimulatedUser): Promise<void> {
    this.#suspended.delete(user)
    await changeUserState(this.#context, { userId: user.id, action: 'unsuspend', reason: 'simulated' })
  }

  /** Chooses an author. A few users write most posts. */
  #author(): SimulatedUser {
    for (;;) {
      const user = this.#users[Math.floor(this.#users.length * this.#uniform() ** 2)]
      if (user !== undefined && !this.#suspended.has(user)) return user
    }
  }

  #remark(): string {
    const names = this.#users.slice(0, 20).map(({ screenName }) => screenName)
    // The number makes the text unique, because the network refuses repeated texts.
    const number = below(this.#uniform, 1_000_000)
    return `${remark(this.#uniform, { popular: names, visitor: pick(this.#uniform, names) })} ${number}`
  }
}

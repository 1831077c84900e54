/**
 * The simplest model of posts: a list of posts, whose counts are computed by iteration. Tests compare
 * commands and lists with this model.
 */

import type { Context } from '../../../src/domain/context.ts'
import { createPost } from '../../../src/domain/posts/write/create-post.ts'
import { deletePost } from '../../../src/domain/posts/write/delete-post.ts'
import { editPost } from '../../../src/domain/posts/write/edit-post.ts'
import { like, unlike } from '../../../src/domain/posts/write/like.ts'
import { repost, undoRepost } from '../../../src/domain/posts/write/repost.ts'
import * as fc from '../properties.ts'

/**
 * An action of a user. Users and posts are numbered from 0. An action on a post that is not yet written
 * refers to no post.
 */
export type PostStep =
  | {
      readonly kind: 'write'
      readonly user: number
      readonly answers: number | undefined
      readonly quotes: number | undefined
    }
  | {
      readonly kind: 'edit' | 'delete' | 'repost' | 'undo' | 'like' | 'unlike'
      readonly user: number
      readonly post: number
    }

/** Actions of several users on the first posts. */
export function postSteps(users: number, posts: number, longest: number): fc.Arbitrary<PostStep[]> {
  const user = fc.nat({ max: users - 1 })
  const post = fc.nat({ max: posts - 1 })
  const tie = fc.option(post, { nil: undefined, freq: 2 })
  const step: fc.Arbitrary<PostStep> = fc.oneof(
    {
      weight: 4,
      arbitrary: fc.record({ kind: fc.constant('write' as const), user, answers: tie, quotes: tie }),
    },
    {
      weight: 7,
      arbitrary: fc.record({
        kind: fc.constantFrom('edit', 'delete', 'repost', 'repost', 'undo', 'like', 'like', 'unlike'),
        user,
        post,
      }),
    },
  )
  return fc.array(step, { maxLength: longest })
}

/** An existing post, with the ids of its versions. The first version is first. */
export interface ModelPost {
  readonly author: bigint
  readonly ids: bigint[]
  readonly answers: bigint | undefined
  readonly quotes: bigint | undefined
  readonly repostOf: bigint | undefined
}

export class PostModel {
  readonly users: readonly bigint[]
  /**
   * The ids of the first versions of all posts that were written, in order. The list includes deleted posts
   * and no reposts.
   */
  readonly written: bigint[] = []
  posts: ModelPost[] = []
  readonly likes: { readonly user: bigint; readonly post: bigint }[] = []
  #texts = 0

  constructor(users: readonly bigint[]) {
    this.users = users
  }

  /** Runs the command of a step. Returns the result, and the result that the model expects. */
  async perform(context: Context, step: PostStep): Promise<{ readonly is: string; readonly must: string }> {
    const must = this.#foresee(step)
    try {
      await this.#act(context, step, must === 'done')
      return { is: 'done', must }
    } catch (error) {
      if (error instanceof Error && 'reason' in error) return { is: String(error.reason), must }
      throw error
    }
  }

  /** The post whose first version has this id. Undefined if it is missing. */
  find(id: bigint | undefined): ModelPost | undefined {
    return this.posts.find(({ ids }) => ids[0] === id)
  }

  /** The counts of a post. */
  counts({ ids }: ModelPost) {
    const isThis = (id: bigint | undefined) => id !== undefined && ids.includes(id)
    return {
      retweets: this.posts.filter(({ repostOf }) => isThis(repostOf)).length,
      replies: this.posts.filter(({ answers }) => isThis(answers)).length,
      likes: this.likes.filter(({ post }) => isThis(post)).length,
      quotes: new Set(this.posts.filter(({ quotes }) => isThis(quotes)).map(({ author }) => author)).size,
    }
  }

  /** The newest versions of a user's posts, newest first. */
  timeline(user: bigint): bigint[] {
    return this.posts
      .filter(({ author }) => author === user)
      .flatMap(({ ids }) => ids.at(-1) ?? [])
      .sort((a, b) => (a > b ? -1 : 1))
  }

  user(step: PostStep): bigint {
    return this.users[step.user] ?? 0n
  }

  #post(index: number | undefined): bigint | undefined {
    return index === undefined ? undefined : this.written[index]
  }

  #foresee(step: PostStep): string {
    const user = this.user(step)
    if (step.kind === 'write') {
      const answers = this.#post(step.answers)
      const quotes = this.#post(step.quotes)
      if (answers !== undefined && this.find(answers) === undefined) return 'reply-target-unseen'
      if (quotes !== undefined && this.find(quotes) === undefined) return 'attachment-invalid'
      return 'done'
    }
    const post = this.find(this.#post(step.post))
    if (post === undefined) return 'post-not-found'
    const isLiked = this.likes.some((like) => like.user === user && like.post === post.ids[0])
    if (step.kind === 'like') return isLiked ? 'liked-already' : 'done'
    if (step.kind === 'repost') return this.#repostBy(user, post) === undefined ? 'done' : 'reposted-already'
    if (step.kind === 'edit' || step.kind === 'delete') return post.author === user ? 'done' : 'post-not-own'
    return 'done'
  }

  #repostBy(user: bigint, post: ModelPost): ModelPost | undefined {
    return this.posts.find(({ author, repostOf }) => author === user && repostOf === post.ids[0])
  }

  /** @param isDone true if the command has an effect, so that the model changes */
  async #act(context: Context, step: PostStep, isDone: boolean): Promise<void> {
    const userId = this.user(step)
    if (step.kind === 'write') return this.#write(context, step)
    const postId = this.#post(step.post) ?? 1n
    const post = this.find(postId)
    // The id of any version identifies the post.
    const named = post?.ids.at(-1) ?? postId
    switch (step.kind) {
      case 'like':
        await like(context, { userId, postId: named })
        break
      case 'unlike':
        await unlike(context, { userId, postId: named })
        break
      case 'repost':
        this.posts.push({
          ...NOTHING,
          author: userId,
          ids: [(await repost(context, { userId, postId: named })).id],
          repostOf: postId,
        })
        break
      case 'undo':
        await undoRepost(context, { userId, postId: named })
        break
      case 'edit': {
        const { id } = await editPost(context, { userId, postId: named, text: this.#text() })
        post?.ids.push(id)
        break
      }
      case 'delete':
        await deletePost(context, { userId, postId: named })
    }
    if (isDone && post !== undefined) this.#change(step.kind, userId, post)
  }

  #change(kind: PostStep['kind'], user: bigint, post: ModelPost): void {
    const [id = 0n] = post.ids
    const at = this.likes.findIndex((like) => like.user === user && like.post === id)
    if (kind === 'like') this.likes.push({ user, post: id })
    if (kind === 'unlike' && at >= 0) this.likes.splice(at, 1)
    if (kind === 'undo') {
      const own = this.#repostBy(user, post)
      this.posts = this.posts.filter((other) => other !== own)
    }
    if (kind === 'delete') {
      // The reposts of the post are also deleted. Replies and quotes keep their reference to the deleted
      // post.
      this.posts = this.posts.filter((other) => other !== post && other.repostOf !== id)
      const left = this.likes.filter((like) => like.post !== id)
      this.likes.splice(0, this.likes.length, ...left)
    }
  }

  async #write(context: Context, step: PostStep & { kind: 'write' }): Promise<void> {
    const answers = this.#post(step.answers)
    const quotes = this.#post(step.quotes)
    const author = this.user(step)
    const { id } = await createPost(context, {
      authorId: author,
      text: this.#text(),
      ...(answers === undefined ? {} : { inReplyToId: answers, autoPopulateReplyMetadata: true }),
      ...(quotes === undefined ? {} : { quoteId: quotes }),
    })
    this.posts.push({ author, ids: [id], answers, quotes, repostOf: undefined })
    this.written.push(id)
  }

  #text(): string {
    this.#texts += 1
    return `number ${this.#texts}`
  }
}

const NOTHING = { answers: undefined, quotes: undefined } as const

/** Plans the changes for a batch of imported posts, before anything is stored. */

import { isoTime } from '../../../lib/time/iso-time.ts'
import {
  ANY_AUTHOR,
  type ExistingPosts,
  type ImportedPost,
  type PlannedPost,
  type PostBundle,
  type PostImportPlan,
  pairKey,
  type RefusedPost,
} from './imported-post.ts'

/** Maximum time by which a post can be newer than the clock of this server, in milliseconds. */
const MAX_AHEAD_MS = 86_400_000

/**
 * Plans a batch in order. If a post has several copies, the stored copy counts, or else the first copy in the batch.
 * However, a complete copy replaces a truncated copy. Deleted posts and their reposts are omitted. They are not
 * refused, because the file of refused lines must not contain them. Posts from the future are refused.
 * @param now milliseconds since the Unix epoch
 */
export function planPosts(bundles: readonly PostBundle[], known: ExistingPosts, now: number): PostImportPlan {
  return new PostPlan(known, now).of(bundles)
}

class PostPlan {
  readonly #known: ExistingPosts
  readonly #now: number
  /** The copies that will be stored, by post id. */
  readonly #chosen = new Map<bigint, ImportedPost>()
  readonly #copies: ImportedPost[] = []
  /** The indexes of the lines that contain a post, by post id. */
  readonly #lines = new Map<bigint, number[]>()
  readonly #refused: RefusedPost[] = []
  #deleted = 0
  readonly #conversations = new Map<bigint, bigint>()

  constructor(known: ExistingPosts, now: number) {
    this.#known = known
    this.#now = now
  }

  of(bundles: readonly PostBundle[]): PostImportPlan {
    for (const [index, { posts, referenced }] of bundles.entries()) {
      for (const post of referenced) this.#choose(post, undefined)
      for (const post of posts) this.#choose(post, index)
    }
    const reposts = this.#settleReposts()
    const stored = [...this.#chosen.values()].sort((a, b) => (a.id < b.id ? -1 : 1))
    return {
      stored: stored.map(
        (post): PlannedPost => ({
          post,
          repostedId: reposts.get(post.id) ?? null,
          conversationId: this.#conversationOf(post),
          isReplacement: this.#known.posts.has(post.id),
          isOwn: this.#lines.has(post.id),
        }),
      ),
      copies: this.#copies.filter(({ id }) => this.#chosen.has(id) || this.#known.posts.has(id)),
      refused: this.#refused.sort((a, b) => a.index - b.index),
      deleted: this.#deleted,
    }
  }

  #choose(post: ImportedPost, index: number | undefined): void {
    const { id, author } = post
    const known = this.#known.posts.get(id)
    const chosen = this.#chosen.get(id)
    const authorId = known?.authorId ?? chosen?.author.id ?? author.id
    if (this.#isDeleted(post)) {
      if (index !== undefined) this.#deleted += 1
      return
    }
    const reason = this.#refusalOf(post, authorId)
    if (reason !== undefined) {
      this.#refuse(index, reason)
      return
    }
    if (index !== undefined) this.#lines.set(id, [...(this.#lines.get(id) ?? []), index])
    const before = chosen ?? known
    if (before === undefined || (before.isCutShort && !post.isCutShort)) {
      if (chosen !== undefined) this.#copies.push(chosen)
      this.#chosen.set(id, author.id === authorId ? post : { ...post, author: { id: authorId } })
    } else if (author.id === authorId) this.#copies.push(post)
  }

  /**
   * True if a deletion by the author or for any author exists. If the file has only the name of the author,
   * every deletion counts.
   */
  #isDeleted({ id, author }: ImportedPost): boolean {
    const authors = this.#known.deleted.get(id)
    if (authors === undefined) return false
    return author.isByName === true || authors.includes(author.id) || authors.includes(ANY_AUTHOR)
  }

  #refusalOf({ id, author, createdAt }: ImportedPost, authorId: bigint): string | undefined {
    if (authorId !== author.id && author.isByName !== true)
      return `the post ${id} is by the user ${authorId}, not by ${author.id}`
    if (createdAt <= this.#now + MAX_AHEAD_MS) return undefined
    return `the post ${id} is of ${dayOf(createdAt)}, which is in the future: the clock of this machine is at ${dayOf(this.#now)}`
  }

  #refuse(index: number | undefined, reason: string): void {
    if (index !== undefined) this.#refused.push({ index, reason })
  }

  /**
   * Finds the originals of reposts. Reposts without a valid original, and second reposts of an original by
   * the same author, are removed from the plan.
   */
  #settleReposts(): ReadonlyMap<bigint, bigint> {
    const targets = new Map<bigint, bigint>()
    const pairs = new Map(this.#known.reposts)
    for (const post of this.#chosen.values()) {
      if (post.repostedId === null) continue
      const target = this.#repostable(post.repostedId)
      const key = pairKey(typeof target === 'bigint' ? target : post.repostedId, post.author.id)
      const other = pairs.get(key) ?? post.id
      if (target === undefined) this.#leaveOut(post.id)
      else if (typeof target === 'string') this.#discard(post.id, target)
      else if (other !== post.id)
        this.#discard(post.id, `its author reposts ${target} by the post ${other} already`)
      else {
        pairs.set(key, post.id)
        targets.set(post.id, target)
      }
    }
    return targets
  }

  /**
   * The first version of the original, or the reason why the post cannot be reposted; undefined for a deleted original.
   */
  #repostable(id: bigint): bigint | string | undefined {
    const known = this.#known.posts.get(id)
    const chosen = this.#chosen.get(id)
    if (known === undefined && chosen === undefined) {
      if (this.#known.deleted.has(id)) return undefined
      return `it reposts the post ${id}, which there is not; import that one first`
    }
    const repostedId = chosen === undefined ? known?.repostedId : chosen.repostedId
    if (repostedId !== null) return `it reposts the post ${id}, which is a repost itself`
    return known?.initialId ?? id
  }

  #leaveOut(id: bigint): void {
    this.#chosen.delete(id)
    this.#deleted += this.#lines.get(id)?.length ?? 0
    this.#lines.delete(id)
  }

  #discard(id: bigint, reason: string): void {
    this.#chosen.delete(id)
    for (const index of this.#lines.get(id) ?? []) this.#refuse(index, reason)
    this.#lines.delete(id)
  }

  #conversationOf(post: ImportedPost): bigint {
    const way: ImportedPost[] = []
    let at: ImportedPost | undefined = post
    let conversation: bigint | undefined
    while (at !== undefined && conversation === undefined) {
      way.push(at)
      // A provisional value. If posts answer each other in a cycle, the id of this post becomes their conversation.
      conversation =
        this.#conversations.get(at.id) ?? at.conversationId ?? this.#known.posts.get(at.id)?.conversationId
      this.#conversations.set(at.id, at.id)
      const parent: bigint | null = at.inReplyToPostId
      if (parent === null) conversation ??= at.id
      else if (!this.#chosen.has(parent))
        conversation ??= this.#known.posts.get(parent)?.conversationId ?? parent
      at = parent === null ? undefined : this.#chosen.get(parent)
    }
    const settled = conversation ?? post.id
    for (const { id } of way) this.#conversations.set(id, settled)
    return settled
  }
}

/** @param at milliseconds since the Unix epoch */
function dayOf(at: number): string {
  return isoTime(at).slice(0, 'YYYY-MM-DD'.length)
}

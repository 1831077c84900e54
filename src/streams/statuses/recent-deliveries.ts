/**
 * Remembers recently delivered posts, with the connections that received them. Therefore a notice about a post is
 * sent only to connections that received the post (spec/v1-streams-and-lists.md#notices). The memory is limited: the
 * oldest entries are removed first.
 */

/** Maximum number of deliveries that are remembered. A delivery is one post that one receiver got. */
export const MAX_RECENT_DELIVERIES = 200_000

interface Delivered<Receiver> {
  readonly authorId: bigint
  readonly receivers: Set<Receiver>
}

export class RecentDeliveries<Receiver> {
  readonly #max: number
  /** Receivers by post; the oldest post is first. */
  readonly #posts = new Map<bigint, Delivered<Receiver>>()
  /** Remembered posts by author. */
  readonly #byAuthor = new Map<bigint, Set<bigint>>()
  #size = 0

  constructor(max: number = MAX_RECENT_DELIVERIES) {
    this.#max = max
  }

  /** Number of remembered deliveries. */
  get size(): number {
    return this.#size
  }

  add(post: { readonly id: bigint; readonly authorId: bigint }, receiver: Receiver): void {
    const { receivers } = this.#posts.get(post.id) ?? this.#begin(post)
    if (receivers.has(receiver)) return
    receivers.add(receiver)
    this.#size += 1
    for (const oldest of this.#posts.keys()) {
      if (this.#size <= this.#max || oldest === post.id) break
      this.forget(oldest)
    }
  }

  has(postId: bigint, receiver: Receiver): boolean {
    return this.#posts.get(postId)?.receivers.has(receiver) === true
  }

  /** Receivers of a post. */
  ofPost(postId: bigint): Iterable<Receiver> {
    return this.#posts.get(postId)?.receivers ?? []
  }

  /** Receivers of any post of an author; each receiver occurs once. */
  ofAuthor(authorId: bigint): ReadonlySet<Receiver> {
    const posts = [...(this.#byAuthor.get(authorId) ?? [])]
    return new Set(posts.flatMap((id) => [...this.ofPost(id)]))
  }

  forget(postId: bigint): void {
    const delivered = this.#posts.get(postId)
    if (delivered === undefined) return
    this.#posts.delete(postId)
    this.#size -= delivered.receivers.size
    const posts = this.#byAuthor.get(delivered.authorId)
    posts?.delete(postId)
    if (posts?.size === 0) this.#byAuthor.delete(delivered.authorId)
  }

  #begin({ id, authorId }: { readonly id: bigint; readonly authorId: bigint }): Delivered<Receiver> {
    const delivered = { authorId, receivers: new Set<Receiver>() }
    this.#posts.set(id, delivered)
    const posts = this.#byAuthor.get(authorId) ?? new Set()
    this.#byAuthor.set(authorId, posts.add(id))
    return delivered
  }
}

/**
 * Recently written posts of this process, so that consumers of the log need not read them again. The content of a post
 * never changes; later events report deletions.
 */
import type { FullUser } from '../../accounts/find-users.ts'
import type { Context } from '../../context.ts'
import type { Post } from '../post.ts'

/** A post with its author. */
export interface WrittenPost {
  readonly post: Post
  /** The author after the post was counted. */
  readonly author: FullUser
}

/** Context of a process with consumers of the log. */
export interface WritingContext extends Context {
  readonly written?: WrittenPosts
}

/** Maximum posts in memory: about 3 MB of short texts. Consumers read older posts from the database. */
const MAX_POSTS = 2_048

export class WrittenPosts {
  readonly #posts = new Map<bigint, WrittenPost>()

  /** Adds a committed post. */
  add(written: WrittenPost): void {
    this.#posts.set(written.post.id, written)
    if (this.#posts.size <= MAX_POSTS) return
    for (const oldest of this.#posts.keys()) {
      this.#posts.delete(oldest)
      return
    }
  }

  /** Removes and returns the post of that id; undefined when it is not in memory. */
  take(id: bigint): WrittenPost | undefined {
    const written = this.#posts.get(id)
    if (written !== undefined) this.#posts.delete(id)
    return written
  }
}

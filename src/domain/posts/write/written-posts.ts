/**
 * Keeps in memory the posts that this process has written recently, so that consumers of the event log in the process
 * need not read these posts from the database. These copies do not become stale, because the content of a
 * post never changes, and later events report its deletion.
 */
import type { FullUser } from '../../accounts/find-users.ts'
import type { Context } from '../../context.ts'
import type { Post } from '../post.ts'

/** A post and its author. */
export interface WrittenPost {
  readonly post: Post
  /** The author, with counters that include the post. */
  readonly author: FullUser
}

/** The context of a process whose consumers follow the event log. */
export interface WritingContext extends Context {
  readonly written?: WrittenPosts
}

/** Maximum number of posts in memory: about 3 MB for short texts. Consumers read older posts from the database. */
const MAX_POSTS = 2_048

export class WrittenPosts {
  readonly #posts = new Map<bigint, WrittenPost>()

  /** Adds a post after its commit. */
  add(written: WrittenPost): void {
    this.#posts.set(written.post.id, written)
    if (this.#posts.size <= MAX_POSTS) return
    for (const oldest of this.#posts.keys()) {
      this.#posts.delete(oldest)
      return
    }
  }

  /** Removes and returns the post with an id; undefined when it is not in memory. */
  take(id: bigint): WrittenPost | undefined {
    const written = this.#posts.get(id)
    if (written !== undefined) this.#posts.delete(id)
    return written
  }
}

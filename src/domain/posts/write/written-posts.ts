/**
 * Posts that this process has just written, for whoever follows the log right behind and would read each of them again.
 * Everything that a post says stays as it was written; whether it is there still, the log tells behind it.
 */
import type { FullUser } from '../../accounts/find-users.ts'
import type { Context } from '../../context.ts'
import type { Post } from '../post.ts'

/** A post with who wrote it. */
export interface WrittenPost {
  readonly post: Post
  /** As the post left it. */
  readonly author: FullUser
}

/** A context whose process follows the log. */
export interface WritingContext extends Context {
  readonly written?: WrittenPosts
}

/** Posts that are kept: with short texts about 3 MB. Who comes too late for one reads it. */
const MAX_POSTS = 2_048

export class WrittenPosts {
  readonly #posts = new Map<bigint, WrittenPost>()

  /** Keeps a post that is committed. */
  add(written: WrittenPost): void {
    this.#posts.set(written.post.id, written)
    if (this.#posts.size <= MAX_POSTS) return
    for (const oldest of this.#posts.keys()) {
      this.#posts.delete(oldest)
      return
    }
  }

  /** The post of that id, which is kept no longer; undefined when it never was. */
  take(id: bigint): WrittenPost | undefined {
    const written = this.#posts.get(id)
    if (written !== undefined) this.#posts.delete(id)
    return written
  }
}

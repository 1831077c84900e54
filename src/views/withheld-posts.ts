/** Replaces the content of posts that are withheld in all countries (decision 0165). */
import { isPostWithheld, withheldPost } from '../domain/posts/read/withheld-post.ts'
import { CachedPost } from './post-cache.ts'
import type { CachedUser } from './user-cache.ts'

/** The post as callers see it. If it is withheld in all countries, a notice replaces its content. */
export function asShown(cached: CachedPost, author: CachedUser): CachedPost {
  if (!isPostWithheld(cached.entity, author.entity)) return cached
  // Few posts are withheld in all countries, so their renderings need no cache.
  return new CachedPost(withheldPost(cached.entity, author.entity), true)
}

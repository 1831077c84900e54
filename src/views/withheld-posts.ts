/** Posts that are withheld in all countries, as callers see them (decision 0165). */
import { isPostWithheld, withheldPost } from '../domain/posts/read/withheld-post.ts'
import { CachedPost } from './post-cache.ts'
import type { CachedUser } from './user-cache.ts'

/** The post as callers see it: with a notice in place of its content when it is withheld in all countries. */
export function asShown(cached: CachedPost, author: CachedUser): CachedPost {
  if (!isPostWithheld(cached.entity, author.entity)) return cached
  // Such posts are few, so their renderings need no cache.
  return new CachedPost(withheldPost(cached.entity, author.entity), true)
}

/** Posts that are withheld in all countries, in the form that callers see (decision 0165). */
import { isPostWithheld, withheldPost } from '../domain/posts/read/withheld-post.ts'
import { CachedPost } from './post-cache.ts'
import type { CachedUser } from './user-cache.ts'

/** The post in the form that callers see. If it is withheld in all countries, a notice replaces its content. */
export function asShown(cached: CachedPost, author: CachedUser): CachedPost {
  if (!isPostWithheld(cached.entity, author.entity)) return cached
  // Few posts are withheld in this way, so their renderings need no cache.
  return new CachedPost(withheldPost(cached.entity, author.entity), true)
}

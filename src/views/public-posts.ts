/**
 * Reads posts for requests of apps without a user. Apps have no relations to authors, so this fast path needs no post
 * graph.
 */

import { UNMARKED } from '../domain/posts/read/viewer-marks.ts'
import { type Unseen, whyUnseen } from '../domain/posts/read/visibility.ts'
import type { ParsedIds } from '../lib/ids/parsed-ids.ts'
import type { CachedPost, PostCache } from './post-cache.ts'
import type { PostVisibility, VisiblePost } from './post-graph.ts'
import type { CachedUser, UserCache } from './user-cache.ts'
import { asShown } from './withheld-posts.ts'

const PUBLIC_VIEWER = { userId: null } as const

/**
 * The public posts with the given ids, in the order of the ids. Undefined when one of them is a repost, because reposts
 * need a post graph (post-graph.ts).
 * @param ids at most a few hundred
 */
export async function findPublicPosts(
  { posts, users }: { readonly posts: PostCache; readonly users: UserCache },
  ids: ParsedIds,
): Promise<readonly PostVisibility[] | undefined> {
  const cached = await posts.find(ids)
  const visibilities: PostVisibility[] = []
  for (const post of cached) {
    if (post === undefined) {
      visibilities.push('not-found')
      continue
    }
    if (post.entity.repostedId !== null) return undefined
    const author = post.author === undefined ? undefined : users.deref(post.author)
    if (author === undefined) return findWithAuthors(users, cached)
    visibilities.push(visibilityOf(post, author))
  }
  return visibilities
}

/** Like {@link findPublicPosts}, for posts whose reference to the author is missing or evicted. */
async function findWithAuthors(
  users: UserCache,
  cached: readonly (CachedPost | undefined)[],
): Promise<readonly PostVisibility[] | undefined> {
  const posts = cached.filter((post) => post !== undefined)
  if (posts.some(({ entity }) => entity.repostedId !== null)) return undefined
  const authors = await users.get(posts.map(({ entity }) => entity.authorId))
  for (const post of posts) post.author = users.refOf(post.entity.authorId)
  let place = 0
  return cached.map((post) => {
    if (post === undefined) return 'not-found'
    const author = authors[place]
    place += 1
    return visibilityOf(post, author)
  })
}

function visibilityOf(cached: CachedPost, author: CachedUser | undefined): VisiblePost | Unseen {
  const unseen = whyUnseen(cached.entity, author?.entity, PUBLIC_VIEWER, undefined)
  if (unseen !== undefined || author === undefined) return unseen ?? 'not-found'
  return { cached: asShown(cached, author), author, relation: undefined, marks: UNMARKED }
}

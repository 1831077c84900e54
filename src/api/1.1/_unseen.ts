/** Why a post is not shown, in the words of v1.1 (spec/posts.md#show, spec/errors.md#code-table). */
import type { Unseen } from '../../domain/posts/read/visibility.ts'
import type { PostGraph, VisiblePost } from '../../views/post-graph.ts'
import { V11Error, type V11ErrorName } from './_errors.ts'

const ERRORS: Readonly<Record<Unseen, V11ErrorName>> = {
  'not-found': 'postNotFound',
  'author-suspended': 'userSuspended',
  dropped: 'postDropped',
  protected: 'postNotVisible',
  'blocked-by-author': 'blockedByAuthor',
}

/** What {@link requireVisiblePost} may answer. */
export const UNSEEN_ERRORS = Object.values(ERRORS)

/** The same where nobody in particular looks. */
export const UNSEEN_BY_ALL_ERRORS = UNSEEN_ERRORS.filter((name) => name !== 'blockedByAuthor')

/** The post of that id. @throws {V11Error} when the viewer does not see it */
export function requireVisiblePost(graph: PostGraph, id: bigint): VisiblePost {
  const visibility = graph.visibility(id)
  if (typeof visibility === 'string') throw new V11Error(ERRORS[visibility])
  return visibility
}

/** The first version of a post, of a repost that of its original: what likes and reposts are of. */
export function firstVersionOf({ cached: { entity } }: VisiblePost): bigint {
  return entity.repostedId ?? entity.initialId
}

/** Errors of v1.1 for posts that are not visible (spec/posts.md#show, spec/errors.md#code-table). */
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

/** Errors that {@link requireVisiblePost} may throw. */
export const UNSEEN_ERRORS = Object.values(ERRORS)

/** Errors that {@link requireVisiblePost} may throw when there is no viewer. */
export const UNSEEN_BY_ALL_ERRORS = UNSEEN_ERRORS.filter((name) => name !== 'blockedByAuthor')

/** The post with that id. @throws {V11Error} when it is not visible to the viewer */
export function requireVisiblePost(graph: PostGraph, id: bigint): VisiblePost {
  const visibility = graph.visibility(id)
  if (typeof visibility === 'string') throw new V11Error(ERRORS[visibility])
  return visibility
}

/**
 * The id to which likes and reposts of a post refer: for a repost, the id of the original; for another post, the id
 * of its first version.
 */
export function firstVersionOf({ cached: { entity } }: VisiblePost): bigint {
  return entity.repostedId ?? entity.initialId
}

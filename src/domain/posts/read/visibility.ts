/**
 * Who may see which post: the one place that says so, for every reader. The files of a post's media are for whoever has their
 * address, as the service's are, until the post is hidden from all: domain/media/shown.ts.
 */
import type { User } from '../../accounts/user.ts'
import type { Viewer } from '../../context.ts'
import type { Relation } from '../../graph/relations.ts'
import type { Post } from '../post.ts'

/** Why a post is not shown; each dialect has its own words. */
export type Unseen =
  /** Never was, was deleted, or its author has left. */
  | 'not-found'
  | 'author-suspended'
  /** Taken from sight by the operator. */
  | 'dropped'
  /** Its author is protected, and the viewer no follower. */
  | 'protected'
  | 'blocked-by-author'

/** What is asked of an author. */
export type Author = Pick<User, 'id' | 'isProtected' | 'suspendedAt' | 'deactivatedAt'>

/** What is asked of what stands between the viewer and an author. */
export type Tie = Pick<Relation, 'following' | 'blockedBy'>

/**
 * Why `viewer` does not see the post; undefined when it does. A post that is withheld in some countries is seen: where
 * the caller is nobody knows (spec/labs-lookup.md#missing-objects).
 * @param author undefined when there is none
 * @param tie between the viewer and the author; undefined when nothing is between them, and for apps
 */
export function whyUnseen(
  post: Pick<Post, 'droppedAt'> | undefined,
  author: Author | undefined,
  viewer: Viewer,
  tie: Tie | undefined,
): Unseen | undefined {
  if (post === undefined || author === undefined || author.deactivatedAt !== null) return 'not-found'
  if (author.suspendedAt !== null) return 'author-suspended'
  if (post.droppedAt !== null) return 'dropped'
  if (viewer.userId === author.id) return undefined
  if (tie?.blockedBy === true) return 'blocked-by-author'
  if (author.isProtected && tie?.following !== true) return 'protected'
  return undefined
}

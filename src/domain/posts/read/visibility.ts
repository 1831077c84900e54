/**
 * Visibility of posts, decided here for every reader. Media files of a post are readable with their URL, as in the
 * service, until the post is hidden from all users: domain/media/find-file.ts.
 */
import type { User } from '../../accounts/user.ts'
import type { Viewer } from '../../context.ts'
import type { Relation } from '../../graph/relations.ts'
import type { Post } from '../post.ts'

/** The reason why a post is hidden; each version of the API has its own text for it. */
export type Unseen =
  /** The post never existed, was deleted, or its author has left. */
  | 'not-found'
  | 'author-suspended'
  /** The operator dropped the post. */
  | 'dropped'
  /** The author is protected, and the viewer is not a follower. */
  | 'protected'
  | 'blocked-by-author'

/** The fields of an author that visibility depends on. */
export type Author = Pick<User, 'id' | 'isProtected' | 'suspendedAt' | 'deactivatedAt'>

/** The relations of the viewer to the author that visibility depends on. */
export type Tie = Pick<Relation, 'following' | 'blockedBy'>

/**
 * The reason why `viewer` does not see the post; undefined for a visible one. Withheld posts are visible, because the
 * country of the caller is unknown (spec/labs-lookup.md#missing-objects); withheld-post.ts replaces the content of
 * those that are withheld in all countries.
 * @param author undefined when the author does not exist
 * @param tie relation of viewer to author; undefined without one, and for apps
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

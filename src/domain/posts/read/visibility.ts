/**
 * Decides who can see a post. All code that shows posts uses this file. The media files of a post can be read
 * with their URLs, as in the documented network, until the post is hidden from all users
 * (domain/media/find-file.ts).
 */
import type { User } from '../../accounts/user.ts'
import type { Viewer } from '../../context.ts'
import type { Relation } from '../../graph/relations.ts'
import type { Post } from '../post.ts'

/** The reason why a viewer cannot see a post. Each API version has a separate text for each reason. */
export type Unseen =
  /** The post never existed or was deleted, or its author is deactivated. */
  | 'not-found'
  | 'author-suspended'
  /** The operator has hidden the post. */
  | 'dropped'
  /** The author is protected, and the viewer is not a follower. */
  | 'protected'
  | 'blocked-by-author'

/** The fields of an author on which visibility depends. */
export type Author = Pick<User, 'id' | 'isProtected' | 'suspendedAt' | 'deactivatedAt'>

/** The relations between viewer and author on which visibility depends. */
export type Tie = Pick<Relation, 'following' | 'blockedBy'>

/**
 * The reason why `viewer` cannot see the post; undefined for a visible post. Withheld posts are visible, because the
 * country of the caller is unknown (spec/labs-lookup.md#missing-objects). For posts that are withheld in all countries,
 * withheld-post.ts replaces the content.
 * @param author undefined when the author does not exist
 * @param tie relation of viewer to author; undefined for an app, and if the relation was not read
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

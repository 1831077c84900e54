/**
 * A post with the public posts to which it refers, as streams show it. Streams read the view once for all connections.
 */
import type { FullUser } from '../../accounts/find-users.ts'
import type { Post } from '../post.ts'

export interface PostView {
  readonly post: Post
  readonly author: FullUser
  /** The newest version of the original, for a repost. */
  readonly original: PostView | undefined
  /** The quoted post; undefined when it is not public. */
  readonly quoted: PostView | undefined
  /** The answered post; read only for requests that expand it. */
  readonly repliedTo: PostView | undefined
}

/** A post, and the users whom it mentions and answers, by id. The users are read only for requests that expand them. */
export interface StreamedView extends PostView {
  readonly named: ReadonlyMap<bigint, FullUser>
}

/** The post that has the text of a view: the original for a repost, else the post itself. */
export function worded(view: PostView): PostView {
  return view.original ?? view
}

/** The public posts to which a post refers. */
export function referencedViews({ original, quoted, repliedTo }: PostView): readonly PostView[] {
  return [original, quoted, repliedTo].filter((each) => each !== undefined)
}

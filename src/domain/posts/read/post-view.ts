/** A post with its public surroundings, as streams show it. It is read once for all connections. */
import type { FullUser } from '../../accounts/find-users.ts'
import type { Post } from '../post.ts'

export interface PostView {
  readonly post: Post
  readonly author: FullUser
  /** The newest version of the original of a repost. */
  readonly original: PostView | undefined
  /** The quoted post; undefined when it is not public. */
  readonly quoted: PostView | undefined
  /** Read only for requests that expand it. */
  readonly repliedTo: PostView | undefined
}

/** A post with the users that it mentions and answers, by id; read only for requests that expand them. */
export interface StreamedView extends PostView {
  readonly named: ReadonlyMap<bigint, FullUser>
}

/** The post whose text a view shows: for a repost its original. */
export function worded(view: PostView): PostView {
  return view.original ?? view
}

/** The public posts that a post refers to. */
export function referencedViews({ original, quoted, repliedTo }: PostView): readonly PostView[] {
  return [original, quoted, repliedTo].filter((each) => each !== undefined)
}

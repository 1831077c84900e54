/** A post as streams show it: with everything around it that anybody may see, read once for all connections. */
import type { FullUser } from '../../accounts/find-users.ts'
import type { Post } from '../post.ts'

export interface PostView {
  readonly post: Post
  readonly author: FullUser
  /** The newest version of what a repost shows. */
  readonly original: PostView | undefined
  /** Undefined when the post is not public. */
  readonly quoted: PostView | undefined
  /** Read only for requests that expand it. */
  readonly repliedTo: PostView | undefined
}

/** A post with the users that it mentions and answers, by id; read only for requests that expand them. */
export interface StreamedView extends PostView {
  readonly named: ReadonlyMap<bigint, FullUser>
}

/** The post whose words a view has: the original of a repost. */
export function worded(view: PostView): PostView {
  return view.original ?? view
}

/** The public posts that a post refers to. */
export function referencedViews({ original, quoted, repliedTo }: PostView): readonly PostView[] {
  return [original, quoted, repliedTo].filter((each) => each !== undefined)
}

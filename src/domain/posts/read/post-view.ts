/** A post as streams show it: with everything around it that anybody may see, read once for all connections. */
import type { FullUser } from '../../accounts/find-users.ts'
import type { Post } from '../post.ts'

export interface PostView {
  readonly post: Post
  readonly author: FullUser
  /** The newest version of what a repost shows. */
  readonly original: PostView | undefined
  /** Undefined when it is not there for everybody. */
  readonly quoted: PostView | undefined
  /** Read only when somebody expands it. */
  readonly repliedTo: PostView | undefined
}

/** A post with the users that its texts name and that it answers, by id; read only when somebody expands them. */
export interface StreamedView extends PostView {
  readonly named: ReadonlyMap<bigint, FullUser>
}

/** The post whose words a view has: the original of a repost. */
export function worded(view: PostView): PostView {
  return view.original ?? view
}

/** What a post refers to and everybody may see. */
export function referencedViews({ original, quoted, repliedTo }: PostView): readonly PostView[] {
  return [original, quoted, repliedTo].filter((each) => each !== undefined)
}

/** Drafts a new version of a post. */
import { withoutLastLink } from '../../../text/links.ts'
import type { Context } from '../../context.ts'
import type { Post } from '../post.ts'
import { type DraftPost, draftPost } from './draft-post.ts'
import { readTargets } from './targets.ts'

export type { DraftPost }

interface NewText {
  readonly text: string
  readonly hosts?: readonly string[] | undefined
}

/** Drafts the new text, with the hidden mentions and attached links of the previous version. */
export async function draftVersion(
  context: Context,
  before: Post,
  { text, hosts }: NewText,
): Promise<DraftPost> {
  const { content, authorId, quotedId } = before
  const [start = 0, end] = content.display_text_range ?? []
  const slug = content.media?.[0]?.url.split('/').at(-1)
  const permalink = content.quoted_status_permalink
  // The server attached a link that the displayed text does not show, so the new version keeps this link. The author
  // typed a link that the text shows, and may type it again.
  const isHidden = permalink !== undefined && end !== undefined && slug === undefined
  const isAttached = isHidden && quotedId !== null && (await isSeen(context, authorId, quotedId))
  return draftPost(
    context,
    {
      authorId,
      text: slug === undefined ? text : withoutLastLink(text, slug),
      hosts,
      ...(isAttached ? { quoteId: quotedId, attachmentUrl: permalink.expanded } : {}),
    },
    {
      // The hidden beginning has only ASCII characters, so its length is the same in UTF-16 units and in code points.
      head: content.text.slice(0, start),
      answered: before.inReplyToPostId === null ? undefined : content.in_reply_to_screen_name,
      mediaSlug: slug,
    },
  )
}

async function isSeen({ store }: Context, userId: bigint, postId: bigint): Promise<boolean> {
  const aim = { userId, postId }
  const target = (await readTargets(store, [aim])).of(aim)
  return target !== undefined && target.unseen === undefined
}

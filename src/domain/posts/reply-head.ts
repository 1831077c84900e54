/** Whom a reply answers, written before its text for its author (`auto_populate_reply_metadata`). */
import type { Reader } from '../../db/store.ts'
import type { Entities } from '../../text/entities.ts'
import { findPosts } from './find-posts.ts'
import { namedById } from './named-users.ts'
import type { Target } from './targets.ts'

/** Names that are filled in at most. */
const MOST = 50

export interface ReplyHeadInput {
  readonly authorId: bigint
  readonly autoPopulateReplyMetadata?: boolean | undefined
  /** Who is left out; never whose post is answered. */
  readonly excludeReplyUserIds?: readonly bigint[] | undefined
}

/**
 * The mentions that are put before a reply: whose post is answered, then whom that post mentions; without the author,
 * and without those that the text begins with already. With the space after them; empty for what is no such reply.
 * @param typed the entities of the text as it was written
 */
export async function replyHead(
  reader: Reader,
  { authorId, autoPopulateReplyMetadata, excludeReplyUserIds = [] }: ReplyHeadInput,
  parent: Target | undefined,
  typed: Entities,
): Promise<string> {
  if (autoPopulateReplyMetadata !== true || parent === undefined) return ''
  const mentions = (await findPosts(reader, [parent.id])).get(parent.id)?.content.user_mentions ?? []
  const others = mentions
    .map(({ id_str }) => BigInt(id_str))
    .filter((id) => !excludeReplyUserIds.includes(id))
  const ids = [...new Set([parent.authorId, ...others])].filter((id) => id !== authorId).slice(0, MOST)
  const named = await namedById(reader, ids)
  const written = namesAtHead(typed)
  return ids
    .flatMap((id) => named.get(id)?.screenName ?? [])
    .filter((name) => !written.has(name.toLowerCase()))
    .map((name) => `@${name} `)
    .join('')
}

/** The names with which a text begins, in lower case. */
function namesAtHead({ mentions }: Entities): ReadonlySet<string> {
  const names = new Set<string>()
  let end = 0
  for (const mention of mentions) {
    if (mention.start > end + 1) break
    names.add(mention.screenName.toLowerCase())
    end = mention.end
  }
  return names
}

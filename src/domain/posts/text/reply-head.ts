/**
 * The mentions at the beginning of a reply. The author has typed them, or the server fills them in
 * (`auto_populate_reply_metadata`).
 */
import type { Reader } from '../../../db/store.ts'
import { type Entities, extractEntities } from '../../../text/entities.ts'
import { findUsers } from '../../accounts/find-users.ts'
import { findPosts } from '../read/find-posts.ts'
import { isPostWithheld } from '../read/withheld-post.ts'
import type { Target } from '../write/targets.ts'
import { namedById } from './named-users.ts'

/** Maximum number of filled-in names. */
const MAX_FILLED_IN = 50

export interface ReplyHeadInput {
  readonly authorId: bigint
  readonly autoPopulateReplyMetadata?: boolean | undefined
  /** Users who are not filled in; the answered author is always filled in. */
  readonly excludeReplyUserIds?: readonly bigint[] | undefined
}

export interface ReplyHead {
  /** Mentions to insert before the text, each with a space after it; empty for no mentions. */
  readonly filledIn: string
  /** Users whose mentions at the beginning are hidden: screen names in lower case. */
  readonly answered: ReadonlySet<string>
}

/** The result for a post that is not a reply. */
export const NO_HEAD: ReplyHead = { filledIn: '', answered: new Set() }

/**
 * The mentions at the beginning of a new reply. A reply answers the author of the post and the users whom the post
 * mentions. The author of the reply is not filled in. Names with which the text begins are not filled in again.
 * @param parent the answered post
 * @param typed entities of the text that the author typed
 */
export async function replyHead(
  reader: Reader,
  { authorId, autoPopulateReplyMetadata, excludeReplyUserIds = [] }: ReplyHeadInput,
  parent: Target,
  typed: Entities,
): Promise<ReplyHead> {
  const fillsIn = autoPopulateReplyMetadata === true
  if (!fillsIn && typed.mentions[0]?.start !== 0) return NO_HEAD
  const others = (await mentionedBy(reader, parent)).filter((id) => !excludeReplyUserIds.includes(id))
  const ids = [...new Set([parent.authorId, ...others])]
  const named = await namedById(reader, ids)
  const nameOf = (id: bigint) => named.get(id)?.screenName ?? []
  const filledIn = fillsIn ? ids.filter((id) => id !== authorId).slice(0, MAX_FILLED_IN) : []
  return headOf(filledIn.flatMap(nameOf), ids.flatMap(nameOf), typed)
}

/** The users whom a post mentions; no users for a post whose content is withheld from everyone (decision 0165). */
async function mentionedBy(reader: Reader, { id, authorId }: Target): Promise<readonly bigint[]> {
  const post = (await findPosts(reader, [id])).get(id)
  const mentions = post?.content.user_mentions ?? []
  if (post === undefined || mentions.length === 0) return []
  const author = (await findUsers(reader, [authorId])).get(authorId)
  if (author === undefined || isPostWithheld(post, author)) return []
  return mentions.map(({ id_str }) => BigInt(id_str))
}

/**
 * The mentions at the beginning of a new version of a reply. These are the mentions of the previous version, without
 * the names with which the new text begins.
 * @param head the hidden beginning of the previous version, which has names and spaces
 * @param answered screen name of the answered author; undefined for a post that is not a reply
 * @param typed entities of the text that the author typed
 */
export function editedHead(head: string, answered: string | undefined, typed: Entities): ReplyHead {
  const names = extractEntities(head).mentions.map(({ screenName }) => screenName)
  return headOf(names, answered === undefined ? names : [...names, answered], typed)
}

function headOf(names: readonly string[], answered: readonly string[], typed: Entities): ReplyHead {
  const written = namesAtHead(typed)
  const missing = names.filter((name) => !written.has(name.toLowerCase()))
  return {
    filledIn: missing.map((name) => `@${name} `).join(''),
    answered: new Set(answered.map((name) => name.toLowerCase())),
  }
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

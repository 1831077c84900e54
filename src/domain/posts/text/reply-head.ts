/** Whom a reply answers: named at its head, for machines, by its author or for it (`auto_populate_reply_metadata`). */
import type { Reader } from '../../../db/store.ts'
import { type Entities, extractEntities } from '../../../text/entities.ts'
import { findPosts } from '../read/find-posts.ts'
import type { Target } from '../write/targets.ts'
import { namedById } from './named-users.ts'

/** Names that are filled in at most. */
const MAX_FILLED_IN = 50

export interface ReplyHeadInput {
  readonly authorId: bigint
  readonly autoPopulateReplyMetadata?: boolean | undefined
  /** Who is left out; never whose post is answered. */
  readonly excludeReplyUserIds?: readonly bigint[] | undefined
}

export interface ReplyHead {
  /** The mentions that are put before the text, with the space after each; empty when there are none. */
  readonly filledIn: string
  /** Who is not part of what people see when the text begins with them: screen names in lower case. */
  readonly answered: ReadonlySet<string>
}

/** Of a post that answers none. */
export const NO_HEAD: ReplyHead = { filledIn: '', answered: new Set() }

/**
 * The head of a new reply. It answers the author of the post, and whom that post mentions. When names are filled in, it is
 * those, without the author of the reply and without whom the text begins with already.
 * @param parent what is answered
 * @param typed the entities of the text as it was written
 */
export async function replyHead(
  reader: Reader,
  { authorId, autoPopulateReplyMetadata, excludeReplyUserIds = [] }: ReplyHeadInput,
  parent: Target,
  typed: Entities,
): Promise<ReplyHead> {
  const fillsIn = autoPopulateReplyMetadata === true
  if (!fillsIn && typed.mentions[0]?.start !== 0) return NO_HEAD
  const mentions = (await findPosts(reader, [parent.id])).get(parent.id)?.content.user_mentions ?? []
  const others = mentions
    .map(({ id_str }) => BigInt(id_str))
    .filter((id) => !excludeReplyUserIds.includes(id))
  const ids = [...new Set([parent.authorId, ...others])]
  const named = await namedById(reader, ids)
  const nameOf = (id: bigint) => named.get(id)?.screenName ?? []
  const filledIn = fillsIn ? ids.filter((id) => id !== authorId).slice(0, MAX_FILLED_IN) : []
  return headOf(filledIn.flatMap(nameOf), ids.flatMap(nameOf), typed)
}

/**
 * The head of a new version of a reply: that of the version before, without whom the text begins with already.
 * @param head what people do not see of the start of the version before: names and spaces
 * @param answered the screen name of the author of what is answered; undefined for a post that is no reply
 * @param typed the entities of the text as it was written
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

/** Ids of conversations (spec/v2-messages-and-media.md#conversations). */
import { LARGEST_ID } from '../../../lib/ids/largest-id.ts'

/** A conversation, as one of its members sees it. */
export type Conversation =
  | { readonly kind: 'pair'; readonly otherId: bigint }
  | { readonly kind: 'group'; readonly groupId: bigint }

const PAIR = /^([0-9]{1,19})-([0-9]{1,19})$/
const GROUP = /^[0-9]{1,19}$/

/** The id of a conversation between two users. It has both user ids, the smaller id first. */
export function pairConversationId(one: bigint, other: bigint): string {
  return one < other ? `${one}-${other}` : `${other}-${one}`
}

/** True for a text with the form of an id. The conversation may not exist. */
export function isConversationId(text: string): boolean {
  return GROUP.test(text) || PAIR.test(text)
}

/**
 * The conversation with an id. The id may have its two users in either order. Undefined for a text of another form, and
 * for a conversation between two other users.
 */
export function conversationOf(text: string, userId: bigint): Conversation | undefined {
  if (GROUP.test(text))
    return BigInt(text) > LARGEST_ID ? undefined : { kind: 'group', groupId: BigInt(text) }
  const [, first = '', second = ''] = PAIR.exec(text) ?? []
  if (first === '') return undefined
  const ids = [BigInt(first), BigInt(second)] as const
  const otherId = ids[0] === userId ? ids[1] : ids[0]
  return ids.includes(userId) && otherId <= LARGEST_ID ? { kind: 'pair', otherId } : undefined
}

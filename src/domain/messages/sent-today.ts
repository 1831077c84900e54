/**
 * Limits of the legacy API that depend on the messages of the last 24 hours
 * (spec/retired-endpoints.md#legacy-message-errors).
 */
import { query } from '../../db/query.ts'
import type { MessagesTable } from '../../db/schema.ts'
import { firstSnowflakeAt, MAX_AHEAD_MS } from '../../lib/ids/snowflake.ts'
import { type Context, Refusal } from '../context.ts'
import type { MessageContent } from './content.ts'
import { ERASED, type Message, messageIn } from './record.ts'

/** Limits of the legacy API (spec/retired-endpoints.md#legacy-message-errors). */
export interface LegacyLimits {
  /** Maximum length of the text with its short links, in code points. */
  readonly maxLinkedLength: number
  /** Maximum number of messages that the sender can send in 24 hours; undefined for no limit. */
  readonly maxPerDay: number | undefined
}

const DAY_MS = 86_400_000

/** Number of compared messages to one recipient: the maximum number of messages in a day. */
const MAX_COMPARED = 1_000

/**
 * Requires that the sender did not send the same text to the recipient in the last 24 hours, and has not reached the
 * limit. Concurrent requests can exceed the limit, because the check does not serialize requests.
 * @param maxPerDay undefined for no limit
 * @throws {Refusal} `message-repeated`, `messages-too-many`
 */
export async function requireNewWithinDay(
  { store, clock }: Pick<Context, 'store' | 'clock'>,
  { senderId, recipientId, content }: Pick<Message, 'senderId' | 'recipientId' | 'content'>,
  maxPerDay: number | undefined,
): Promise<void> {
  // A message of exactly one day ago is not counted, even if its id was ahead of the clock.
  const oldest = firstSnowflakeAt(clock.now() - DAY_MS + MAX_AHEAD_MS)
  const range = { sender: senderId, recipient: recipientId, oldest, count: MAX_COMPARED }
  const rows = await store.rows(recentBetween, range)
  const text = sentText(content)
  if (rows.some((row) => row.content !== ERASED && sentText(messageIn(row).content) === text)) {
    throw new Refusal('message-repeated', `${senderId} sent the same text to ${recipientId} today`)
  }
  if (maxPerDay === undefined) return
  const sent = await store.rows(recentOf, { user: senderId, oldest, count: maxPerDay })
  if (sent.length >= maxPerDay) {
    throw new Refusal('messages-too-many', `${senderId} sent ${maxPerDay} messages in 24 hours`)
  }
}

/**
 * The text with targets instead of short links. Short links cannot be compared, because every message has new short
 * links.
 */
function sentText({ text, urls = [] }: MessageContent): string {
  return urls.reduce((expanded, { url, expanded_url }) => expanded.replace(url, () => expanded_url), text)
}

// Uses the index messages_pair.
const recentBetween = query<{
  sender: bigint
  recipient: bigint
  oldest: bigint
  count: number
}>()<MessagesTable>((k, p) =>
  k
    .selectFrom('messages')
    .selectAll()
    .where('sender_id', '=', p('sender'))
    .where('recipient_id', '=', p('recipient'))
    .where('id', '>=', p('oldest'))
    .orderBy('id', 'desc')
    .limit(p('count')),
)

// Reads the primary key of message_copies from the newest message to one day ago.
const recentOf = query<{ user: bigint; oldest: bigint; count: number }>()((k, p) =>
  k
    .selectFrom('message_copies')
    .innerJoin('messages', 'messages.id', 'message_copies.message_id')
    .select('messages.id')
    .where('message_copies.user_id', '=', p('user'))
    .where('message_copies.message_id', '>=', p('oldest'))
    .where('messages.sender_id', '=', p('user'))
    .limit(p('count')),
)

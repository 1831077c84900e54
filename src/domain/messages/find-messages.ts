/** Finds a single message, pages of the newest messages, and the quick reply options of the last message. */

import { isItemFailure } from '../../db/errors.ts'
import { query } from '../../db/query.ts'
import type { MessagesTable } from '../../db/schema.ts'
import type { Reader } from '../../db/store.ts'
import { LARGEST_ID } from '../../lib/ids/largest-id.ts'
import { firstSnowflakeAt } from '../../lib/ids/snowflake.ts'
import type { QuickReplyOption } from './content.ts'
import type { Correspondents } from './messaging-state.ts'
import { ERASED, type Message, messageIn } from './record.ts'

/** A message that `userId` sent or received; undefined if the user has deleted it or is not a participant. */
export async function findMessage(
  reader: Reader,
  { id, userId }: { readonly id: bigint; readonly userId: bigint },
): Promise<Message | undefined> {
  const row = await reader.first(messageOf, { id, user: userId })
  return row === undefined ? undefined : messageIn(row)
}

/** A message that is not erased. The user is not checked, because events go to both participants. */
export async function findMessageById(reader: Reader, id: bigint): Promise<Message | undefined> {
  const row = await reader.first(messageById, { id })
  return row === undefined || row.content === ERASED ? undefined : messageIn(row)
}

export interface MessagePageInput {
  readonly userId: bigint
  /** Id of the newest message of the page; undefined for the first page. */
  readonly from: bigint | undefined
  readonly count: number
  /** Milliseconds since the Unix epoch. */
  readonly now: number
}

export interface MessagePage {
  /** Newest first. */
  readonly messages: readonly Message[]
  /** Id of the newest message of the next page; undefined on the last page. */
  readonly next: bigint | undefined
}

/** Maximum age of messages in lists. Older messages can be read by id. */
const LISTED_MS = 30 * 86_400_000

/**
 * Messages that a user has sent or received in the last 30 days and has not deleted.
 * @param onFailed a function that receives the messages that cannot be read; the result omits these messages.
 *   Without this function, their error is thrown
 * @throws {ItemCorrupt} without `onFailed`
 */
export async function listMessages(
  reader: Reader,
  { userId, from, count, now }: MessagePageInput,
  onFailed?: (id: bigint, error: unknown) => void,
): Promise<MessagePage> {
  const rows = await reader.rows(newestOf, {
    user: userId,
    from: from ?? LARGEST_ID,
    oldest: firstSnowflakeAt(now - LISTED_MS),
    count: count + 1,
  })
  const messages = rows.slice(0, count).flatMap((row) => {
    try {
      return messageIn(row)
    } catch (error) {
      if (onFailed === undefined || !isItemFailure(error)) throw error
      onFailed(row.id, error)
      return []
    }
  })
  return { messages, next: rows[count]?.id }
}

/** Quick reply options of the last message from sender to recipient; empty without options or messages. */
export async function lastOptions(
  reader: Reader,
  { senderId, recipientId }: Correspondents,
): Promise<readonly QuickReplyOption[]> {
  const row = await reader.first(lastBetween, { sender: senderId, recipient: recipientId })
  if (row === undefined || row.content === ERASED) return []
  return messageIn(row).content.quick_reply?.options ?? []
}

// Uses both primary keys.
const messageOf = query<{ id: bigint; user: bigint }>()((k, p) =>
  k
    .selectFrom('message_copies')
    .innerJoin('messages', 'messages.id', 'message_copies.message_id')
    .selectAll('messages')
    .where('message_copies.user_id', '=', p('user'))
    .where('message_copies.message_id', '=', p('id')),
)

const messageById = query<{ id: bigint }>()((k, p) =>
  k.selectFrom('messages').selectAll().where('id', '=', p('id')),
)

// Reads the primary key of message_copies from the first id of the page, and looks up each row.
const newestOf = query<{ user: bigint; from: bigint; oldest: bigint; count: number }>()<MessagesTable>(
  (k, p) =>
    k
      .selectFrom('message_copies')
      .innerJoin('messages', 'messages.id', 'message_copies.message_id')
      .selectAll('messages')
      .where('message_copies.user_id', '=', p('user'))
      .where('message_copies.message_id', '<=', p('from'))
      .where('message_copies.message_id', '>=', p('oldest'))
      .orderBy('message_copies.message_id', 'desc')
      .limit(p('count')),
)

// Uses the index messages_pair.
const lastBetween = query<{ sender: bigint; recipient: bigint }>()((k, p) =>
  k
    .selectFrom('messages')
    .selectAll()
    .where('sender_id', '=', p('sender'))
    .where('recipient_id', '=', p('recipient'))
    .orderBy('id', 'desc')
    .limit(1),
)

/** Replies that do not count towards the rate limit (spec/direct-messages.md#message-limits). */
import { sql } from 'kysely'
import { query } from '../../db/query.ts'
import type { Reader } from '../../db/store.ts'
import { firstSnowflakeAt } from '../../lib/ids/snowflake.ts'
import { type Correspondents, keyOf } from './messaging-state.ts'

/** Number of free replies after each received message. */
const MAX_FREE_REPLIES = 5
/** Replies to a received message are free for this many milliseconds. */
const FREE_REPLY_WINDOW_MS = 24 * 3_600_000

/** Thrown when a message that must be a free reply would count towards the rate limit. */
export class ReplyNotFree extends Error {
  override readonly name = 'ReplyNotFree'
}

/**
 * True if the next message to the recipient is free. The first five messages within 24 hours after the recipient's last
 * message are free. Messages to oneself are never free.
 * @param now milliseconds since the Unix epoch
 */
export async function isFreeReply(reader: Reader, ends: Correspondents, now: number): Promise<boolean> {
  return (await freeReplies(reader, ends, now)) > 0
}

async function freeReplies(
  reader: Reader,
  { senderId, recipientId }: Correspondents,
  now: number,
): Promise<number> {
  if (senderId === recipientId) return 0
  const since = firstSnowflakeAt(now - FREE_REPLY_WINDOW_MS)
  const row = await reader.first(repliesOf, { sender: senderId, recipient: recipientId, since })
  return row === undefined ? 0 : MAX_FREE_REPLIES - row.replies
}

/** A message that is not stored yet. */
export interface FreeReplyRequest extends Correspondents {
  /** True if the message must be a free reply. */
  readonly isFree: boolean
  /** Milliseconds since the Unix epoch. */
  readonly now: number
}

/** The remaining free replies, for messages that are stored together, one after another. */
export class FreeReplies {
  readonly #left: ReadonlyMap<string, { count: number }>

  private constructor(left: ReadonlyMap<string, { count: number }>) {
    this.#left = left
  }

  /** Reads the remaining free replies for the messages that must be free replies. */
  static async of(reader: Reader, messages: readonly FreeReplyRequest[]): Promise<FreeReplies> {
    const writers = new Map(messages.filter(({ isFree }) => isFree).map((each) => [keyOf(each), each]))
    const left = await Promise.all(
      [...writers].map(
        async ([key, each]) => [key, { count: await freeReplies(reader, each, each.now) }] as const,
      ),
    )
    return new FreeReplies(new Map(left))
  }

  /**
   * Counts a message. @returns false for a message that must be a free reply but is not free; that message is not
   * counted
   */
  take({ senderId, recipientId, isFree }: FreeReplyRequest): boolean {
    if (this.#left.size === 0) return !isFree
    const own = this.#left.get(keyOf({ senderId, recipientId }))
    if (isFree && (own === undefined || own.count <= 0)) return false
    if (own !== undefined) own.count -= 1
    const others = this.#left.get(keyOf({ senderId: recipientId, recipientId: senderId }))
    if (others !== undefined && senderId !== recipientId) others.count = MAX_FREE_REPLIES
    return true
  }
}

// Scans the index messages_pair twice, for one row and for up to five.
const repliesOf = query<{ sender: bigint; recipient: bigint; since: bigint }>()(
  (_, p) => sql<{ replies: number }>`
    select (select count(*) from (
        select 1 from messages
        where sender_id = ${p('sender')} and recipient_id = ${p('recipient')} and id > received.id
        limit ${sql.lit(MAX_FREE_REPLIES)}
      ) as sent) as replies
    from (
      select id from messages
      where sender_id = ${p('recipient')} and recipient_id = ${p('sender')} and id >= ${p('since')}
      order by id desc limit 1
    ) as received`,
)

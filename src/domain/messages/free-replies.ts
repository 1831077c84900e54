/** Answers that count against no limit (spec/direct-messages.md section 2, Rate). */
import { sql } from 'kysely'
import { query } from '../../db/query.ts'
import type { Reader } from '../../db/store.ts'
import { firstSnowflakeAt } from '../../lib/snowflake.ts'
import type { Correspondents } from './may-message.ts'

/** Free answers to each message received, and milliseconds in which they must be given. */
const REPLIES_FREE = 5
const FREE_MS = 24 * 3_600_000

/**
 * Whether the next message to the recipient is free: one of the first five after its last message, in 24 hours. Each
 * message received begins anew. What one writes to oneself is never free.
 * @param now milliseconds since the Unix epoch
 */
export async function isFreeReply(
  reader: Reader,
  { senderId, recipientId }: Correspondents,
  now: number,
): Promise<boolean> {
  if (senderId === recipientId) return false
  const since = firstSnowflakeAt(now - FREE_MS)
  const row = await reader.first(repliesOf, { sender: senderId, recipient: recipientId, since })
  return row !== undefined && row.replies < REPLIES_FREE
}

// Two walks over the index messages_pair, of one row and of five.
const repliesOf = query<{ sender: bigint; recipient: bigint; since: bigint }>()(
  (_, p) => sql<{ replies: number }>`
    select (select count(*) from (
        select 1 from messages
        where sender_id = ${p('sender')} and recipient_id = ${p('recipient')} and id > received.id
        limit ${sql.lit(REPLIES_FREE)}
      ) as sent) as replies
    from (
      select id from messages
      where sender_id = ${p('recipient')} and recipient_id = ${p('sender')} and id >= ${p('since')}
      order by id desc limit 1
    ) as received`,
)

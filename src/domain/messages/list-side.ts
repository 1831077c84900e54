/**
 * Pages of the messages that a user received or sent, for the legacy API (spec/retired-endpoints.md#legacy-messages).
 */
import { sql } from 'kysely'
import { isItemFailure } from '../../db/errors.ts'
import { idList, idsOf } from '../../db/id-list.ts'
import { query } from '../../db/query.ts'
import type { MessagesTable } from '../../db/schema.ts'
import type { Reader } from '../../db/store.ts'
import { type Message, messageIn } from './record.ts'

export type Side = 'received' | 'sent'

export interface SidePageInput {
  readonly userId: bigint
  readonly side: Side
  /** Number of the newest messages, received or sent, that pages can reach. */
  readonly depth: number
  /** Only messages with greater ids. */
  readonly sinceId: bigint | undefined
  /** Only messages with this id or smaller ids. */
  readonly maxId: bigint | undefined
  /** Number of the page, starting at 1. */
  readonly page: number
  readonly count: number
}

/** Number of the newest messages among which received or sent messages are searched. */
const MAX_EXAMINED = 10_000

/**
 * A page of messages that the user has not deleted, newest first.
 * @param onFailed a function that receives the messages that cannot be read; the page omits these messages
 */
export async function listSide(
  reader: Reader,
  { userId, side, depth, sinceId, maxId, page, count }: SidePageInput,
  onFailed: (id: bigint, error: unknown) => void,
): Promise<readonly Message[]> {
  const reached = await reader.rows(SIDES[side], { user: userId, examined: MAX_EXAMINED, depth })
  const ids = reached
    .map(({ id }) => id)
    .filter((id) => (sinceId === undefined || id > sinceId) && (maxId === undefined || id <= maxId))
    .slice((page - 1) * count, page * count)
  if (ids.length === 0) return []
  const rows = await reader.rows(messagesByIds, { ids: idList(ids) })
  return rows.flatMap((row) => {
    try {
      return messageIn(row)
    } catch (error) {
      if (!isItemFailure(error)) throw error
      onFailed(row.id, error)
      return []
    }
  })
}

const SIDES = { received: newestOf('recipient_id'), sent: newestOf('sender_id') } as const

// Reads the primary key of message_copies from the newest message, and looks up each row.
function newestOf(column: 'recipient_id' | 'sender_id') {
  return query<{ user: bigint; examined: number; depth: number }>()(
    (_, p) => sql<{ id: bigint }>`
      select messages.id
      from (
        select message_id from message_copies where user_id = ${p('user')}
        order by message_id desc limit ${p('examined')}
      ) as copies join messages on messages.id = copies.message_id
      where messages.${sql.ref(column)} = ${p('user')}
      order by messages.id desc limit ${p('depth')}`,
  )
}

// Looks up the primary key for each id.
const messagesByIds = query<{ ids: string }>()(
  (_, p, engine) => sql<MessagesTable>`
    select messages.* from ${idsOf(p('ids'), engine)} as wanted join messages on messages.id = wanted.id
    order by messages.id desc`,
)

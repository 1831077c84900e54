/** Decides who can send messages to whom (spec/direct-messages.md#recipients). */
import { sql } from 'kysely'
import { query } from '../../db/query.ts'
import type { Reader } from '../../db/store.ts'
import { Refusal } from '../context.ts'
import { pairList, pairsIn } from '../graph/pair-state.ts'

/** The sender and the recipient of a message. */
export interface Correspondents {
  readonly senderId: bigint
  readonly recipientId: bigint
}

/** Relations and settings that decide whether a sender can write to a recipient. */
export interface MessagingState extends Correspondents {
  readonly isSuspended: boolean
  readonly isDeactivated: boolean
  /** True if the sender blocks the recipient. */
  readonly isBlocking: boolean
  readonly isBlocked: boolean
  /** True if the recipient follows the sender. */
  readonly isFollowed: boolean
  /** True if the recipient accepts messages from everyone. */
  readonly acceptsAnyone: boolean
  /** True if the recipient has written to the sender before. */
  isAnswered: boolean
}

/** The states in the order of the pairs; undefined for a missing recipient. */
export async function readMessagingStates(
  reader: Reader,
  pairs: readonly Correspondents[],
): Promise<readonly (MessagingState | undefined)[]> {
  const ends = pairs.map(({ senderId, recipientId }) => ({ follower: senderId, followee: recipientId }))
  const rows = await reader.rows(messagingStatesOf, { pairs: pairList(ends) })
  const footings = new Map(rows.map((row) => [`${row.sender_id} ${row.recipient_id}`, messagingStateIn(row)]))
  return pairs.map((pair) => footings.get(keyOf(pair)))
}

export function keyOf({ senderId, recipientId }: Correspondents): string {
  return `${senderId} ${recipientId}`
}

/**
 * Requires that there is no block between the two users, and that the recipient is not suspended or deactivated.
 * @throws {Refusal} `user-not-found`, `blocks-recipient`, `cannot-message`
 */
export function requireReachable(footing: MessagingState | undefined): asserts footing is MessagingState {
  if (footing === undefined || footing.isDeactivated) {
    throw new Refusal('user-not-found', 'there is no such user to write to')
  }
  const { senderId, recipientId } = footing
  if (footing.isBlocking) throw new Refusal('blocks-recipient', `${senderId} blocks ${recipientId}`)
  if (footing.isBlocked || footing.isSuspended) {
    throw new Refusal('cannot-message', `nobody, or not ${senderId}, can write to ${recipientId}`)
  }
}

/**
 * Requires that the sender can write to the recipient. Users can write to themselves unless they are suspended or
 * deactivated.
 * @throws {Refusal} as {@link requireReachable}; `messages-of-followers-only`
 */
export function requireMayMessage(footing: MessagingState | undefined): void {
  requireReachable(footing)
  const { senderId, recipientId } = footing
  if (senderId === recipientId) return
  if (!footing.isFollowed && !footing.acceptsAnyone && !footing.isAnswered) {
    throw new Refusal(
      'messages-of-followers-only',
      `${recipientId} accepts messages only from users it follows`,
    )
  }
}

/** True when the sender can write to the recipient. */
export function mayMessage(footing: MessagingState | undefined): boolean {
  try {
    requireMayMessage(footing)
    return true
  } catch (error) {
    if (error instanceof Refusal) return false
    throw error
  }
}

interface MessagingRow {
  sender_id: bigint
  recipient_id: bigint
  suspended_at: number | null
  deactivated_at: number | null
  blocking: number | null
  blocked_by: number | null
  followed_by: number | null
  accepts_anyone: number | null
  answered: number | null
}

function messagingStateIn(row: MessagingRow): MessagingState {
  return {
    senderId: row.sender_id,
    recipientId: row.recipient_id,
    isSuspended: row.suspended_at !== null,
    isDeactivated: row.deactivated_at !== null,
    isBlocking: row.blocking === 1,
    isBlocked: row.blocked_by === 1,
    isFollowed: row.followed_by === 1,
    acceptsAnyone: row.accepts_anyone === 1,
    isAnswered: row.answered === 1,
  }
}

// Each column needs one lookup: the last column in the index messages_pair, the others in a unique index.
const messagingStatesOf = query<{ pairs: string }>()((_, p, engine) => {
  const [sender, recipient] = [sql`pair.follower_id`, sql`pair.followee_id`]
  return sql<MessagingRow>`
    select ${sender} as sender_id, ${recipient} as recipient_id, other.suspended_at, other.deactivated_at,
      (select 1 from blocks where user_id = ${sender} and blocked_id = ${recipient}) as blocking,
      (select 1 from blocks where user_id = ${recipient} and blocked_id = ${sender}) as blocked_by,
      (select 1 from friends where follower_id = ${recipient} and followee_id = ${sender}) as followed_by,
      (select accepts_anyone from message_settings where user_id = ${recipient}) as accepts_anyone,
      (select 1 from messages where sender_id = ${recipient} and recipient_id = ${sender} limit 1) as answered
    from ${pairsIn(p('pairs'), engine)} as pair join users as other on other.id = pair.followee_id`
})

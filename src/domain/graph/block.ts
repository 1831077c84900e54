import { query } from '../../db/query.ts'
import type { Tx } from '../../db/store.ts'
import { append } from '../../log/append.ts'
import { lockAndFindUsers } from '../accounts/find-users.ts'
import { type Context, Refusal } from '../context.ts'
import { removeEdge } from './edge.ts'
import { removeRequest } from './follow-requests.ts'

export interface BlockInput {
  readonly userId: bigint
  readonly blockedId: bigint
}

/**
 * Blocks a user for another user. Follows and follow requests between the two end in both directions.
 * @returns false if the block existed already
 * @throws {Refusal} `user-not-found`, `blocks-oneself`
 */
export async function block(context: Context, { userId, blockedId }: BlockInput): Promise<boolean> {
  if (userId === blockedId) throw new Refusal('blocks-oneself', 'a user cannot block itself')
  const now = context.clock.now()
  // Awaits only an id that is not ready, because commands must run in the order of their calls.
  const made = context.ids.make()
  const position = typeof made === 'bigint' ? made : await made
  return context.store.write(async (tx) => {
    await lockAndFindUsers(tx, userId, blockedId)
    const added = await tx.run(insertBlock, { user: userId, blocked: blockedId, position })
    if (added === 0) return false
    append(tx, now, { kind: 'user.blocked', user_id: userId, blocked_id: blockedId })
    await endConnections(tx, now, userId, blockedId)
    await endConnections(tx, now, blockedId, userId)
    return true
  })
}

/** Removes a block. Follows that the block ended are not restored. @returns false if there was no block */
export async function unblock(context: Context, { userId, blockedId }: BlockInput): Promise<boolean> {
  const now = context.clock.now()
  return context.store.write(async (tx) => {
    const removed = await tx.run(deleteBlock, { user: userId, blocked: blockedId })
    if (removed > 0) append(tx, now, { kind: 'user.unblocked', user_id: userId, blocked_id: blockedId })
    return removed > 0
  })
}

async function endConnections(tx: Tx, now: number, follower: bigint, followee: bigint): Promise<void> {
  const ends = { user_id: follower, followee_id: followee }
  if (await removeEdge(tx, follower, followee)) append(tx, now, { kind: 'user.unfollowed', ...ends })
  if (await removeRequest(tx, follower, followee)) {
    append(tx, now, { kind: 'user.follow_request_ended', ...ends, how: 'blocked' })
  }
}

const insertBlock = query<{ user: bigint; blocked: bigint; position: bigint }>()((k, p) =>
  k
    .insertInto('blocks')
    .values({ user_id: p('user'), position: p('position'), blocked_id: p('blocked') })
    .onConflict((conflict) => conflict.columns(['user_id', 'blocked_id']).doNothing()),
)

// Uses the unique index blocks_pair.
const deleteBlock = query<{ user: bigint; blocked: bigint }>()((k, p) =>
  k.deleteFrom('blocks').where('user_id', '=', p('user')).where('blocked_id', '=', p('blocked')),
)

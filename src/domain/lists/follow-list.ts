import { sql } from 'kysely'
import { query } from '../../db/query.ts'
import { append } from '../../log/append.ts'
import { lockUsers } from '../accounts/find-users.ts'
import type { Context } from '../context.ts'
import type { List } from './list.ts'
import { requireVisibleList } from './visibility.ts'

interface FollowListInput {
  readonly userId: bigint
  readonly listId: bigint
}

/**
 * Follows a list. Does nothing if the user follows the list already.
 * @returns the list after the change
 * @throws {Refusal} `list-not-found`
 */
export async function followList(context: Context, { userId, listId }: FollowListInput): Promise<List> {
  const now = context.clock.now()
  const made = context.ids.make()
  const position = typeof made === 'bigint' ? made : await made
  // This read needs no lock, because the owner of a list never changes.
  const { ownerId } = await requireVisibleList(context.store, { userId }, listId)
  return context.store.write(async (tx) => {
    await lockUsers(tx, [userId, ownerId])
    const list = await requireVisibleList(tx, { userId }, listId)
    const added = await tx.run(insertFollower, { list: listId, user: userId, position })
    if (added === 0) return list
    await tx.run(addToFollowers, { list: listId, by: 1 })
    append(tx, now, { kind: 'list.followed', user_id: userId, list_id: listId, owner_id: ownerId })
    return { ...list, followerCount: list.followerCount + 1 }
  })
}

/**
 * Ends a follow of a list, even if the user can no longer see the list.
 * @throws {Refusal} `list-not-found` when the user neither follows the list nor can see it
 */
export async function unfollowList(context: Context, { userId, listId }: FollowListInput): Promise<void> {
  const now = context.clock.now()
  await context.store.write(async (tx) => {
    await lockUsers(tx, [userId])
    const removed = await tx.run(deleteFollower, { list: listId, user: userId })
    const owner = await tx.first(ownerOf, { list: listId })
    if (removed === 0 || owner === undefined) {
      await requireVisibleList(tx, { userId }, listId)
      return
    }
    await tx.run(addToFollowers, { list: listId, by: -1 })
    append(tx, now, { kind: 'list.unfollowed', user_id: userId, list_id: listId, owner_id: owner.owner_id })
  })
}

const insertFollower = query<{ list: bigint; user: bigint; position: bigint }>()((k, p) =>
  k
    .insertInto('list_followers')
    .values({ list_id: p('list'), position: p('position'), user_id: p('user') })
    .onConflict((conflict) => conflict.columns(['list_id', 'user_id']).doNothing()),
)

// Uses the unique index list_followers_pair.
const deleteFollower = query<{ list: bigint; user: bigint }>()((k, p) =>
  k.deleteFrom('list_followers').where('list_id', '=', p('list')).where('user_id', '=', p('user')),
)

const ownerOf = query<{ list: bigint }>()((k, p) =>
  k.selectFrom('lists').select('owner_id').where('id', '=', p('list')),
)

const addToFollowers = query<{ list: bigint; by: number }>()(
  (_, p) => sql`update lists set follower_count = follower_count + ${p('by')} where id = ${p('list')}`,
)

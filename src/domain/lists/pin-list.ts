import { query } from '../../db/query.ts'
import type { Reader, Tx } from '../../db/store.ts'
import { append } from '../../log/append.ts'
import { lockUsers } from '../accounts/find-users.ts'
import { type Context, Refusal } from '../context.ts'
import { LIST_LIMITS } from './list.ts'
import { requireVisibleList, seeLists } from './visibility.ts'

interface PinListInput {
  readonly userId: bigint
  readonly listId: bigint
}

/**
 * Pins a list. Does nothing if the list is pinned already.
 * @throws {Refusal} `list-not-found`, `list-pins-too-many`
 */
export async function pinList(context: Context, { userId, listId }: PinListInput): Promise<void> {
  const now = context.clock.now()
  const made = context.ids.make()
  const position = typeof made === 'bigint' ? made : await made
  // This read needs no lock, because the owner of a list never changes.
  const { ownerId } = await requireVisibleList(context.store, { userId }, listId)
  await context.store.write(async (tx) => {
    await lockUsers(tx, [userId, ownerId])
    await requireVisibleList(tx, { userId }, listId)
    const pinned = await dropUnseenPins(tx, now, userId)
    if (pinned.includes(listId)) return
    if (pinned.length >= LIST_LIMITS.pins) {
      throw new Refusal('list-pins-too-many', `${userId} has ${LIST_LIMITS.pins} pinned lists already`)
    }
    await tx.run(insertPin, { user: userId, position, list: listId })
    append(tx, now, { kind: 'list.pinned', user_id: userId, list_id: listId })
  })
}

/**
 * Unpins lists that the user can no longer see, so that they do not count towards the limit. @returns the remaining
 * pins
 */
async function dropUnseenPins(tx: Tx, now: number, userId: bigint): Promise<readonly bigint[]> {
  const pinned = await pinnedLists(tx, userId)
  const seen = await seeLists(tx, { userId }, pinned)
  const left: bigint[] = []
  for (const [index, id] of pinned.entries()) {
    if (typeof seen[index] === 'string') {
      await tx.run(deletePin, { list: id, user: userId })
      append(tx, now, { kind: 'list.unpinned', user_id: userId, list_id: id })
    } else left.push(id)
  }
  return left
}

/**
 * Unpins a list, even if the user can no longer see it.
 * @throws {Refusal} `list-not-found` when the user neither has pinned the list nor can see it
 */
export async function unpinList(context: Context, { userId, listId }: PinListInput): Promise<void> {
  const now = context.clock.now()
  await context.store.write(async (tx) => {
    await lockUsers(tx, [userId])
    const removed = await tx.run(deletePin, { list: listId, user: userId })
    if (removed === 0) {
      await requireVisibleList(tx, { userId }, listId)
      return
    }
    append(tx, now, { kind: 'list.unpinned', user_id: userId, list_id: listId })
  })
}

/** Ids of the pinned lists of a user, newest pin first. The function does not check visibility. */
export async function pinnedLists(reader: Reader, userId: bigint): Promise<readonly bigint[]> {
  return (await reader.rows(pinsOf, { user: userId })).map(({ list_id }) => list_id)
}

const pinsOf = query<{ user: bigint }>()((k, p) =>
  k.selectFrom('list_pins').select('list_id').where('user_id', '=', p('user')).orderBy('position', 'desc'),
)

const insertPin = query<{ user: bigint; position: bigint; list: bigint }>()((k, p) =>
  k.insertInto('list_pins').values({ user_id: p('user'), position: p('position'), list_id: p('list') }),
)

// Uses the unique index list_pins_pair.
const deletePin = query<{ list: bigint; user: bigint }>()((k, p) =>
  k.deleteFrom('list_pins').where('list_id', '=', p('list')).where('user_id', '=', p('user')),
)

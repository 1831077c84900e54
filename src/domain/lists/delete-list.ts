import { sql } from 'kysely'
import { query } from '../../db/query.ts'
import type { Tx } from '../../db/store.ts'
import { append } from '../../log/append.ts'
import { lockUsers } from '../accounts/find-users.ts'
import type { Context } from '../context.ts'
import type { List } from './list.ts'
import { allMembers, removeMembers } from './members.ts'
import { requireOwnList } from './visibility.ts'

/**
 * Deletes a list with its members and pins. Its followers are deleted later (clean-up.ts), because there may be many.
 * @returns the list before the deletion
 * @throws {Refusal} `list-not-found`, `list-not-own`
 */
export async function deleteList(
  context: Pick<Context, 'store' | 'clock'>,
  { userId, listId }: { readonly userId: bigint; readonly listId: bigint },
): Promise<List> {
  const now = context.clock.now()
  return context.store.write(async (tx) => {
    await lockUsers(tx, [userId])
    const list = await requireOwnList(tx, userId, listId)
    await eraseList(tx, now, list)
    return list
  })
}

/** Deletes a list. The caller must have locked the owner. */
export async function eraseList(tx: Tx, now: number, list: List): Promise<void> {
  const members = await allMembers(tx, list.id)
  if (members.length > 0) await removeMembers(tx, now, list, members)
  const { id } = list
  await Promise.all([
    tx.run(deletePins, { id }),
    tx.run(deleteRow, { id }),
    // Stores the id of the list for the clean-up, but only if the list has followers.
    tx.run(rememberDeleted, { id }),
  ])
  append(tx, now, { kind: 'list.deleted', user_id: list.ownerId, list_id: id })
}

const deletePins = query<{ id: bigint }>()((k, p) => k.deleteFrom('list_pins').where('list_id', '=', p('id')))

const deleteRow = query<{ id: bigint }>()((k, p) => k.deleteFrom('lists').where('id', '=', p('id')))

const rememberDeleted = query<{ id: bigint }>()(
  (_, p) => sql`insert into deleted_lists (list_id)
    select cast(${p('id')} as bigint) where exists (select 1 from list_followers where list_id = ${p('id')})`,
)

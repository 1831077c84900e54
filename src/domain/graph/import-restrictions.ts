/** Imports the blocks and mutes of a user: one transaction and one event for each batch. */
import { bulk } from '../../db/bulk.ts'
import type { Tx } from '../../db/store.ts'
import { append } from '../../log/append.ts'
import { lockUsers } from '../accounts/find-users.ts'
import { insertMissingUsers } from '../accounts/insert-missing-users.ts'
import type { Context } from '../context.ts'
import { removeEdge } from './edge.ts'
import { removeRequest } from './follow-requests.ts'

/**
 * Adds blocks or mutes, oldest first, and creates missing users. New blocks end follows and follow requests between the
 * two users.
 * @param userId the user who blocks or mutes; must exist
 * @param ids the blocked or muted users
 * @param note the function that stores the progress of the import, called inside the transaction
 */
export async function importRestrictions(
  { store, clock, ids: made }: Context,
  kind: 'blocks' | 'mutes',
  userId: bigint,
  ids: readonly bigint[],
  note: (tx: Tx, imported: number) => Promise<void>,
): Promise<void> {
  const now = clock.now()
  const rows = await Promise.all(ids.map(async (id) => [userId, await made.make(), id]))
  await store.writeAlone(async (tx) => {
    await insertMissingUsers(tx, new Set(ids), now)
    const isBlock = kind === 'blocks'
    if (isBlock) await lockUsers(tx, [userId, ...ids])
    const added = await (isBlock ? insertBlocks : insertMutes)(tx, rows)
    if (isBlock) for (const [, , id] of added) await endConnections(tx, userId, BigInt(id ?? 0))
    if (added.length > 0) {
      append(tx, now, { kind: 'import.applied', of: kind, lines: ids.length, imported: added.length })
    }
    await note(tx, added.length)
  })
}

/** Appends no events, because the event of the import clears all caches that can contain these follows. */
async function endConnections(tx: Tx, one: bigint, other: bigint): Promise<void> {
  await removeEdge(tx, one, other)
  await removeEdge(tx, other, one)
  await removeRequest(tx, one, other)
  await removeRequest(tx, other, one)
}

const insertBlocks = bulk(
  { user_id: 'integer', position: 'integer', blocked_id: 'integer' },
  (k, rows) =>
    k
      .insertInto('blocks')
      .columns(['user_id', 'position', 'blocked_id'])
      .expression(rows)
      .onConflict((conflict) => conflict.columns(['user_id', 'blocked_id']).doNothing()),
  'position',
)

const insertMutes = bulk(
  { user_id: 'integer', position: 'integer', muted_id: 'integer' },
  (k, rows) =>
    k
      .insertInto('mutes')
      .columns(['user_id', 'position', 'muted_id'])
      .expression(rows)
      .onConflict((conflict) => conflict.columns(['user_id', 'muted_id']).doNothing()),
  'position',
)

/**
 * The changes of state that a user made without an operator, such as leaving (spec/console.md#moderation-at-the-desk).
 * The audit log has only actions of operators, and events are removed after some days.
 */
import { sql } from 'kysely'
import { bulk } from '../../db/bulk.ts'
import { query } from '../../db/query.ts'
import type { Reader, Tx } from '../../db/store.ts'

/** Number of changes that are kept for each user. */
export const MAX_OWN_CHANGES = 50

export interface OwnChange {
  readonly id: bigint
  readonly userId: bigint
  /** Milliseconds since the Unix epoch. */
  readonly at: number
  /** The action, such as `protect`. */
  readonly action: string
}

/** Stores changes in the transaction of the changes, and removes the oldest changes of these users beyond the limit. */
export async function storeOwnChanges(tx: Tx, changes: readonly OwnChange[]): Promise<void> {
  if (changes.length === 0) return
  await insertChanges(
    tx,
    changes.map(({ id, userId, at, action }) => [id, userId, at, action]),
  )
  for (const userId of new Set(changes.map((change) => change.userId)))
    await tx.run(deleteOldest, { user: userId })
}

/** The changes of a user, the newest first. */
export async function ownChangesOf(reader: Reader, userId: bigint): Promise<readonly OwnChange[]> {
  const rows = await reader.rows(changesOf, { user: userId })
  return rows.map(({ id, at, action }) => ({ id, userId, at, action }))
}

const insertChanges = bulk({ id: 'integer', user_id: 'integer', at: 'integer', action: 'text' }, (k, rows) =>
  k.insertInto('own_changes').columns(['id', 'user_id', 'at', 'action']).expression(rows),
)

// Uses the index own_changes_user.
const changesOf = query<{ user: bigint }>()((k, p) =>
  k
    .selectFrom('own_changes')
    .select(['id', 'at', 'action'])
    .where('user_id', '=', p('user'))
    .orderBy('id', 'desc')
    .limit(sql.lit(MAX_OWN_CHANGES)),
)

// Uses the index own_changes_user.
const deleteOldest = query<{ user: bigint }>()((k, p) =>
  k
    .deleteFrom('own_changes')
    .where('user_id', '=', p('user'))
    .where('id', 'not in', (eb) =>
      eb
        .selectFrom('own_changes')
        .select('id')
        .where('user_id', '=', p('user'))
        .orderBy('id', 'desc')
        .limit(sql.lit(MAX_OWN_CHANGES)),
    ),
)

/** Users of whom only the id is known. */
import { bulk } from '../../db/bulk.ts'
import type { Tx } from '../../db/store.ts'

/**
 * Creates the users of these ids that are missing, called `user_<id>`; the others stay as they are.
 * @param now milliseconds since the Unix epoch: when they joined, as far as anybody knows
 */
export async function insertImportedUsers(tx: Tx, ids: ReadonlySet<bigint>, now: number): Promise<void> {
  // In the order of ids, so that two imports at once lock the same users one after the other.
  const sorted = [...ids].sort((a, b) => (a < b ? -1 : 1))
  const created = await insertUsers(
    tx,
    sorted.map((id) => {
      const name = `user_${id}`
      return [id, name, name, name, now]
    }),
  )
  await insertCounts(
    tx,
    created.map((row) => [row.id, 0, 0]),
  )
}

const insertUsers = bulk(['id', 'screen_name', 'screen_name_key', 'name', 'created_at'], (k, rows) =>
  k
    .insertInto('users')
    .values(rows.map((row) => ({ ...row, is_protected: 0, withheld_in_countries: '[]' })))
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id'),
)

const insertCounts = bulk(['user_id', 'followers_count', 'friends_count'], (k, rows) =>
  k
    .insertInto('user_counts')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing()),
)

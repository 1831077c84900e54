/** Users of whom only the id is known. */
import { bulk } from '../../db/bulk.ts'
import type { Tx } from '../../db/store.ts'

/**
 * Creates the users of these ids that are missing, called `user_<id>`; the others stay as they are.
 * @param now milliseconds since the Unix epoch: when they joined, as far as anybody knows
 */
export async function insertMissingUsers(tx: Tx, ids: ReadonlySet<bigint>, now: number): Promise<void> {
  // In the order of ids, so that two imports at once lock the same users one after the other.
  const sorted = BigInt64Array.from(ids).sort()
  const created = await insertUsers(
    tx,
    Array.from(sorted, (id) => {
      const name = `user_${id}`
      return [id, name, name, name, now]
    }),
  )
  await insertCounts(
    tx,
    created.map(([id = null]) => [id, 0, 0]),
  )
}

const insertUsers = bulk(
  { id: 'integer', screen_name: 'text', screen_name_key: 'text', name: 'text', created_at: 'integer' },
  (k, rows) =>
    k
      .insertInto('users')
      .columns(['id', 'screen_name', 'screen_name_key', 'name', 'created_at'])
      .expression(rows)
      // Whichever index another process's row meets first: names of this form belong to the id.
      .onConflict((conflict) => conflict.doNothing()),
  'id',
)

const insertCounts = bulk(
  { user_id: 'integer', followers_count: 'integer', friends_count: 'integer' },
  (k, rows) =>
    k
      .insertInto('user_counts')
      .columns(['user_id', 'followers_count', 'friends_count'])
      .expression(rows)
      .onConflict((conflict) => conflict.doNothing()),
)

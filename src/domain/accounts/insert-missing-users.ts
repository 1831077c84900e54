/** Placeholder users, for ids that imports mention without a user object. */
import { type RawBuilder, sql } from 'kysely'
import { bulk } from '../../db/bulk.ts'
import { type Query, query } from '../../db/query.ts'
import type { Tx } from '../../db/store.ts'

/**
 * Creates a user with the name `user_<id>` for each id without a user; existing users stay unchanged.
 * @param now milliseconds since the Unix epoch; stored as the time of creation
 */
export async function insertMissingUsers(tx: Tx, ids: ReadonlySet<bigint>, now: number): Promise<void> {
  // Ordered by id, so that concurrent imports do not deadlock.
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

/**
 * As {@link insertMissingUsers}, but returns the statement, and creates no counters.
 * @param ids a `select` with the column `id`, in ascending order
 */
export function missingUsersOf(ids: RawBuilder<unknown>): Query<{ now: number }, unknown> {
  return query<{ now: number }>()((_, p, engine) => {
    const name = sql`'user_' || id`
    const now = engine === 'postgres' ? sql`${p('now')}::bigint` : p('now')
    return sql`insert into users (id, screen_name, screen_name_key, name, created_at)
      select id, ${name}, ${name}, ${name}, ${now} from (${ids}) as ids where true
      on conflict do nothing`
  })
}

const insertUsers = bulk(
  { id: 'integer', screen_name: 'text', screen_name_key: 'text', name: 'text', created_at: 'integer' },
  (k, rows) =>
    k
      .insertInto('users')
      .columns(['id', 'screen_name', 'screen_name_key', 'name', 'created_at'])
      .expression(rows)
      // A row that conflicts on either unique index is the same user, because only the user with that id can have a
      // name of this form.
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

/** Statements that store the states of users (spec/compliance-stream.md#states). */
import { sql } from 'kysely'
import { bulk } from '../../../db/bulk.ts'
import type { Tx } from '../../../db/store.ts'
import { must } from '../../../lib/assert.ts'
import { isHidden, type User } from '../user.ts'

type Users = ReadonlyMap<bigint, User>

/** Stores the states that differ from those before, and updates the list of hidden users. */
export async function storeUserStates(tx: Tx, before: Users, after: Users): Promise<void> {
  const changed = [...after.values()].filter((user) => before.get(user.id) !== user)
  const wasHidden = ({ id }: User) => isHidden(must(before.get(id), 'the user before the change'))
  await Promise.all([
    updateStates(tx, changed.map(rowOf)),
    hide(
      tx,
      changed.filter((user) => isHidden(user) && !wasHidden(user)).map(({ id }) => [id]),
    ),
    show(
      tx,
      changed.filter((user) => !isHidden(user) && wasHidden(user)).map(({ id }) => [id]),
    ),
  ])
}

function rowOf({ id, isProtected, suspendedAt, deactivatedAt, withheldInCountries }: User) {
  return [id, isProtected ? 1 : 0, suspendedAt, deactivatedAt, JSON.stringify(withheldInCountries)]
}

const updateStates = bulk(
  {
    id: 'integer',
    is_protected: 'integer',
    suspended_at: 'integer',
    deactivated_at: 'integer',
    withheld_in_countries: 'text',
  },
  (_, rows) => sql`
    with changed (id, is_protected, suspended_at, deactivated_at, withheld_in_countries) as (${rows})
    update users set is_protected = changed.is_protected, suspended_at = changed.suspended_at,
      deactivated_at = changed.deactivated_at, withheld_in_countries = changed.withheld_in_countries
    from changed where users.id = changed.id`,
)

const hide = bulk({ user_id: 'integer' }, (k, rows) =>
  k
    .insertInto('hidden_users')
    .columns(['user_id'])
    .expression(rows)
    .onConflict((conflict) => conflict.doNothing()),
)

const show = bulk({ id: 'integer' }, (_, rows) => sql`delete from hidden_users where user_id in (${rows})`)

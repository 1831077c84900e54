import { query } from '../../db/query.ts'
import type { Tx } from '../../db/store.ts'
import { append } from '../../events/append.ts'
import type { UserAction } from '../../events/event.ts'
import type { Context } from '../context.ts'
import { countryList } from './country-list.ts'
import { demandUser, isHidden, type User } from './user.ts'
import { changedUser } from './user-states.ts'

export interface ChangeUserStateInput {
  readonly userId: bigint
  readonly action: UserAction
  /** For `withhold`: the full new list of two-letter codes, `XX` for all countries. */
  readonly countries?: readonly string[]
  /** Why, for the record. */
  readonly reason?: string
  /** Who does it, for the record. */
  readonly actor?: string
}

/**
 * Moves a user to another state (spec/compliance-stream.md section 3).
 * @throws {Refusal} `user-not-found`, `state-already-so`, `country-code-invalid`; then nothing is changed and no
 *   event appended
 */
export async function changeUserState(context: Context, input: ChangeUserStateInput): Promise<User> {
  const countries = countryList(input.action, input.countries)
  const now = context.clock.now()
  return context.store.write(async (tx) => {
    await tx.rows(lockUser, { id: input.userId })
    const user = await demandUser(tx, { id: input.userId })
    const changed = changedUser(user, input.action, now, countries)
    await store(tx, user, changed)
    append(tx, now, {
      kind: 'user.state_changed',
      user_id: user.id,
      action: input.action,
      withheld_in_countries: changed.withheldInCountries,
      reason: input.reason ?? '',
      ...(input.actor === undefined ? {} : { actor: input.actor }),
    })
    return changed
  })
}

async function store(tx: Tx, before: User, after: User): Promise<void> {
  await tx.run(updateState, {
    id: after.id,
    is_protected: after.isProtected ? 1 : 0,
    suspended_at: after.suspendedAt,
    deactivated_at: after.deactivatedAt,
    withheld_in_countries: JSON.stringify(after.withheldInCountries),
  })
  if (isHidden(after) && !isHidden(before)) await tx.run(hide, { id: after.id })
  if (isHidden(before) && !isHidden(after)) await tx.run(show, { id: after.id })
}

/**
 * On PostgreSQL holds the user, so that two changes of one happen one after the other; the same row as whoever
 * changes what stands between it and others, so that nobody follows a user in the moment of its protection.
 */
const lockUser = query<{ id: bigint }>()((k, p, engine) => {
  const row = k.selectFrom('user_counts').select('user_id').where('user_id', '=', p('id'))
  return engine === 'postgres' ? row.forUpdate() : row
})

const updateState = query<{
  id: bigint
  is_protected: number
  suspended_at: number | null
  deactivated_at: number | null
  withheld_in_countries: string
}>()((k, p) =>
  k
    .updateTable('users')
    .set({
      is_protected: p('is_protected'),
      suspended_at: p('suspended_at'),
      deactivated_at: p('deactivated_at'),
      withheld_in_countries: p('withheld_in_countries'),
    })
    .where('id', '=', p('id')),
)

const hide = query<{ id: bigint }>()((k, p) =>
  k
    .insertInto('hidden_users')
    .values({ user_id: p('id') })
    .onConflict((conflict) => conflict.doNothing()),
)

const show = query<{ id: bigint }>()((k, p) => k.deleteFrom('hidden_users').where('user_id', '=', p('id')))

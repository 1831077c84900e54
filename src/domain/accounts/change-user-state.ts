import { sql } from 'kysely'
import { bulk } from '../../db/bulk.ts'
import type { Outcome, Tx } from '../../db/store.ts'
import { must } from '../../lib/assert.ts'
import { append } from '../../log/append.ts'
import type { UserAction } from '../../log/event.ts'
import { countriesOf } from '../audit/countries.ts'
import { type AuditStamp, auditStamp, recordAudits } from '../audit/record-audit.ts'
import { type Context, Refusal } from '../context.ts'
import { requireVersion, userVersion } from '../moderation/versions.ts'
import { outcomeOf } from '../outcome.ts'
import { countryList } from './country-list.ts'
import { findUsers, lockUsers } from './find-users.ts'
import { isHidden, type User } from './user.ts'
import { changedUser, requireUserStep } from './user-states.ts'

export interface ChangeUserStateInput {
  readonly userId: bigint
  readonly action: UserAction
  /** For `withhold`: the complete new list of two-letter country codes; `XX` stands for all countries. */
  readonly countries?: readonly string[]
  /** Reason of the change, stored in the event. */
  readonly reason?: string
  /** Name of the operator, stored in the event. */
  readonly actor?: string
  /**
   * Version of the state that the operator saw, from `userVersion`. The change is refused if the current version is
   * different; undefined accepts any version.
   */
  readonly version?: string | undefined
}

/**
 * Changes the state of a user (spec/compliance-stream.md#states). Concurrent calls share SQL statements and one commit.
 * @throws {Refusal} `user-not-found`, `state-already-so`, `user-gone`, `country-code-invalid`, `moderated-meanwhile`; a
 * refused call changes nothing and appends no event
 */
export async function changeUserState(context: Context, input: ChangeUserStateInput): Promise<User> {
  const countries = countryList(input.action, input.countries)
  const made = auditStamp(context)
  const stamp = made && (await made)
  return context.store.writeBatched(changeUserStates, {
    ...input,
    countries,
    now: context.clock.now(),
    stamp,
  })
}

/** A change of state inside a transaction of the caller. */
export interface UserStateRequest extends ChangeUserStateInput {
  /** The checked codes, from `countryList`. */
  readonly countries: readonly string[]
  /** Milliseconds since the Unix epoch. */
  readonly now: number
  /** Undefined when no operator acts. */
  readonly stamp?: AuditStamp | undefined
}

/**
 * As {@link changeUserState}, for many users inside a transaction. Each outcome is the same as if the changes ran in
 * order.
 */
export async function changeUserStates(
  tx: Tx,
  inputs: readonly UserStateRequest[],
): Promise<readonly Outcome<User>[]> {
  const ids = [...new Set(inputs.map(({ userId }) => userId))]
  // The locks serialize the changes of a user, and also prevent new followers while the user becomes protected.
  const [, before] = await Promise.all([lockUsers(tx, ids), findUsers(tx, ids)])
  const after = new Map(before)
  const outcomes = inputs.map(({ userId, action, now, countries, version }) =>
    outcomeOf(() => {
      const user = after.get(userId)
      if (user === undefined) throw new Refusal('user-not-found', `there is no user with the id ${userId}`)
      requireVersion(version, userVersion(user))
      const taken = requireUserStep(user, action, now, countries)
      const changed = changedUser(user, action, taken, { now, countries })
      after.set(userId, changed)
      return { user: changed, earlier: user, event: taken.event }
    }),
  )
  await storeAll(tx, before, after)
  await recordAudits(
    tx,
    inputs.flatMap(({ stamp, action, reason }, index) => {
      const outcome = outcomes[index]
      if (outcome === undefined || 'refusal' in outcome) return []
      const { user, earlier } = outcome.value
      const subject = { kind: 'user', key: user.id, name: user.screenName } as const
      return {
        stamp,
        entry: { action: `user.${action}`, subject, reason, details: countriesOf(earlier, user) },
      }
    }),
  )
  for (const [index, { now, action, reason = '', actor }] of inputs.entries()) {
    const outcome = outcomes[index]
    if (outcome === undefined || 'refusal' in outcome) continue
    const { user, event: kind } = outcome.value
    append(tx, now, {
      kind,
      user_id: user.id,
      action,
      withheld_in_countries: user.withheldInCountries,
      reason,
      ...(actor === undefined ? {} : { actor }),
    })
  }
  return outcomes.map((outcome) => ('value' in outcome ? { value: outcome.value.user } : outcome))
}

type Users = ReadonlyMap<bigint, User>

async function storeAll(tx: Tx, before: Users, after: Users): Promise<void> {
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

import type { Outcome, Tx } from '../../db/store.ts'
import { append } from '../../log/append.ts'
import type { UserAction } from '../../log/event.ts'
import { countriesOf } from '../audit/countries.ts'
import { type AuditStamp, auditStamp, recordAudits } from '../audit/record-audit.ts'
import { type Context, Refusal } from '../context.ts'
import { storeOwnChanges } from '../moderation/own-changes.ts'
import { requireVersion, userVersion } from '../moderation/versions.ts'
import { outcomeOf } from '../outcome.ts'
import { countryList } from './country-list.ts'
import { findUsers, lockUsers } from './find-users.ts'
import { storeUserStates } from './states/store-user-states.ts'
import type { User } from './user.ts'
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
  /** True for a change by the user itself, which the history of the user at the desk then shows. */
  readonly isOwn?: boolean
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
  const ownId = input.isOwn === true ? await context.ids.make() : undefined
  return context.store.writeBatched(changeUserStates, {
    ...input,
    countries,
    now: context.clock.now(),
    stamp,
    ownId,
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
  /** Id in the history of the user; undefined unless the user itself acts. */
  readonly ownId?: bigint | undefined
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
  await storeUserStates(tx, before, after)
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
  await storeOwnChanges(
    tx,
    inputs.flatMap(({ ownId, userId, now, action }, index) => {
      const outcome = outcomes[index]
      const isStored = ownId !== undefined && outcome !== undefined && 'value' in outcome
      return isStored ? [{ id: ownId, userId, at: now, action }] : []
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

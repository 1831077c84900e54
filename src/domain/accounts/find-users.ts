/** Looks up many users with one statement, with their profiles. */
import { type RawBuilder, sql } from 'kysely'
import { idList, idsOf, textList, textsOf } from '../../db/id-list.ts'
import { type Engine, query } from '../../db/query.ts'
import type { Reader, Tx } from '../../db/store.ts'
import { must } from '../../lib/assert.ts'
import { Refusal } from '../context.ts'
import { NO_PROFILE, type Profile, profileOf } from './profile.ts'
import { PROFILE_COLUMNS } from './profiles/columns.ts'
import type { ProfileRow } from './profiles/field-kinds.ts'
import {
  COUNTS_COLUMNS,
  type CountsRow,
  FACTS_COLUMNS,
  SCREEN_NAME_PATTERN,
  type User,
  type UserFactsRow,
  type UserRow,
  userIn,
  userOf,
} from './user.ts'

/** A user, its counters and its profile. */
export interface FullUser extends User {
  readonly profile: Profile
}

/**
 * The existing users with these ids, by id. Hidden users are included. Pass at most a few hundred ids, because one
 * statement reads all.
 */
export async function findFullUsers(
  reader: Reader,
  ids: readonly bigint[],
): Promise<ReadonlyMap<bigint, FullUser>> {
  if (ids.length === 0) return new Map()
  const rows = await reader.rows(fullUsersByIds, { ids: idList(ids) })
  return new Map(rows.map((row) => [row.id, fullUserOf(row)]))
}

/** As {@link findFullUsers}, without profiles. */
export async function findUsers(reader: Reader, ids: readonly bigint[]): Promise<ReadonlyMap<bigint, User>> {
  if (ids.length === 0) return new Map()
  const rows = await reader.rows(usersByIds, { ids: idList(ids) })
  return new Map(rows.map((row) => [row.id, userOf(row)]))
}

/** The ids of the users with these screen names (letter case is ignored), by the name in lower case. */
export async function findIdsByScreenName(
  reader: Reader,
  screenNames: readonly string[],
): Promise<ReadonlyMap<string, bigint>> {
  const keys = screenNames.filter((name) => SCREEN_NAME_PATTERN.test(name)).map((name) => name.toLowerCase())
  if (keys.length === 0) return new Map()
  const rows = await reader.rows(idsByScreenNames, { keys: textList(keys) })
  return new Map(rows.map((row) => [row.screen_name_key, row.id]))
}

/**
 * Reads two users and locks them until the transaction ends. The locks serialize changes of the relation between the
 * two users across processes.
 * @throws {Refusal} `user-not-found`
 */
export async function lockAndFindUsers(tx: Tx, one: bigint, other: bigint): Promise<readonly [User, User]> {
  const [, users] = await Promise.all([lockUsers(tx, [one, other]), findUsers(tx, [one, other])])
  for (const id of [one, other]) {
    if (!users.has(id)) throw new Refusal('user-not-found', `there is no user with the id ${id}`)
  }
  return [must(users.get(one), 'a user'), must(users.get(other), 'a user')]
}

/**
 * Locks the existing users with these ids until the transaction ends, without reading them. SQLite has no row locks, so
 * nothing happens there.
 */
export async function lockUsers(tx: Tx, ids: readonly bigint[]): Promise<void> {
  await lockUserList(tx, idList(ids))
}

/** As {@link lockUsers}. @param list ids in the form of `idList`; may contain duplicates */
export async function lockUserList(tx: Tx, list: string): Promise<void> {
  await tx.rows(lockedUsers, { ids: list })
}

/** A column of {@link FullUser}. */
export type UserColumn =
  | `users.${Exclude<keyof UserRow, keyof CountsRow>}`
  | `user_counts.${keyof CountsRow}`
  | `profiles.${keyof ProfileRow}`

/** All columns of a user except its id. */
export type FullUserFacts = UserFactsRow & { [Column in keyof ProfileRow]: ProfileRow[Column] | null }

export type FullUserRow = FullUserFacts & { id: bigint }

/** Converts a row that has the columns {@link FULL_USER_COLUMNS}. */
export function fullUserOf(row: FullUserRow): FullUser {
  return fullUserIn(row.id, row)
}

/** Converts a row that has the columns {@link FULL_USER_FACTS}. @param id the user of the row */
export function fullUserIn(id: bigint, row: FullUserFacts): FullUser {
  const profile = row.location === null ? NO_PROFILE : profileOf(row as ProfileRow)
  return { ...userIn(id, row), profile }
}

const USER_FACTS = sql.join([
  ...FACTS_COLUMNS.map((column) => sql.ref(`users.${column}`)),
  ...COUNTS_COLUMNS.map((column) => sql.ref(`user_counts.${column}`)),
])

/** Columns for {@link fullUserIn}, from `users`, `user_counts` and `profiles`. A user may have no row in `profiles`. */
export const FULL_USER_FACTS = sql`${USER_FACTS}, ${sql.join(
  PROFILE_COLUMNS.map((column) => sql.ref(`profiles.${column}`)),
)}`

/** Columns for {@link fullUserOf}. */
export const FULL_USER_COLUMNS = sql`users.id, ${FULL_USER_FACTS}`

function joinUsers(ids: RawBuilder<unknown>) {
  return sql`${ids} as wanted
    join users on users.id = wanted.id join user_counts on user_counts.user_id = users.id`
}

// Looks up three primary keys for each id.
const fullUsersByIds = query<{ ids: string }>()(
  (_, p, engine) => sql<FullUserRow>`
    select ${FULL_USER_COLUMNS}
    from ${joinUsers(idsOf(p('ids'), engine))} left join profiles on profiles.user_id = users.id`,
)

// Uses the index users_screen_name.
const idsByScreenNames = query<{ keys: string }>()(
  (_, p, engine) => sql<{ id: bigint; screen_name_key: string }>`
    select users.id, users.screen_name_key
    from ${textsOf(p('keys'), engine)} as wanted join users on users.screen_name_key = wanted.text`,
)

// The lock is a separate statement. A single statement that waits for a lock would read the other tables as they were
// before the wait. The ids are locked in order, which prevents deadlocks. A new edge (row of a follow) updates the
// counters anyway, so locking these rows costs nothing.
const lockedUsers = query<{ ids: string }>()((_, p, engine: Engine) =>
  engine === 'sqlite'
    ? sql`select null where ${p('ids')} is null`
    : sql`select user_counts.user_id from ${idsOf(p('ids'), engine)} as wanted
        join user_counts on user_counts.user_id = wanted.id order by user_counts.user_id
        for update of user_counts`,
)

const usersByIds = query<{ ids: string }>()(
  (_, p, engine) => sql<UserRow>`select users.id, ${USER_FACTS} from ${joinUsers(idsOf(p('ids'), engine))}`,
)

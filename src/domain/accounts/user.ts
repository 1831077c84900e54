/** Users of the domain, and the functions that look them up. */
import type { Selectable } from 'kysely'
import { query } from '../../db/query.ts'
import type { UserCountsTable, UsersTable } from '../../db/schema.ts'
import type { Reader } from '../../db/store.ts'
import { stringsOf } from '../../lib/json.ts'
import { Refusal } from '../context.ts'

/** A user without counters, which change often. */
export interface UserFacts {
  readonly id: bigint
  readonly screenName: string
  readonly name: string
  /** Milliseconds since the Unix epoch. */
  readonly createdAt: number
  readonly isProtected: boolean
  /** Milliseconds since the Unix epoch; null for a user that is not suspended. */
  readonly suspendedAt: number | null
  /** Milliseconds since the Unix epoch; null for a user that is not deactivated. */
  readonly deactivatedAt: number | null
  readonly withheldInCountries: readonly string[]
}

/** The counters of a user. */
export interface UserCounts {
  readonly followersCount: number
  readonly friendsCount: number
  readonly statusesCount: number
  readonly favouritesCount: number
  /** Number of public lists of this server that have the user as a member. */
  readonly membershipsCount: number
}

export interface User extends UserFacts, UserCounts {}

/** State and counters of a newly created user. */
export const NEW_USER: Omit<User, 'id' | 'screenName' | 'name' | 'createdAt'> = {
  isProtected: false,
  suspendedAt: null,
  deactivatedAt: null,
  withheldInCountries: [],
  followersCount: 0,
  friendsCount: 0,
  statusesCount: 0,
  favouritesCount: 0,
  membershipsCount: 0,
}

export type CountsRow = Omit<Selectable<UserCountsTable>, 'user_id'>

/** All columns of a user except its id. */
export type UserFactsRow = FactsRow & CountsRow

export type UserRow = UserFactsRow & { id: bigint }

type FactsRow = Omit<Selectable<UsersTable>, 'id' | 'screen_name_key'>

const FACTS: Readonly<Record<keyof FactsRow, true>> = {
  screen_name: true,
  name: true,
  created_at: true,
  is_protected: true,
  suspended_at: true,
  deactivated_at: true,
  withheld_in_countries: true,
}

const COUNTS: Readonly<Record<keyof CountsRow, true>> = {
  followers_count: true,
  friends_count: true,
  statuses_count: true,
  favourites_count: true,
  memberships_count: true,
}

/** The columns of `users` that {@link userIn} reads. */
export const FACTS_COLUMNS = Object.keys(FACTS) as readonly (keyof FactsRow)[]

/** The columns of `user_counts` that {@link userIn} reads. */
export const COUNTS_COLUMNS = Object.keys(COUNTS) as readonly (keyof CountsRow)[]

/** In characters. Users choose shorter names, but an imported account can have a name of `user_` and its id. */
export const MAX_SCREEN_NAME_LENGTH = 25

/**
 * The form of texts that are looked up. Databases treat some other characters specially, such as NUL, and the Kelvin
 * sign, whose lower case is k.
 */
export const SCREEN_NAME_PATTERN = /^[A-Za-z0-9_]{1,25}$/

/** The user with an id or a screen name (letter case is ignored), or undefined. */
export async function findUser(
  reader: Reader,
  by: { readonly id: bigint } | { readonly screenName: string },
): Promise<User | undefined> {
  if (!('id' in by) && !SCREEN_NAME_PATTERN.test(by.screenName)) return undefined
  const row =
    'id' in by
      ? await reader.first(userById, { id: by.id })
      : await reader.first(userByScreenName, { key: by.screenName.toLowerCase() })
  return row === undefined ? undefined : userOf(row)
}

/** As {@link findUser}. @throws {Refusal} `user-not-found` */
export async function requireUser(
  reader: Reader,
  by: { readonly id: bigint } | { readonly screenName: string },
): Promise<User> {
  const user = await findUser(reader, by)
  if (user !== undefined) return user
  const target = 'id' in by ? `the id ${by.id}` : `the screen name ${by.screenName}`
  throw new Refusal('user-not-found', `there is no user with ${target}`)
}

/** True for suspended and deactivated users, which no viewer can see. */
export function isHidden(user: Pick<UserFacts, 'suspendedAt' | 'deactivatedAt'>): boolean {
  return user.suspendedAt !== null || user.deactivatedAt !== null
}

/** Converts a stored user. */
export function userOf(row: UserRow): User {
  return userIn(row.id, row)
}

/** Converts a row that does not have the id of the user. */
export function userIn(id: bigint, row: UserFactsRow): User {
  return { ...userFactsOf(id, row), ...countsOf(row) }
}

/** Converts the counters of a user. */
export function countsOf(row: CountsRow): UserCounts {
  return {
    followersCount: row.followers_count,
    friendsCount: row.friends_count,
    statusesCount: row.statuses_count,
    favouritesCount: row.favourites_count,
    membershipsCount: row.memberships_count,
  }
}

/** Converts a row that has neither the id nor the counters of the user. */
export function userFactsOf(id: bigint, row: FactsRow): UserFacts {
  return {
    id,
    screenName: row.screen_name,
    name: row.name,
    createdAt: row.created_at,
    isProtected: row.is_protected === 1,
    suspendedAt: row.suspended_at,
    deactivatedAt: row.deactivated_at,
    withheldInCountries: stringsOf(row.withheld_in_countries),
  }
}

const userById = query<{ id: bigint }>()((k, p) =>
  k
    .selectFrom('users')
    .innerJoin('user_counts', 'user_counts.user_id', 'users.id')
    .selectAll('users')
    .select(COUNTS_COLUMNS)
    .where('users.id', '=', p('id')),
)

// Uses the index users_screen_name.
const userByScreenName = query<{ key: string }>()((k, p) =>
  k
    .selectFrom('users')
    .innerJoin('user_counts', 'user_counts.user_id', 'users.id')
    .selectAll('users')
    .select(COUNTS_COLUMNS)
    .where('screen_name_key', '=', p('key')),
)

/** Users of an import file, and the plan of changes for a batch of them. */
import { isDeepStrictEqual } from 'node:util'
import type { FullUser } from './find-users.ts'
import { NO_PROFILE, type Profile } from './profile.ts'
import { NEW_USER } from './user.ts'

/**
 * A user of an import file. A field that is undefined keeps the stored value of an existing user. An import can suspend
 * users but never unsuspend them, because the operator of this server may have suspended the user.
 */
export interface ImportedUser {
  readonly id: bigint
  /** 1 to 25 of `A-Z a-z 0-9 _`. */
  readonly screenName: string
  readonly name?: string
  /** Milliseconds since the Unix epoch. */
  readonly createdAt?: number
  readonly isProtected?: boolean
  readonly isSuspended?: boolean
  readonly withheldInCountries?: readonly string[]
  readonly profile?: Profile
  /**
   * True for a user object inside another object of the file. This copy of the user may be outdated. Such a copy
   * changes only users with less data than the copy ({@link isRicher}), and no users of this server.
   */
  readonly isCopy?: true
}

export interface RefusedUser {
  /** Index of the user in the batch. */
  readonly index: number
  readonly reason: string
}

/** A user that could not get the screen name of the file, because another user has the name. */
export interface RenamedUser {
  /** Index of the user in the batch. */
  readonly index: number
  /** The name in the file. */
  readonly wanted: string
  /** The name that the user has instead: `user_<id>` for a new user, else the old name. */
  readonly screenName: string
}

/**
 * Treatment of a user whose screen name belongs to another user. With `rename`, a new user gets the name `user_<id>`,
 * and an existing user keeps its name. With `refuse`, the user is refused.
 */
export type TakenNames = 'rename' | 'refuse'

/** Amount of data of a user: only an id, a screen name, a display name, or a profile. */
export type Richness = 0 | 1 | 2 | 3

/**
 * The richness of a stored user.
 * @param hasProfile true if a profile is stored, even an empty one
 * @param isNameNeeded true if a user without a screen name has the richness 0
 */
export function richnessOf(
  user: Pick<FullUser, 'id' | 'screenName' | 'name'>,
  hasProfile: boolean,
  isNameNeeded: boolean,
): Richness {
  if (isNameNeeded && isNameless(user)) return 0
  if (hasProfile) return 3
  return user.name === user.screenName ? 1 : 2
}

/** The richness of a user in a file. */
export function richnessOfCopy({ screenName, name = screenName, profile }: ImportedUser): Richness {
  if (profile !== undefined) return 3
  return name === screenName ? 1 : 2
}

/** True for a user with the screen name `user_<id>`, which stands for an unknown screen name. */
export function isNameless({ id, screenName }: Pick<FullUser, 'id' | 'screenName'>): boolean {
  return screenName === `user_${id}`
}

/**
 * True if the copy has more data than the stored user. Other copies are ignored, so the order of files does not matter.
 */
export function isRicher(copy: ImportedUser, stored: FullUser): boolean {
  const isNamed = !isNameless(copy)
  return richnessOfCopy(copy) > richnessOf(stored, stored.profile !== NO_PROFILE, isNamed)
}

export interface PlanOptions {
  /** Treatment of a user whose screen name belongs to another user; the default is to rename the user. */
  readonly takenNames?: TakenNames | undefined
  /** Users of this server, whom copies do not change. */
  readonly local?: ReadonlySet<bigint>
}

/** The changes of a batch. */
export interface ImportPlan {
  /** Number of users that are new or changed. */
  readonly imported: number
  readonly refused: readonly RefusedUser[]
  readonly renamed: readonly RenamedUser[]
  /** The new states of the changed users, ordered by id. */
  readonly changed: readonly FullUser[]
}

/** Matches the screen name of a user of whom an import has only the id. */
const NAME_OF_ID = /^user_([1-9]\d{0,18})$/

/**
 * Plans the changes of a batch. The result is the same as if each user were stored before the next one is read.
 * @param known the users of the batch that exist already, by id
 * @param owners the ids of the users with the screen names of the batch, by the name in lower case
 * @param now milliseconds since the Unix epoch
 */
export function planImport(
  users: readonly ImportedUser[],
  known: ReadonlyMap<bigint, FullUser>,
  owners: ReadonlyMap<string, bigint>,
  now: number,
  { takenNames = 'rename', local }: PlanOptions = {},
): ImportPlan {
  const states = new Map<bigint, FullUser>()
  const names = new Map(owners)
  const refused: RefusedUser[] = []
  const renamed: RenamedUser[] = []
  let imported = 0
  for (const [index, recorded] of users.entries()) {
    const before = states.get(recorded.id) ?? known.get(recorded.id)
    const user = withKnownName(recorded, before)
    if (user.isCopy === true && before !== undefined && (local?.has(user.id) || !isRicher(recorded, before)))
      continue
    const reason = refusalOf(user, names.get(user.screenName.toLowerCase()))
    if (reason !== undefined && takenNames === 'refuse') {
      refused.push({ index, reason })
      continue
    }
    const screenName = reason === undefined ? user.screenName : (before?.screenName ?? `user_${user.id}`)
    if (reason !== undefined) renamed.push({ index, wanted: user.screenName, screenName })
    const after = merged(before, { ...user, screenName }, now)
    if (isDeepStrictEqual(before, after)) continue
    if (before !== undefined) names.delete(before.screenName.toLowerCase())
    names.set(screenName.toLowerCase(), user.id)
    states.set(user.id, after)
    imported += 1
  }
  const changed = [...states.values()].sort((a, b) => (a.id < b.id ? -1 : 1))
  return { imported, refused, renamed, changed }
}

/** Returns the user. A copy without a screen name gets the stored screen name. */
function withKnownName(user: ImportedUser, before: FullUser | undefined): ImportedUser {
  const lacksName = user.isCopy === true && before !== undefined && isNameless(user)
  return lacksName ? { ...user, screenName: before.screenName } : user
}

function refusalOf({ id, screenName }: ImportedUser, owner: bigint | undefined): string | undefined {
  const reserved = NAME_OF_ID.exec(screenName.toLowerCase())?.[1]
  if (reserved !== undefined && BigInt(reserved) !== id) {
    return `the screen name ${screenName} is reserved for the user with the id ${reserved}; give this user another in the file and import it again`
  }
  if (owner === undefined || owner === id) return undefined
  return `the screen name ${screenName} belongs to the user with the id ${owner}; give one of the two another name and import this line again`
}

function merged(before: FullUser | undefined, user: ImportedUser, now: number): FullUser {
  const { id, screenName, profile } = user
  const base = before ?? blank(user, now)
  return {
    ...base,
    id,
    screenName,
    // If the name equals the screen name, the user never chose a name. The name then changes with the screen name.
    name: user.name ?? (base.name === base.screenName ? screenName : base.name),
    createdAt:
      before !== undefined && isSameSecond(user.createdAt, before.createdAt)
        ? before.createdAt
        : (user.createdAt ?? base.createdAt),
    isProtected: user.isProtected ?? base.isProtected,
    suspendedAt: user.isSuspended === true ? (base.suspendedAt ?? now) : base.suspendedAt,
    withheldInCountries: user.withheldInCountries ?? base.withheldInCountries,
    profile: profile ?? base.profile,
  }
}

/**
 * True if both times are in the same second. The stored time then stays, because files have times in whole
 * seconds.
 */
function isSameSecond(imported: number | undefined, known: number): boolean {
  return imported !== undefined && Math.floor(imported / 1_000) === Math.floor(known / 1_000)
}

function blank({ id, screenName }: ImportedUser, now: number): FullUser {
  return { ...NEW_USER, id, screenName, name: screenName, createdAt: now, profile: NO_PROFILE }
}

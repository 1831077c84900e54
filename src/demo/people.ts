/** Generates the users of the demo network, most popular first. */
import type { ImportedUser } from '../domain/accounts/imported-user.ts'
import { type Appearance, NO_PROFILE } from '../domain/accounts/profile.ts'
import { firstSnowflakeAt } from '../lib/ids/snowflake.ts'
import { followerCounts } from './graph.ts'
import { naming } from './names.ts'
import { description, link, location } from './profile-text.ts'
import { below, pick, type Uniform } from './random.ts'

/** The most popular account, which is the same in every network. */
export const TOP = { screenName: 'birds_daily', name: 'Birds of the Day' } as const

/** Time of the first account. */
const FIRST_AT = Date.UTC(2006, 6, 15)
/** Time of the last account with a sequential id. Later accounts have snowflake ids. */
const SNOWFLAKES_AT = Date.UTC(2016, 0, 1)
/** Time of the last account. */
const LAST_AT = Date.UTC(2020, 7, 1)

const OLD_SHARE = 0.2
const LARGEST_SEQUENTIAL = 4_400_000_000

/** Number of most popular users who are never protected, suspended or withheld. */
const NEVER_HIDDEN = 50
const PROTECTED_SHARE = 0.03
const SUSPENDED_SHARE = 0.01
const WITHHELD_SHARE = 0.002
const CENSORS = ['BR', 'DE', 'FR', 'IN', 'RU', 'TR'] as const

const COLOURS = [
  '0084B4',
  '19CF86',
  '3B94D9',
  '7FDBB6',
  '91D2FA',
  '981CEB',
  'ABB8C2',
  'E81C4F',
  'F58EA8',
  'FF691F',
  'FFCC4D',
] as const

/** Generates users one at a time, most popular first, so that the first user does not depend on the number of users. */
export function* people(uniform: Uniform, users: number): Generator<ImportedUser, undefined> {
  const counts = followerCounts(users)
  const ids = new Set<bigint>()
  const screenNames = new Set<string>([TOP.screenName, 'demo'])
  for (let rank = 0; rank < users; rank += 1) {
    const names = rank === 0 ? TOP : naming(uniform, screenNames)
    const created = joining(uniform, ids)
    const profile = profileOf(uniform, names.screenName, counts[rank] ?? 0, rank)
    yield { ...names, ...created, ...stateOf(uniform, rank), profile }
  }
}

/** The time when a user joined, and an id with that time. @param ids ids that are already used; the new id is added */
function joining(uniform: Uniform, ids: Set<bigint>): { id: bigint; createdAt: number } {
  for (;;) {
    const joined = uniform() < OLD_SHARE ? joinedEarly(uniform) : joinedLate(uniform)
    if (ids.has(joined.id)) continue
    ids.add(joined.id)
    return { id: joined.id, createdAt: joined.at - (joined.at % 1_000) }
  }
}

function joinedEarly(uniform: Uniform): { id: bigint; at: number } {
  const along = uniform() ** 0.7
  const at = FIRST_AT + Math.floor(along * (SNOWFLAKES_AT - FIRST_AT))
  // The network grows faster and faster.
  return { id: BigInt(12 + Math.floor(along ** 3 * LARGEST_SEQUENTIAL)), at }
}

function joinedLate(uniform: Uniform): { id: bigint; at: number } {
  const at = SNOWFLAKES_AT + Math.floor(uniform() * (LAST_AT - SNOWFLAKES_AT))
  const worker = below(uniform, 1_024)
  return { id: firstSnowflakeAt(at) | BigInt((worker << 12) | below(uniform, 4)), at }
}

type State = Pick<ImportedUser, 'isProtected' | 'isSuspended' | 'withheldInCountries'>

function stateOf(uniform: Uniform, rank: number): State {
  const chance = rank < NEVER_HIDDEN ? 1 : uniform()
  const isWithheld = chance > 1 - WITHHELD_SHARE && rank >= NEVER_HIDDEN
  return {
    isProtected: chance < PROTECTED_SHARE,
    isSuspended: chance >= PROTECTED_SHARE && chance < PROTECTED_SHARE + SUSPENDED_SHARE,
    withheldInCountries: isWithheld ? [pick(uniform, CENSORS)] : [],
  }
}

function profileOf(uniform: Uniform, screenName: string, followers: number, rank: number) {
  const isTop = rank === 0
  return {
    ...NO_PROFILE,
    location: isTop ? 'The nearest hedge' : location(uniform),
    description: isTop ? 'A bird every day. Your pictures: use #birdsdaily 🐦' : description(uniform),
    link: isTop || uniform() < 0.2 ? link(uniform, screenName) : undefined,
    isVerified: isTop || uniform() < (rank < 100 ? 0.6 : 0.002),
    listedCount: Math.floor((followers * uniform()) / 40),
    appearance: uniform() < 0.25 ? ownColours(uniform) : {},
  }
}

function ownColours(uniform: Uniform): Appearance {
  return { profile_link_color: pick(uniform, COLOURS), default_profile: false }
}

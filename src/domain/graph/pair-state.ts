/**
 * What stands between many pairs of users, held and read for verbs that change many at once: one statement for all,
 * then decisions in memory, one after the other, each of which sees what those before it decided.
 */
import { type Expression, type RawBuilder, sql } from 'kysely'
import { type Engine, query } from '../../db/query.ts'
import type { Tx } from '../../db/store.ts'
import { must } from '../../lib/assert.ts'
import {
  FULL_USER_FACTS,
  type FullUser,
  type FullUserFacts,
  fullUserIn,
  lockUserList,
} from '../accounts/find-users.ts'
import { hasSettings, type Relation, type RelationColumns, relationColumns, relationIn } from './relations.ts'

/** Who follows, or would, and whom. */
export interface EdgeEnds {
  readonly follower: bigint
  readonly followee: bigint
}

/** Between two users who exist, as the follower sees it; decisions change what may change. */
export interface PairState extends EdgeEnds {
  relation: Relation
  /** Of the edge, if there is one. */
  edge: bigint | null
  /** Of the request, if there is one. */
  request: bigint | null
  /** As it was read, and is stored. */
  readonly stored: Readonly<Pick<PairState, 'relation' | 'edge' | 'request'>> & {
    /** Whether what the follower wants is written down. */
    readonly hasSettings: boolean
  }
  readonly ofFollower: Counts
  readonly ofFollowee: Counts
  /** The followee, as it was read. */
  readonly user: FullUser
}

/** One object a user, so that whoever is in several pairs is counted once. */
export interface Counts {
  friends: number
  followers: number
}

/** Holds the users of all pairs, as `holdUsers` does, and reads the pairs; undefined for one of whom a user is missing. */
export async function readPairStates(
  tx: Tx,
  pairs: readonly EdgeEnds[],
): Promise<readonly (PairState | undefined)[]> {
  const { listed, places } = withoutDuplicates(pairs)
  const list = listed.map(digitsOf)
  const [, rows] = await Promise.all([
    lockUserList(tx, `[${list.join(',')}]`),
    tx.rows(pairStatesOf, { pairs: `[[${list.join('],[')}]]` }),
  ])
  const counts = new Map<bigint, Counts>()
  const standings: PairState[] = []
  for (const row of rows) {
    standings[row.place] = pairStateIn(row, must(listed[row.place], 'a pair of the list'), counts)
  }
  return places.map((place) => standings[place])
}

/** The pairs without repetitions, and for each of those that were given its place among them. */
function withoutDuplicates(pairs: readonly EdgeEnds[]): {
  listed: readonly EdgeEnds[]
  places: readonly number[]
} {
  const listed: EdgeEnds[] = []
  const ofFollower = new Map<bigint, number[]>()
  const places = pairs.map((pair) => {
    const its = ofFollower.get(pair.follower)
    const known = its?.find((place) => listed[place]?.followee === pair.followee)
    if (known !== undefined) return known
    const place = listed.push(pair) - 1
    if (its === undefined) ofFollower.set(pair.follower, [place])
    else its.push(place)
    return place
  })
  return { listed, places }
}

/** The pair as it stands in a {@link pairList}. */
function digitsOf({ follower, followee }: EdgeEnds): string {
  return `${follower},${followee}`
}

function pairStateIn(
  row: PairStateRow,
  { follower, followee }: EdgeEnds,
  counts: Map<bigint, Counts>,
): PairState {
  const relation = relationIn(row)
  const edge = row.edge === null ? null : BigInt(row.edge)
  const request = relation.followingRequested ? STORED_REQUEST : null
  return {
    follower,
    followee,
    relation,
    edge,
    request,
    stored: { relation, edge, request, hasSettings: hasSettings(row) },
    ofFollower: countsOf(counts, follower, row.own_friends, row.own_followers),
    ofFollowee: countsOf(counts, followee, row.friends_count, row.followers_count),
    user: fullUserIn(followee, row),
  }
}

function countsOf(counts: Map<bigint, Counts>, user: bigint, friends: number, followers: number): Counts {
  const known = counts.get(user)
  if (known !== undefined) return known
  const fresh = { friends, followers }
  counts.set(user, fresh)
  return fresh
}

/** In place of the position of a request that is stored: none is so low. */
const STORED_REQUEST = 0n

/** Without a 64-bit number among its columns, for which SQLite would give every number of a row as one. */
type PairStateRow = RelationColumns &
  FullUserFacts & {
    /** In the list of pairs. */
    place: number
    /** The digits of its position. */
    edge: string | null
    own_friends: number
    own_followers: number
  }

/** The value of a parameter that {@link pairsIn} takes. */
export function pairList(pairs: readonly EdgeEnds[]): string {
  return `[${pairs.map((pair) => `[${digitsOf(pair)}]`).join(',')}]`
}

/** A table of `follower_id`, `followee_id`, and `place`, which counts from 0, to select from. @param list a text of {@link pairList} */
export function pairsIn(list: Expression<string>, engine: Engine): RawBuilder<unknown> {
  return engine === 'sqlite'
    ? // Materialized, or every mention of a column would read the list's JSON once more.
      sql`(with listed as materialized (select key as place, value ->> 0 as follower_id, value ->> 1 as followee_id
          from json_each(${list}))
        select * from listed)`
    : sql`(select cast(value ->> 0 as bigint) as follower_id, cast(value ->> 1 as bigint) as followee_id,
          cast(nth - 1 as integer) as place
        from json_array_elements(${list}::text::json) with ordinality as listed (value, nth))`
}

const pairStatesOf = query<{ pairs: string }>()((_, p, engine) => {
  const [follower, followee] = [sql<bigint>`pair.follower_id`, sql<bigint>`pair.followee_id`]
  return sql<PairStateRow>`
    select pair.place,
      (select cast(position as text) from friends where follower_id = ${follower} and followee_id = ${followee}) as edge,
      mine.friends_count as own_friends, mine.followers_count as own_followers,
      ${FULL_USER_FACTS}, ${relationColumns(follower, followee)}
    from ${pairsIn(p('pairs'), engine)} as pair
    join user_counts as mine on mine.user_id = pair.follower_id
    join user_counts on user_counts.user_id = pair.followee_id
    join users on users.id = pair.followee_id
    left join profiles on profiles.user_id = pair.followee_id`
})

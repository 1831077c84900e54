/**
 * States of many pairs of users, for commands that change them in batches. One statement locks the users, and one reads
 * the pairs. The commands decide in memory, one after another, and each sees the results of the earlier commands.
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

/** The two users of an edge (follow), which may not exist. */
export interface EdgeEnds {
  readonly follower: bigint
  readonly followee: bigint
}

/**
 * State of a pair of existing users, as the relation of the follower to the followee. Commands change the writable
 * fields.
 */
export interface PairState extends EdgeEnds {
  relation: Relation
  /** Position of the edge, or null. */
  edge: bigint | null
  /** Position of the request, or null. */
  request: bigint | null
  /** The state that is stored in the database. */
  readonly stored: Readonly<Pick<PairState, 'relation' | 'edge' | 'request'>> & {
    /** True if a row of settings exists for the edge. */
    readonly hasSettings: boolean
  }
  readonly ofFollower: Counts
  readonly ofFollowee: Counts
  /** The followee, with counters and profile. */
  readonly user: FullUser
}

/** Counters of a user. Pairs with the same user share one object. */
export interface Counts {
  friends: number
  followers: number
}

/**
 * Locks the users of all pairs until the transaction ends, and reads the pairs. The state is undefined for a pair with
 * an unknown user.
 */
export async function readPairStates(
  tx: Tx,
  pairs: readonly EdgeEnds[],
): Promise<readonly (PairState | undefined)[]> {
  const { listed, indexes } = withoutDuplicates(pairs)
  const list = listed.map(digitsOf)
  const [, rows] = await Promise.all([
    lockUserList(tx, `[${list.join(',')}]`),
    tx.rows(pairStatesOf, { pairs: `[[${list.join('],[')}]]` }),
  ])
  const counts = new Map<bigint, Counts>()
  const states: PairState[] = []
  for (const row of rows) {
    states[row.place] = pairStateIn(row, must(listed[row.place], 'a pair of the list'), counts)
  }
  return indexes.map((index) => states[index])
}

/** Returns the distinct pairs, and for each input the index of its pair. */
function withoutDuplicates(pairs: readonly EdgeEnds[]): {
  listed: readonly EdgeEnds[]
  indexes: readonly number[]
} {
  const listed: EdgeEnds[] = []
  const ofFollower = new Map<bigint, number[]>()
  const indexes = pairs.map((pair) => {
    const sameFollower = ofFollower.get(pair.follower)
    const known = sameFollower?.find((index) => listed[index]?.followee === pair.followee)
    if (known !== undefined) return known
    const index = listed.push(pair) - 1
    if (sameFollower === undefined) ofFollower.set(pair.follower, [index])
    else sameFollower.push(index)
    return index
  })
  return { listed, indexes }
}

/** The values of a pair as digits, for {@link pairList}. */
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

/** A placeholder for the position of a stored request, because the position is not read. Real positions are higher. */
const STORED_REQUEST = 0n

/**
 * A row without 64-bit columns. With a 64-bit column, the SQLite driver would return every number of the row as a
 * bigint.
 */
type PairStateRow = RelationColumns &
  FullUserFacts & {
    /** Index in the list of pairs. */
    place: number
    /** The position in decimal digits. */
    edge: string | null
    own_friends: number
    own_followers: number
  }

/** The text that {@link pairsIn} takes as its parameter. */
export function pairList(pairs: readonly EdgeEnds[]): string {
  return `[${pairs.map((pair) => `[${digitsOf(pair)}]`).join(',')}]`
}

/**
 * SQL for a table with the columns `follower_id`, `followee_id` and `place`, which is the index from 0. @param list a
 * text of {@link pairList}
 */
export function pairsIn(list: Expression<string>, engine: Engine): RawBuilder<unknown> {
  return engine === 'sqlite'
    ? // The table is materialized, because otherwise each use of a column would parse the JSON again.
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

/**
 * What stands between many pairs of users, held and read for verbs that change many at once: one statement for all,
 * then decisions in memory, one after the other, each of which sees what those before it decided.
 */
import { type Expression, type RawBuilder, sql } from 'kysely'
import { type Engine, query } from '../../db/query.ts'
import type { Tx } from '../../db/store.ts'
import { must } from '../../lib/assert.ts'
import {
  FULL_USER_COLUMNS,
  type FullUser,
  type FullUserRow,
  fullUserOf,
  lockUsers,
} from '../accounts/find-users.ts'
import { type Relation, type RelationColumns, relationColumns, relationIn } from './relations.ts'

/** Who follows, or would, and whom. */
export interface Ends {
  readonly follower: bigint
  readonly followee: bigint
}

/** Between two users who exist, as the follower sees it; decisions change what may change. */
export interface Standing extends Ends {
  relation: Relation
  /** Of the edge, if there is one. */
  edge: bigint | null
  /** Of the request, if there is one. */
  request: bigint | null
  /** As it was read, and is stored. */
  readonly stored: Readonly<Pick<Standing, 'relation' | 'edge' | 'request'>> & {
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
export async function readStandings(
  tx: Tx,
  pairs: readonly Ends[],
): Promise<readonly (Standing | undefined)[]> {
  const users = new Set<bigint>()
  for (const { follower, followee } of pairs) users.add(follower).add(followee)
  const [, rows] = await Promise.all([
    lockUsers(tx, [...users]),
    tx.rows(standingsOf, { pairs: pairList(pairs) }),
  ])
  const counts = new Map<bigint, Counts>()
  const standings = new Map<string, Standing>()
  for (const row of rows)
    standings.set(keyOf({ follower: row.follower_id, followee: row.followee_id }), standingIn(row, counts))
  return pairs.map((pair) => standings.get(keyOf(pair)))
}

function keyOf({ follower, followee }: Ends): string {
  return `${follower} ${followee}`
}

function standingIn(row: StandingRow, counts: Map<bigint, Counts>): Standing {
  const of = (user: bigint, friends: number, followers: number) => {
    if (!counts.has(user)) counts.set(user, { friends, followers })
    return must(counts.get(user), 'counts of a user')
  }
  const stored = {
    relation: relationIn(row),
    edge: row.position,
    request: row.requested === 1 ? STORED : null,
    hasSettings: row.wants_retweets !== null,
  }
  return {
    follower: row.follower_id,
    followee: row.followee_id,
    relation: stored.relation,
    edge: stored.edge,
    request: stored.request,
    stored,
    ofFollower: of(row.follower_id, row.own_friends, row.own_followers),
    ofFollowee: of(row.followee_id, row.friends_count, row.followers_count),
    user: fullUserOf(row),
  }
}

/** In place of the position of a request that is stored: none is so low. */
const STORED = 0n

type StandingRow = RelationColumns &
  FullUserRow & {
    follower_id: bigint
    followee_id: bigint
    position: bigint | null
    own_friends: number
    own_followers: number
  }

/** The value of a parameter that {@link pairsIn} takes. */
export function pairList(pairs: readonly Ends[]): string {
  return `[${pairs.map(({ follower, followee }) => `[${follower},${followee}]`).join(',')}]`
}

/** A table of two columns, `follower_id` and `followee_id`, to select from. @param list a text of {@link pairList} */
export function pairsIn(list: Expression<string>, engine: Engine): RawBuilder<unknown> {
  return engine === 'sqlite'
    ? // Materialized, or every mention of a column would read the list's JSON once more.
      sql`(with listed as materialized
        (select value ->> 0 as follower_id, value ->> 1 as followee_id from json_each(${list})) select * from listed)`
    : sql`(select cast(value ->> 0 as bigint) as follower_id, cast(value ->> 1 as bigint) as followee_id
        from json_array_elements(${list}::text::json))`
}

const standingsOf = query<{ pairs: string }>()((_, p, engine) => {
  const [follower, followee] = [sql<bigint>`pair.follower_id`, sql<bigint>`pair.followee_id`]
  return sql<StandingRow>`
    select pair.follower_id, pair.followee_id,
      (select position from friends where follower_id = ${follower} and followee_id = ${followee}) as position,
      mine.friends_count as own_friends, mine.followers_count as own_followers,
      ${FULL_USER_COLUMNS}, ${relationColumns(follower, followee)}
    from ${pairsIn(p('pairs'), engine)} as pair
    join user_counts as mine on mine.user_id = pair.follower_id
    join user_counts on user_counts.user_id = pair.followee_id
    join users on users.id = pair.followee_id
    left join profiles on profiles.user_id = pair.followee_id`
})

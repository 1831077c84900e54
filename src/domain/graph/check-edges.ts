/** Checks that the follow graph has the same edges (follows) in both of its tables and in the index of one of them. */
import { type RawBuilder, sql } from 'kysely'
import { type Check, type Findings, MAX_COUNTED_FAULTS, RESTORE } from '../../db/maintenance/check.ts'
import type { Snapshot } from '../../db/maintenance/snapshot.ts'
import { once } from '../../db/query.ts'

const NAME = 'follows'

/** Compares counts and checksums first. Searches for the differing edges only if a count or checksum differs. */
export const edgesCheck: Check = {
  name: NAME,
  async run(snapshot, findings) {
    const friends = await sumOf(snapshot, sql`friends`)
    const followers = await sumOf(snapshot, sql`followers`)
    findings.count('edges', friends.edges)
    if (friends.edges !== followers.edges || friends.checksum !== followers.checksum) {
      await findDifferences(snapshot, findings, { friends: friends.edges, followers: followers.edges })
    }
    if (!(await isIndexIntact(snapshot, friends))) {
      findings.fault(
        NAME,
        'The index friends_edge does not match its table.',
        snapshot.engine === 'postgres' ? 'Make it again: reindex index friends_edge' : RESTORE,
      )
    }
  },
}

interface Sum {
  readonly edges: number
  /** A number in decimal digits. */
  readonly checksum: string
}

/** 2^31 - 1, so that the product of two remainders fits in 63 bits. */
const PRIME = 2_147_483_647

/** Arbitrary primes below 2^30: factors for the low 31 and the high 33 bits of the three columns, for two sums. */
const FACTORS = [
  [998_244_353, 754_974_721, 469_762_049, 167_772_161, 897_581_057, 985_661_441],
  [645_922_817, 595_591_169, 880_803_841, 943_718_401, 975_175_681, 962_592_769],
] as const

/**
 * The number of edges, and a checksum that does not depend on their order. Each edge adds the product of two sums, so
 * that the checksum changes if two edges exchange a user. The arithmetic stays within 63 bits, so both engines can
 * compute the checksum in one pass.
 */
async function sumOf(snapshot: Snapshot, table: RawBuilder<unknown>, position = sql`position`): Promise<Sum> {
  const columns = [sql`follower_id`, sql`followee_id`, position]
  const [u, v] = FACTORS.map((factors) => {
    const terms = columns.flatMap((column, index) => [
      sql`(${column} & ${sql.lit(PRIME)}) * ${sql.lit(factors[index * 2] ?? 1)} % ${sql.lit(PRIME)}`,
      sql`(${column} >> 31) * ${sql.lit(factors[index * 2 + 1] ?? 1)} % ${sql.lit(PRIME)}`,
    ])
    return sql`(${sql.join(terms, sql` + `)}) % ${sql.lit(PRIME)}`
  })
  const sum = once<Sum>(
    () => sql`select count(*) as edges, cast(coalesce(sum(u * v % ${sql.lit(PRIME)}), 0) as text) as checksum
      from (select ${u} as u, ${v} as v from ${table}) as mixed`,
  )
  return (await snapshot.first(sum, {})) ?? { edges: 0, checksum: '0' }
}

/**
 * Compares the index alone with the table. On SQLite the index contains whole edges, on PostgreSQL only the two users
 * of each edge.
 */
async function isIndexIntact(snapshot: Snapshot, friends: Sum): Promise<boolean> {
  if (snapshot.engine === 'sqlite') {
    const index = await sumOf(snapshot, sql`friends indexed by friends_edge`)
    return index.edges === friends.edges && index.checksum === friends.checksum
  }
  const ends = (plan: 'table' | 'index') => {
    const fromIndex = plan === 'index' ? 'on' : 'off'
    const fromTable = plan === 'index' ? 'off' : 'on'
    return snapshot
      .rows(forcePlan(fromTable, fromIndex), {})
      .then(() => sumOf(snapshot, sql`friends`, sql`cast(0 as bigint)`))
  }
  const table = await ends('table')
  const index = await ends('index')
  await snapshot.rows(forcePlan('on', 'on'), {})
  return index.edges === table.edges && index.checksum === table.checksum
}

function forcePlan(table: 'on' | 'off', index: 'on' | 'off') {
  return once(
    () => sql`select set_config('enable_seqscan', ${sql.lit(table)}, true),
      set_config('enable_bitmapscan', 'off', true),
      set_config('enable_indexscan', ${sql.lit(index)}, true),
      set_config('enable_indexonlyscan', ${sql.lit(index)}, true)`,
  )
}

interface LostEdge {
  follower_id: bigint
  followee_id: bigint
  position: bigint
}

async function findDifferences(
  snapshot: Snapshot,
  findings: Findings,
  edges: { readonly friends: number; readonly followers: number },
): Promise<void> {
  const known = findings.faults.length
  for (const [table, other] of [
    ['friends', 'followers'],
    ['followers', 'friends'],
  ] as const) {
    for (const edge of await snapshot.rows(onlyIn(table, other), {})) {
      findings.fault(
        NAME,
        `The edge from ${edge.follower_id} to ${edge.followee_id} (position ${edge.position}) is in ${table} and not in ${other}.`,
      )
    }
  }
  if (findings.faults.length > known) return
  findings.fault(
    NAME,
    `friends (${edges.friends} edges) and followers (${edges.followers} edges) differ, but lookups by key do not show where.`,
  )
}

function onlyIn(table: 'friends' | 'followers', other: 'friends' | 'followers') {
  return once<LostEdge>(
    () => sql`select follower_id, followee_id, position from ${sql.table(table)} as one
      where not exists (
        select 1 from ${sql.table(other)} as two
        where two.follower_id = one.follower_id and two.followee_id = one.followee_id
          and two.position = one.position
      ) limit ${sql.lit(MAX_COUNTED_FAULTS)}`,
  )
}

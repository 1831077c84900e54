/** Computes the exact rows of an import in advance, batch by batch. */
import { MAX_IMPORT_BATCH } from '../../src/domain/graph/import-follows.ts'
import { powerLawGraph } from './graph.ts'

type Row = readonly (bigint | number | string)[]

export interface Batch {
  readonly edges: number
  /** `id, screen_name, screen_name_key, name, created_at` of users that no earlier batch has. */
  readonly users: readonly Row[]
  /** `user_id, followers_count, friends_count`: the numbers that the batch adds. */
  readonly counts: readonly Row[]
  /** `follower_id, position, followee_id` */
  readonly friends: readonly Row[]
  /** `followee_id, position, follower_id` */
  readonly followers: readonly Row[]
}

const JOINED_AT = 1_600_000_000_000
const FIRST_POSITION = 1_400_000_000_000_000_000n

/** Rows are in the order of their keys, because both engines store this order fastest. */
export function* batchesOf(edges: number): Generator<Batch> {
  const known = new Set<bigint>()
  let position = FIRST_POSITION
  for (const piece of powerLawGraph(edges, MAX_IMPORT_BATCH)) {
    const users: Row[] = []
    const counts = new Map<bigint, [number, number]>()
    const countsOf = (user: bigint) => {
      let found = counts.get(user)
      if (found === undefined) {
        found = [0, 0]
        counts.set(user, found)
        if (!known.has(user)) users.push([user, `user_${user}`, `user_${user}`, `user_${user}`, JOINED_AT])
        known.add(user)
      }
      return found
    }
    const friends: Row[] = []
    const followers: Row[] = []
    for (const { follower, followee } of piece) {
      position += 1n
      countsOf(followee)[0] += 1
      countsOf(follower)[1] += 1
      friends.push([follower, position, followee])
      followers.push([followee, position, follower])
    }
    yield {
      edges: piece.length,
      users: users.sort(byKey),
      counts: [...counts].map(([user, added]) => [user, ...added]).sort(byKey),
      friends: friends.sort(byKey),
      followers: followers.sort(byKey),
    }
  }
}

function byKey([a = 0]: Row, [b = 0]: Row): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}

/**
 * Costs of the simulation, each with its source. The figures of docs/performance.md were measured at
 * different hours on machines with two shared cores, so sums of them are estimates.
 */

export interface Cost {
  readonly microseconds: number
  /** A section of a document, or `assumed`. */
  readonly source: string
}

/**
 * Measured points, in ascending order. A point of the log has the number of commands in a group, and the
 * microseconds from one group to the next. A point of the matching has the number of rules, and the microseconds
 * for a post.
 */
export type GroupPoints = readonly (readonly [commands: number, microseconds: number])[]

export interface Costs {
  /** Processor time of a node with the role `api` for a post. */
  readonly api: Cost
  /** Processor time of PostgreSQL for a post. */
  readonly database: Cost
  readonly log: { readonly points: GroupPoints; readonly source: string }
  /** A message that the relay publishes. */
  readonly relay: Cost
  /** Matching of a post, by number of rules. */
  readonly match: { readonly points: GroupPoints; readonly source: string }
  /** A delivery to a connection of a stream. */
  readonly delivery: Cost
  /** An event of the compliance stream for each connection. */
  readonly compliance: Cost
  /** A delivery to a webhook. */
  readonly webhook: Cost
  /** Indexing a post for recent search. One node does this. */
  readonly index: Cost
}

const perSecond = (rate: number) => 1_000_000 / rate

/**
 * docs/performance.md has two rates for 10,000 rules: 184,000 posts a second in the table by number of rules,
 * and 51,628 in the newer overview. This factor adapts the costs of the table to the newer rate.
 */
const MATCH_SLOWER = 184_000 / 51_628

export const MEASURED: Costs = {
  api: {
    microseconds: 132 + 13,
    source: 'docs/performance.md, post: thread of the server, and threads of V8',
  },
  database: { microseconds: 78, source: 'docs/performance.md, post: PostgreSQL' },
  log: {
    points: [
      [1, perSecond(1_869)],
      [64, 64 * perSecond(29_134)],
    ],
    source: 'docs/performance.md, log: PostgreSQL, 1 and 64 at once',
  },
  relay: { microseconds: perSecond(24_000), source: 'trial with NATS 2.9.10: three replicas on one machine' },
  match: {
    points: [
      [10, MATCH_SLOWER * perSecond(310_000)],
      [1_000, MATCH_SLOWER * perSecond(229_000)],
      [10_000, MATCH_SLOWER * perSecond(184_000)],
      [100_000, MATCH_SLOWER * perSecond(36_000)],
      [1_000_000, MATCH_SLOWER * perSecond(5_400)],
    ],
    source: 'docs/performance.md, match: by number of rules, slowed to the overview’s figure of 10,000',
  },
  delivery: { microseconds: perSecond(809_672), source: 'docs/performance.md, overview: 1,000 connections' },
  compliance: { microseconds: 0.93, source: 'docs/performance.md, compliance: 10 events at once' },
  webhook: { microseconds: perSecond(8_338), source: 'docs/performance.md, overview: 100 receivers' },
  index: {
    microseconds: 35 + 5,
    source: 'docs/lab/processor-time-of-posts.md: PostgreSQL for twenty words, and codes of words',
  },
}

/**
 * Microseconds at `size`. Interpolates linearly between measured points. Above the last point it extends the
 * line between the last two points, and below the first point it is constant.
 */
export function interpolate(points: GroupPoints, size: number): number {
  const [first] = points
  if (first === undefined) throw new Error('no points')
  let [low, high] = [first, first]
  for (const point of points) {
    low = high
    high = point
    if (point[0] >= size) break
  }
  if (high[0] === low[0] || size <= first[0]) return first[1]
  return low[1] + ((size - low[0]) / (high[0] - low[0])) * (high[1] - low[1])
}

/** The environment of the nodes. All values are assumptions. */
export interface Surroundings {
  readonly databaseCores: number
  readonly hasRelay: boolean
  readonly rules: number
  readonly deliveriesPerPost: number
  readonly webhooksPerPost: number
  readonly complianceConnections: number
  /** Events of the compliance stream for each post: edits, deletions, suspensions. */
  readonly compliancePerPost: number
  /**
   * Maximum number of posts without a response in a node with the role `api`. The node refuses more posts.
   */
  readonly waitingPerNode: number
}

export const ASSUMED: Surroundings = {
  databaseCores: 32,
  hasRelay: true,
  rules: 10_000,
  deliveriesPerPost: 2,
  webhooksPerPost: 0.1,
  // Ten consumers with eight connections each, one for each partition.
  complianceConnections: 80,
  compliancePerPost: 0.03,
  waitingPerNode: 2_000,
}

/**
 * Computes the cost of a post in each part, the nodes that a load needs, and the rate at which each part
 * reaches its limit.
 */
import { type Costs, interpolate, type Surroundings } from './costs.ts'

export interface Nodes {
  readonly api: number
  readonly streams: number
  readonly webhooks: number
}

/** Maximum share of the time in which a part is busy at the planned rate. */
const AIM = 0.7

export const MOST_STREAM_NODES = 64

/**
 * Microseconds of one stream node for a post. Rules and connections are distributed over the nodes, but every
 * node reads and matches every post.
 */
export function streamMicroseconds(costs: Costs, around: Surroundings, nodes: number): number {
  const { rules, deliveriesPerPost, compliancePerPost, complianceConnections } = around
  const spread =
    deliveriesPerPost * costs.delivery.microseconds +
    compliancePerPost * complianceConnections * costs.compliance.microseconds
  return interpolate(costs.match.points, rules / nodes) + spread / nodes
}

/** Nodes for a rate. If no tried number of stream nodes is enough, `streams` is the largest tried number. */
export function nodesFor(costs: Costs, around: Surroundings, rate: number): Nodes {
  const busy = (microseconds: number) => (rate * microseconds) / 1_000_000
  let streams = 1
  while (streams < MOST_STREAM_NODES && busy(streamMicroseconds(costs, around, streams)) > AIM) streams += 1
  return {
    api: Math.max(1, Math.ceil(busy(costs.api.microseconds) / AIM)),
    streams,
    webhooks: Math.max(1, Math.ceil(busy(around.webhooksPerPost * costs.webhook.microseconds) / AIM)),
  }
}

export interface Ceiling {
  readonly part: string
  /** Posts a second. */
  readonly rate: number
  readonly source: string
}

/** Parts that more nodes do not make faster, the lowest rate first. */
export function ceilings(costs: Costs, around: Surroundings): Ceiling[] {
  const { log, relay, index, database } = costs
  const [largest, took] = log.points.at(-1) ?? [1, Number.POSITIVE_INFINITY]
  const matching = streamMicroseconds(costs, around, MOST_STREAM_NODES)
  const all: Ceiling[] = [
    { part: `the log, groups of ${largest}`, rate: (largest * 1_000_000) / took, source: log.source },
    { part: 'the index, one node', rate: 1_000_000 / index.microseconds, source: index.source },
    {
      part: `the database, ${around.databaseCores} cores`,
      rate: (around.databaseCores * 1_000_000) / database.microseconds,
      source: database.source,
    },
    {
      part: `matching, rules over ${MOST_STREAM_NODES} nodes`,
      rate: 1_000_000 / matching,
      source: costs.match.source,
    },
  ]
  if (around.hasRelay) {
    all.push({ part: 'the relay', rate: 1_000_000 / relay.microseconds, source: relay.source })
  }
  return all.toSorted((a, b) => a.rate - b.rate)
}

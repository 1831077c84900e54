/** Simulates posts through all parts, in slots of one millisecond. The same seed gives the same result. */
import type { Uniform } from '../../src/demo/random.ts'
import { poisson } from '../../src/testing/traffic/shape.ts'
import type { Costs, Surroundings } from './costs.ts'
import { type Nodes, streamMicroseconds } from './plan.ts'
import { type Batch, GroupLog, sumOf, WorkQueue } from './queues.ts'

const SLOT_MS = 1

export interface Scenario {
  readonly costs: Costs
  readonly around: Surroundings
  readonly nodes: Nodes
  readonly seconds: number
  /** Posts per second. @param second seconds since the start */
  rateAt(second: number): number
}

export interface Part {
  readonly name: string
  readonly utilisation: number
  /** The maximum length of the queue before this part. */
  readonly most: number
}

export interface Outcome {
  readonly arrived: number
  readonly refused: number
  readonly committed: number
  /** Posts that were accepted and have no response at the end. */
  readonly waiting: number
  readonly delivered: number
  /** Posts that were committed and have not reached the streams at the end. */
  readonly behind: number
  readonly parts: readonly Part[]
  /** Median of the milliseconds from the commit to the streams, for delivered posts. */
  readonly p50: number
  readonly p99: number
}

export function simulate(scenario: Scenario, uniform: Uniform): Outcome {
  const flow = new Flow(scenario)
  const slots = Math.round((scenario.seconds * 1_000) / SLOT_MS)
  for (let slot = 0; slot < slots; slot += 1) {
    const now = slot * SLOT_MS
    flow.step(now, poisson(uniform, (scenario.rateAt(now / 1_000) * SLOT_MS) / 1_000))
  }
  return flow.outcome()
}

class Flow {
  #arrived = 0
  #refused = 0
  #committed = 0
  #delivered = 0
  readonly #latencies = new Map<number, number>()
  readonly #api: WorkQueue
  readonly #database: WorkQueue
  readonly #log: GroupLog
  readonly #relay: WorkQueue | undefined
  readonly #streams: WorkQueue
  readonly #webhooks: WorkQueue
  readonly #index: WorkQueue
  readonly #bound: number

  constructor({ costs, around, nodes }: Scenario) {
    this.#api = new WorkQueue(nodes.api, costs.api.microseconds)
    this.#database = new WorkQueue(around.databaseCores, costs.database.microseconds)
    this.#log = new GroupLog(costs.log.points, nodes.api)
    this.#relay = around.hasRelay ? new WorkQueue(1, costs.relay.microseconds) : undefined
    // All stream nodes read the same posts, so one queue represents all of them.
    this.#streams = new WorkQueue(1, streamMicroseconds(costs, around, nodes.streams))
    this.#webhooks = new WorkQueue(nodes.webhooks, around.webhooksPerPost * costs.webhook.microseconds)
    this.#index = new WorkQueue(1, costs.index.microseconds)
    this.#bound = nodes.api * around.waitingPerNode
  }

  step(now: number, arriving: number): void {
    const accepted = Math.min(arriving, Math.max(0, this.#bound - this.#waiting))
    this.#arrived += arriving
    this.#refused += arriving - accepted
    this.#api.push({ at: now, count: accepted })
    for (const batch of this.#api.serve(SLOT_MS)) this.#database.push(batch)
    for (const batch of this.#database.serve(SLOT_MS)) this.#log.push(batch)
    for (const { at, batches } of this.#log.run(SLOT_MS)) this.#publish({ at, count: sumOf(batches) })
    this.#webhooks.serve(SLOT_MS)
    this.#index.serve(SLOT_MS)
    for (const batch of this.#relay?.serve(SLOT_MS) ?? []) this.#streams.push(batch)
    for (const { at, count } of this.#streams.serve(SLOT_MS)) {
      const took = Math.ceil(now + SLOT_MS - at)
      this.#latencies.set(took, (this.#latencies.get(took) ?? 0) + count)
      this.#delivered += count
    }
  }

  get #waiting(): number {
    return this.#api.line.length + this.#database.line.length + this.#log.inside
  }

  /** The queues of readers have no maximum, because unread posts stay in the table. */
  #publish(batch: Batch): void {
    this.#committed += batch.count
    for (const reader of [this.#relay ?? this.#streams, this.#webhooks, this.#index]) reader.push(batch)
  }

  outcome(): Outcome {
    const part = (name: string, { utilisation, most }: { utilisation: number; most: number }): Part => ({
      name,
      utilisation,
      most,
    })
    return {
      arrived: this.#arrived,
      refused: this.#refused,
      committed: this.#committed,
      waiting: this.#waiting,
      delivered: this.#delivered,
      behind: (this.#relay?.line.length ?? 0) + this.#streams.line.length,
      parts: [
        part('api', this.#api),
        part('database', this.#database),
        part('log', this.#log),
        ...(this.#relay === undefined ? [] : [part('relay', this.#relay)]),
        part('streams', this.#streams),
        part('webhooks', this.#webhooks),
        part('index', this.#index),
      ],
      p50: weightedQuantile(this.#latencies, 0.5),
      p99: weightedQuantile(this.#latencies, 0.99),
    }
  }
}

/** The `q` quantile of values with counts. NaN when there are no values. */
export function weightedQuantile(counts: ReadonlyMap<number, number>, q: number): number {
  const entries = [...counts].toSorted(([a], [b]) => a - b)
  let left = q * entries.reduce((sum, [, count]) => sum + count, 0)
  for (const [value, count] of entries) {
    left -= count
    if (left <= 0) return value
  }
  return Number.NaN
}

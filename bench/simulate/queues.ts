/**
 * Simulates queues. Times are in milliseconds, and a call of `serve` or `run` is one slot of one
 * millisecond.
 */
import { type GroupPoints, interpolate } from './costs.ts'

/** Posts that arrived, or were committed, at the same time. */
export interface Batch {
  readonly at: number
  readonly count: number
}

/**
 * A queue of batches in the order of their arrival. Callers take posts, and may leave the rest of a batch.
 */
export class Line {
  length = 0
  #batches: { readonly at: number; count: number }[] = []
  #first = 0

  push({ at, count }: Batch): void {
    if (count === 0) return
    this.#batches.push({ at, count })
    this.length += count
  }

  take(most: number): Batch[] {
    const taken: Batch[] = []
    let left = Math.min(most, this.length)
    this.length -= left
    while (left > 0) {
      const batch = this.#batches[this.#first]
      if (batch === undefined) break
      const count = Math.min(left, batch.count)
      taken.push({ at: batch.at, count })
      batch.count -= count
      left -= count
      if (batch.count === 0) this.#first += 1
    }
    // The array is copied rarely, so that the cost of taking does not depend on the length of the queue.
    if (this.#first > 1_000 && this.#first * 2 > this.#batches.length) {
      this.#batches = this.#batches.slice(this.#first)
      this.#first = 0
    }
    return taken
  }
}

/**
 * One queue for several equal servers with a constant service time. They are simulated as one server that does the
 * work of all.
 */
export class WorkQueue {
  readonly line = new Line()
  most = 0
  #busy = 0
  #elapsed = 0
  /** Work already done for the first post of the queue. */
  #progress = 0
  readonly #servers: number
  readonly #microseconds: number

  constructor(servers: number, microseconds: number) {
    this.#servers = servers
    this.#microseconds = microseconds
  }

  push(batch: Batch): void {
    this.line.push(batch)
    this.most = Math.max(this.most, this.line.length)
  }

  /** Serves posts for one slot. Returns the batches that are finished within the slot. */
  serve(milliseconds: number): Batch[] {
    const capacity = this.#servers * milliseconds * 1_000
    const wanted = this.line.length * this.#microseconds - this.#progress
    this.#elapsed += capacity
    this.#busy += Math.min(capacity, wanted)
    this.#progress += capacity
    const count = Math.min(this.line.length, Math.floor(this.#progress / this.#microseconds + 1e-9))
    this.#progress = Math.max(0, this.#progress - count * this.#microseconds)
    const finished = this.line.take(count)
    // Time without work cannot be used later.
    if (this.line.length === 0) this.#progress = 0
    return finished
  }

  get utilisation(): number {
    return this.#elapsed === 0 ? 0 : this.#busy / this.#elapsed
  }
}

/** A group that was written to the log. */
export interface Commit {
  readonly at: number
  readonly batches: readonly Batch[]
}

/**
 * Simulates the end of the log, where one group is written at a time. A group has the posts of one node: the number of
 * waiting posts, divided by the number of nodes. It is never larger than the largest measured group.
 */
export class GroupLog {
  readonly line = new Line()
  most = 0
  #now = 0
  #free = 0
  #busy = 0
  #current: Commit | undefined
  readonly #points: GroupPoints
  readonly #nodes: number
  readonly #largest: number

  constructor(points: GroupPoints, nodes: number) {
    this.#points = points
    this.#nodes = nodes
    this.#largest = points.at(-1)?.[0] ?? 1
  }

  push(batch: Batch): void {
    this.line.push(batch)
    this.most = Math.max(this.most, this.line.length)
  }

  /** Posts that wait or are being written. */
  get inside(): number {
    return this.line.length + sumOf(this.#current?.batches ?? [])
  }

  run(milliseconds: number): Commit[] {
    const until = this.#now + milliseconds
    const commits: Commit[] = []
    for (;;) {
      if (this.#current !== undefined) {
        if (this.#current.at > until) break
        commits.push(this.#current)
        this.#free = this.#current.at
        this.#current = undefined
      }
      const start = Math.max(this.#free, this.#now)
      if (this.line.length === 0 || start >= until) break
      const size = Math.min(this.#largest, Math.ceil(this.line.length / this.#nodes))
      const took = interpolate(this.#points, size) / 1_000
      this.#busy += took
      this.#current = { at: start + took, batches: this.line.take(size) }
    }
    this.#now = until
    return commits
  }

  get utilisation(): number {
    // The current group was counted completely, although its writing is not over.
    const ahead = Math.max(0, (this.#current?.at ?? 0) - this.#now)
    return this.#now === 0 ? 0 : (this.#busy - ahead) / this.#now
  }
}

export function sumOf(batches: readonly Batch[]): number {
  return batches.reduce((sum, { count }) => sum + count, 0)
}

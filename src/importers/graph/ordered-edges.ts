/** Sorts edges so that the oldest follow comes first (spec/data-files.md#follow-files). */

import type { ImportedEdge } from '../../domain/graph/import-follows.ts'
import { FileUnreadable } from '../../files/unreadable.ts'
import { EdgeGroups, type EdgeValue } from './edge-value.ts'

/** Maximum number of edges that are sorted in memory; each edge takes 32 bytes. */
const MAX_SORTED_EDGES = 10_000_000
const FIRST_CAPACITY = 1 << 12
const VALUES_PER_BATCH = 100

/** Buffers the edges of a file or member, and returns them sorted by time or in reverse order. */
export class OrderedEdges {
  readonly #form: string
  #followers = new BigInt64Array(FIRST_CAPACITY)
  #followees = new BigInt64Array(FIRST_CAPACITY)
  #times = new Float64Array(FIRST_CAPACITY)
  #lines = new Uint32Array(FIRST_CAPACITY)
  #count = 0
  #isTimed = false

  /** @param form name of the form of the edges, for the report */
  constructor(form: string) {
    this.#form = form
  }

  /**
   * Buffers the edges of a row.
   * @param time Unix time in seconds; undefined if rows have no time
   * @throws {FileUnreadable} for more than {@link MAX_SORTED_EDGES} edges
   */
  add(line: number, edges: readonly ImportedEdge[], time?: number): void {
    for (const { follower, followee } of edges) {
      if (this.#count === MAX_SORTED_EDGES) {
        throw new FileUnreadable(
          `it has more than ${MAX_SORTED_EDGES} follows, too many to sort here; nothing of it was imported: sort it oldest first ("sort -n -k 4"), and keep the columns of the two ids`,
        )
      }
      if (this.#count === this.#followers.length) this.#grow()
      this.#followers[this.#count] = follower
      this.#followees[this.#count] = followee
      this.#times[this.#count] = time ?? 0
      this.#lines[this.#count] = line
      this.#isTimed ||= time !== undefined
      this.#count += 1
    }
  }

  /**
   * The edges in batches. If at least one edge has a time, the edges are sorted by time. Otherwise they are in the
   * order of the file, or in reverse order if the newest edge is first in the file.
   */
  *batches(isNewestFirst: boolean): Generator<readonly EdgeValue[]> {
    const order = new Uint32Array(this.#count)
    for (let index = 0; index < order.length; index += 1) order[index] = index
    const times = this.#times
    if (this.#isTimed) order.sort((a, b) => (times[a] ?? 0) - (times[b] ?? 0) || a - b)
    else if (isNewestFirst) order.reverse()
    const groups = new EdgeGroups(this.#form)
    let values: EdgeValue[] = []
    for (const index of order) {
      const edge = { follower: this.#followers[index] ?? 0n, followee: this.#followees[index] ?? 0n }
      values.push(...groups.add(this.#lines[index] ?? 0, [edge], []))
      if (values.length < VALUES_PER_BATCH) continue
      yield values
      values = []
    }
    yield [...values, ...groups.end()]
  }

  #grow(): void {
    const capacity = this.#count * 2
    this.#followers = grown(this.#followers, new BigInt64Array(capacity))
    this.#followees = grown(this.#followees, new BigInt64Array(capacity))
    this.#times = grown(this.#times, new Float64Array(capacity))
    this.#lines = grown(this.#lines, new Uint32Array(capacity))
  }
}

function grown<List extends { set(from: List): void }>(from: List, to: List): List {
  to.set(from)
  return to
}

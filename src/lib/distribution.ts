/** Values counted by how large they are, cheaply enough for every request and every statement. */

/** A histogram: how many values were at most each bound, how many there were, and their sum. */
export class Distribution {
  /** Ascending. */
  readonly bounds: readonly number[]
  readonly #counts: number[]
  #count = 0
  #sum = 0

  /** @param bounds ascending; values above the last one are counted all the same */
  constructor(bounds: readonly number[]) {
    this.bounds = bounds
    this.#counts = bounds.map(() => 0)
  }

  get count(): number {
    return this.#count
  }

  get sum(): number {
    return this.#sum
  }

  observe(value: number): void {
    this.#count += 1
    this.#sum += value
    const { bounds } = this
    for (let at = 0; at < bounds.length; at += 1) {
      if (value <= (bounds[at] ?? 0)) {
        this.#counts[at] = (this.#counts[at] ?? 0) + 1
        return
      }
    }
  }

  /** For each bound, how many values were at most that. */
  cumulative(): number[] {
    let sum = 0
    return this.#counts.map((count) => {
      sum += count
      return sum
    })
  }
}

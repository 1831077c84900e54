/** Records histograms at so low a cost that every request and statement can be recorded. */

/** A histogram: the number of values up to each bound, the total number of values, and their sum. */
export class Distribution {
  /** The bounds in ascending order. */
  readonly bounds: readonly number[]
  readonly #counts: number[]
  #count = 0
  #sum = 0

  /** @param bounds bounds in ascending order; a value above the last bound counts only in `count` and `sum` */
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

  /**
   * The smallest bound for which at least this share of the values is at or below the bound. Undefined if there are no
   * values; Infinity if less than this share of the values is at or below the last bound.
   * @param share a number from 0 to 1
   */
  quantile(share: number): number | undefined {
    if (this.#count === 0) return undefined
    const index = this.cumulative().findIndex((values) => values >= share * this.#count)
    return index < 0 ? Number.POSITIVE_INFINITY : this.bounds[index]
  }

  /** For each bound, the number of values at or below the bound. */
  cumulative(): number[] {
    let sum = 0
    return this.#counts.map((count) => {
      sum += count
      return sum
    })
  }
}

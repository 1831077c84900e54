/** Histograms that are cheap enough for every request and statement. */

/** A histogram: number of values up to each bound, total number, and sum. */
export class Distribution {
  /** Ascending. */
  readonly bounds: readonly number[]
  readonly #counts: number[]
  #count = 0
  #sum = 0

  /** @param bounds ascending; larger values are counted in the total */
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
   * The smallest bound up to which this share of the values lies; undefined without values, Infinity beyond the last bound.
   * @param share 0 to 1
   */
  quantile(share: number): number | undefined {
    if (this.#count === 0) return undefined
    const index = this.cumulative().findIndex((values) => values >= share * this.#count)
    return index < 0 ? Number.POSITIVE_INFINITY : this.bounds[index]
  }

  /** Per bound, the number of values up to it. */
  cumulative(): number[] {
    let sum = 0
    return this.#counts.map((count) => {
      sum += count
      return sum
    })
  }
}

/** Choices that follow from a seed. */
export class Dice {
  #state: number

  constructor(seed: number) {
    this.#state = seed >>> 0
  }

  /** A whole number from 0 up to, not including, `count`. */
  below(count: number): number {
    // Numerical Recipes' generator: good enough to choose calls.
    this.#state = (Math.imul(this.#state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((this.#state / 2 ** 32) * count)
  }

  chance(probability: number): boolean {
    return this.below(1_000_000) < probability * 1_000_000
  }

  /** @param items one or more */
  pick<T>(items: readonly T[]): T {
    return items[this.below(items.length)] as T
  }
}

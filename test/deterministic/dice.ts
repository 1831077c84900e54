/** Makes random choices that a seed determines. */
export class Dice {
  #state: number

  constructor(seed: number) {
    this.#state = seed >>> 0
  }

  /** A whole number from 0 to `count` - 1. */
  below(count: number): number {
    // The generator of "Numerical Recipes" is good enough for the choice of calls.
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

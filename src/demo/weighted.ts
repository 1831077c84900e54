/** Random choices of indexes by weight. */
import type { Uniform } from './random.ts'

/** Weighted draws in constant time (the alias method of Walker and Vose). */
export class AliasTable {
  readonly #keep: Float64Array
  readonly #alias: Int32Array

  /** @param weights positive weights */
  constructor(weights: Float64Array) {
    const count = weights.length
    const mean = weights.reduce((sum, weight) => sum + weight, 0) / count
    this.#keep = weights.map((weight) => weight / mean)
    this.#alias = Int32Array.from({ length: count }, (_, index) => index)
    const isSmall = (index: number) => (this.#keep[index] ?? 1) < 1
    const small: number[] = []
    const large: number[] = []
    for (let index = 0; index < count; index += 1) (isSmall(index) ? small : large).push(index)
    for (let poor = small.pop(), rich = large.pop(); poor !== undefined && rich !== undefined; ) {
      // The slot of the smaller weight is filled up with a part of the larger weight.
      this.#alias[poor] = rich
      this.#keep[rich] = (this.#keep[rich] ?? 0) - (1 - (this.#keep[poor] ?? 0))
      if (isSmall(rich)) {
        poor = rich
        rich = large.pop()
      } else poor = small.pop()
    }
  }

  /** A random index; its probability is proportional to its weight. */
  draw(uniform: Uniform): number {
    const place = uniform() * this.#keep.length
    const index = Math.floor(place)
    return place - index < (this.#keep[index] ?? 1) ? index : (this.#alias[index] ?? index)
  }
}

/**
 * Draws `count` different indexes by weight, without replacement (method of Efraimidis and Spirakis). The
 * function sorts all indexes, so it is fast only if a large part of the indexes is drawn.
 */
export function drawDifferent(uniform: Uniform, weights: Float64Array, count: number): Int32Array {
  const keys = weights.map((weight) => -Math.log(1 - uniform()) / weight)
  const indices = Int32Array.from(weights, (_, index) => index)
  return indices.sort((a, b) => (keys[a] ?? 0) - (keys[b] ?? 0)).subarray(0, count)
}

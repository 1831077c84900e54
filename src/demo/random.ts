/** Reproducible random numbers: the same seed gives the same numbers on every machine. */
import { must } from '../lib/assert.ts'

/** Returns uniform numbers in `[0, 1)`. */
export type Uniform = () => number

/** Number of initial values to discard, so that every bit of the seed affects every bit of the state. */
const WARMING = 15

/**
 * A stream of random numbers, by the algorithm sfc32 from Chris Doty-Humphrey's PractRand.
 * @param seed any whole number; the low 32 bits are used
 * @param stream number of the stream; streams of the same seed are independent
 */
export function uniformOf(seed: number, stream = 0): Uniform {
  let [a, b, c, counter] = [seed | 0, stream | 0, 0x9e3779b9 | 0, 1]
  const next = () => {
    const mixed = (((a + b) | 0) + counter) | 0
    counter = (counter + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = (((c << 21) | (c >>> 11)) + mixed) | 0
    return (mixed >>> 0) / 2 ** 32
  }
  for (let round = 0; round < WARMING; round += 1) next()
  return next
}

/** A whole number from 0 to `count` - 1. */
export function below(uniform: Uniform, count: number): number {
  return Math.floor(uniform() * count)
}

/** One of `items`, which must not be empty. */
export function pick<T>(uniform: Uniform, items: readonly T[]): T {
  return must(items[below(uniform, items.length)], 'something to pick from')
}

/** A normally distributed number with mean 0 and standard deviation 1 (method of Box and Muller). */
export function normal(uniform: Uniform): number {
  // The subtraction avoids 0, which has no logarithm.
  const radius = Math.sqrt(-2 * Math.log(1 - uniform()))
  return radius * Math.cos(2 * Math.PI * uniform())
}

/** Shuffles `values` in place (method of Fisher and Yates). */
export function shuffle(uniform: Uniform, values: Int32Array): void {
  for (let last = values.length - 1; last > 0; last -= 1) {
    const other = below(uniform, last + 1)
    const value = values[last] ?? 0
    values[last] = values[other] ?? 0
    values[other] = value
  }
}

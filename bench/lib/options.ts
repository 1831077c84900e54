import type { Engine } from '../../src/db/query.ts'

/** Options of `npm run bench -- NAME`. */
export interface BenchOptions {
  readonly engines: readonly Engine[]
  /** Sizes, as numbers of rows. Each bench has its own kind of rows. */
  readonly sizes: readonly number[]
  /** Duration of one sample. */
  readonly seconds: number
  /** Samples per contender. */
  readonly rounds: number
  /** Directory for `.cpuprofile` files of every measured process; undefined for none. */
  readonly profile: string | undefined
  /** Names of contenders that are left out, because they take too long at this size. */
  readonly without: readonly string[]
}

import type { Engine } from '../../src/db/query.ts'

/** What `npm run bench -- NAME` was asked for. */
export interface BenchOptions {
  readonly engines: readonly Engine[]
  /** Numbers of rows; what kind of rows is the bench's own. */
  readonly sizes: readonly number[]
  /** Length of one sample. */
  readonly seconds: number
  /** Samples of each contender. */
  readonly rounds: number
  /** Directory for `.cpuprofile` files of every process that is measured; undefined for none. */
  readonly profile: string | undefined
}

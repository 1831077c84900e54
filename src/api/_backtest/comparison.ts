/**
 * Compares two rules on the same posts. Counts the matches of each rule, and the posts that only one rule matches.
 */
import { newTally } from './figures.ts'
import { Sampled } from './samples.ts'
import type { BacktestSpan } from './span.ts'
import type { Tally } from './tally.ts'

export class Comparison {
  readonly from: Tally
  readonly to: Tally
  readonly gained = new Sampled()
  readonly lost = new Sampled()
  readonly both = new Sampled()

  constructor(span: Pick<BacktestSpan, 'hoursEnd'>) {
    this.from = newTally(span)
    this.to = newTally(span)
  }

  /** Number of posts that both rules match. */
  get kept(): number {
    return this.both.matched
  }

  /** Counts a post that at least one of the two rules matches. */
  take(id: bigint, [isOld, isNew]: readonly boolean[]): void {
    if (isOld === true) this.from.take(id)
    if (isNew === true) this.to.take(id)
    if (isOld === isNew) this.both.take(id)
    else if (isNew === true) this.gained.take(id)
    else this.lost.take(id)
  }
}

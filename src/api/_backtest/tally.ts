/** Counts the matches of a rule by hour and by second. Posts must be added newest first. */
import { snowflakeTime } from '../../lib/ids/snowflake.ts'
import { HOUR_MS, HOURS, SECOND_MS, secondOf } from './span.ts'

export interface Hour {
  /** Time in milliseconds since the Unix epoch. */
  readonly start: number
  matched: number
  /** Number of matches that a stream would drop because of the limit per second. */
  dropped: number
}

export class Tally {
  readonly hours: readonly Hour[]
  readonly #hoursStart: number
  readonly #mostInSecond: number
  #second = Number.NaN
  #inSecond = 0
  #peak = { posts: 0, second: 0 }
  #secondsAbove = 0

  /**
   * @param hoursEnd the end of the last hour, in milliseconds since the Unix epoch
   * @param mostInSecond the maximum number of posts that a stream sends in a second
   */
  constructor(hoursEnd: number, mostInSecond: number) {
    const first = hoursEnd - HOURS * HOUR_MS
    this.#hoursStart = first
    this.#mostInSecond = mostInSecond
    this.hours = Array.from({ length: HOURS }, (_, index) => ({
      start: first + index * HOUR_MS,
      matched: 0,
      dropped: 0,
    }))
  }

  get matched(): number {
    return this.hours.reduce((sum, { matched }) => sum + matched, 0)
  }

  get dropped(): number {
    return this.hours.reduce((sum, { dropped }) => sum + dropped, 0)
  }

  /**
   * The second with the most posts: its number of posts, and its start in milliseconds since the Unix epoch. If
   * several seconds have this number of posts, the newest of them.
   */
  get peak(): { readonly posts: number; readonly at: number } {
    return { posts: this.#peak.posts, at: this.#peak.second * SECOND_MS }
  }

  /** Number of seconds in which a stream would have dropped posts. */
  get secondsAbove(): number {
    return this.#secondsAbove
  }

  /** Counts a post; ignores a post outside the hours of the backtest. */
  take(id: bigint): void {
    const hour = this.hours[Math.floor((snowflakeTime(id) - this.#hoursStart) / HOUR_MS)]
    if (hour === undefined) return
    const second = secondOf(id)
    if (second !== this.#second) {
      this.#second = second
      this.#inSecond = 0
    }
    this.#inSecond += 1
    hour.matched += 1
    if (this.#inSecond > this.#mostInSecond) hour.dropped += 1
    if (this.#inSecond === this.#mostInSecond + 1) this.#secondsAbove += 1
    if (this.#inSecond > this.#peak.posts) this.#peak = { posts: this.#inSecond, second }
  }
}

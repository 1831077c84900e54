/** The limit of posts per second of one connection. Posts of history and posts of the present count together. */

const SECOND_MS = 1_000

export class SecondCap {
  readonly #max: number
  /** The current second of the wall clock. */
  #second = 0
  #sent = 0

  /** @param max posts per second; Infinity for no limit */
  constructor(max: number) {
    this.#max = max
  }

  /**
   * Counts posts as sent, up to the limit.
   * @param at milliseconds since the Unix epoch
   * @returns number of posts that may be sent
   */
  take(at: number, posts: number): number {
    const granted = Math.min(posts, this.#left(at))
    this.#sent += granted
    return granted
  }

  /** Milliseconds from `at` until a post may be sent; 0 when a post may be sent now. */
  wait(at: number): number {
    return this.#left(at) > 0 ? 0 : SECOND_MS - (at % SECOND_MS)
  }

  #left(at: number): number {
    const second = Math.floor(at / SECOND_MS)
    if (second !== this.#second) {
      this.#second = second
      this.#sent = 0
    }
    return this.#max - this.#sent
  }
}

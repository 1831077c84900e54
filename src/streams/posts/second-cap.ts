/** The cap of a second [S] of one connection: what it is sent of history and of the present counts together. */

const SECOND_MS = 1_000

export class SecondCap {
  readonly #most: number
  /** Of the time of day. */
  #second = 0
  #sent = 0

  /** @param most posts of a second; Infinity for no end */
  constructor(most: number) {
    this.#most = most
  }

  /**
   * Counts posts as sent, as many as may be.
   * @param at milliseconds since the Unix epoch
   * @returns how many that is
   */
  take(at: number, posts: number): number {
    const granted = Math.min(posts, this.#left(at))
    this.#sent += granted
    return granted
  }

  /** Milliseconds from `at` until a post may be sent; 0 when it may be now. */
  wait(at: number): number {
    return this.#left(at) > 0 ? 0 : SECOND_MS - (at % SECOND_MS)
  }

  #left(at: number): number {
    const second = Math.floor(at / SECOND_MS)
    if (second !== this.#second) {
      this.#second = second
      this.#sent = 0
    }
    return this.#most - this.#sent
  }
}

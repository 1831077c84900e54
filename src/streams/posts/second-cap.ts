/**
 * Enforces the limit of posts per second of one connection. Posts of the present count in the second in which they were
 * written. Therefore the limit drops no post when the posts of several seconds are delivered together, after a delay of
 * the server or of its database. Posts of history wait, so they count in the second in which they are sent.
 */

const SECOND_MS = 1_000

/**
 * Maximum number of seconds with a count. More than one second is counted, because the clocks of the servers that write
 * posts differ.
 */
const MAX_SECONDS = 16

export class SecondCap {
  readonly #max: number
  /** Number of posts by second of the wall clock, in the order in which the seconds first occurred. */
  readonly #sent = new Map<number, number>()

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
    const second = secondOf(at)
    this.#sent.set(second, (this.#sent.get(second) ?? 0) + granted)
    if (this.#sent.size > MAX_SECONDS) this.#forgetFirst()
    return granted
  }

  /** Milliseconds from `at` until a post may be sent; 0 when a post may be sent now. */
  wait(at: number): number {
    return this.#left(at) > 0 ? 0 : SECOND_MS - (at % SECOND_MS)
  }

  #left(at: number): number {
    return this.#max - (this.#sent.get(secondOf(at)) ?? 0)
  }

  #forgetFirst(): void {
    for (const second of this.#sent.keys()) {
      this.#sent.delete(second)
      return
    }
  }
}

function secondOf(at: number): number {
  return Math.floor(at / SECOND_MS)
}

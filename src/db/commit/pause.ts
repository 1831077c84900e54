/** How often what may be in vain is tried: more and more seldom while it is. */

/** Times that are left out after one in vain, at most. */
const LONGEST = 64

export class Pause {
  #length = 0
  #left = 0

  /** Whether the next time is one to try. */
  get isDue(): boolean {
    return this.#left === 0
  }

  /** Whether it is time to try; each time that it is not counts. */
  isOver(): boolean {
    if (this.#left === 0) return true
    this.#left -= 1
    return false
  }

  /** Notes what became of a try: in vain doubles the pause, and success halves it. */
  note(isInVain: boolean): void {
    this.#length = isInVain ? Math.min(Math.max(1, this.#length * 2), LONGEST) : this.#length >> 1
    this.#left = this.#length
  }
}

/** What the verbs of a group are told when it is committed; group-commit.ts uses it. */

/** Holds answers back until the next group has been sent, so that the database works while whoever is answered goes on. */
export class Answers {
  #give: (() => void) | undefined
  #verbs = 0

  /** Verbs whose answer is held back. */
  get verbs(): number {
    return this.#verbs
  }

  /** Holds the answers of a group back; those of the one before are given. @param give must not throw */
  hold(verbs: number, give: () => void): void {
    this.give()
    this.#verbs = verbs
    this.#give = give
  }

  /** Gives what is held back, if anything is. */
  give(): void {
    const give = this.#give
    this.#give = undefined
    this.#verbs = 0
    give?.()
  }
}

/**
 * The leave of a session to write without a `begin`, for statements that are transactions by themselves: one message in place of
 * three. It is given when such statements come in a row, and taken back before anything else is written, because what comes
 * behind a `begin` that failed must not be.
 */
import type { Link } from './link.ts'
import { told } from './statements.ts'

/** Statements in a row after which the next ones need no `begin`: where others come between, each change is a round trip. */
const DUE_AFTER = 4

const TAKE = 'set default_transaction_read_only = on; reset lock_timeout'

export class WriteLeave {
  readonly #give: string
  /** Whose session has it, or may have it. */
  #link: Link | undefined
  #inARow = 0

  /** @param patienceMs how long such a statement waits for a lock, in milliseconds */
  constructor(patienceMs: number) {
    this.#give = `set default_transaction_read_only = off; set lock_timeout = ${patienceMs}`
  }

  /** Whether the statement that comes next, one of many, needs no `begin`. Each is to be asked for once. */
  isDue(link: Link): boolean {
    this.#inARow += 1
    return this.#inARow > DUE_AFTER || this.#link === link
  }

  /** Gives it, if the session has it not. A statement that is sent behind fails if this does. @throws in the store's words */
  async give(link: Link): Promise<void> {
    if (this.#link === link) return
    this.#link = link
    await told(link, this.#give)
  }

  /** Takes it back, if the session may have it. @throws in the store's words; then the session may have it still */
  async take(link: Link): Promise<void> {
    this.#inARow = 0
    if (this.#link !== link) return
    await told(link, TAKE)
    this.#link = undefined
  }
}

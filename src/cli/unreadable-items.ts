/** Items that a command leaves out because their own data fails. */
import type { OnUnreadable } from '../db/read-intact.ts'

/** Items that are named; others are counted. */
const UNREADABLE_NAMED = 100

/** Counts them, and names the first. */
export class UnreadableItems {
  count = 0
  readonly #named: { readonly item: string; readonly error: string }[] = []

  readonly onUnreadable: OnUnreadable = (item, error) => {
    this.count += 1
    if (this.#named.length >= UNREADABLE_NAMED) return
    this.#named.push({ item, error: error instanceof Error ? error.message : String(error) })
  }

  /** Of the JSON result. */
  get members(): Record<string, unknown> {
    return this.count === 0 ? {} : { left_out: this.count, left_out_items: this.#named }
  }

  linesOf(noun: string): string[] {
    if (this.count === 0) return []
    const rest = this.count - this.#named.length
    return [
      `Left out ${this.count} ${noun} that cannot be read; "aviary verify" says what is damaged:`,
      ...this.#named.map(({ item, error }) => `  ${item}: ${error}`),
      ...(rest > 0 ? [`  and ${rest} more`] : []),
    ]
  }
}

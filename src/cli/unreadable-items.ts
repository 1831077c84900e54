/** Items that a command skips because their data cannot be read. */
import type { OnUnreadable } from '../db/read-intact.ts'

/** Maximum number of listed items. Further items are only counted. */
const MAX_LISTED_ITEMS = 100

/** Counts unreadable items and lists the first of them. */
export class UnreadableItems {
  count = 0
  readonly #listed: { readonly item: string; readonly error: string }[] = []

  readonly onUnreadable: OnUnreadable = (item, error) => {
    this.count += 1
    if (this.#listed.length >= MAX_LISTED_ITEMS) return
    this.#listed.push({ item, error: error instanceof Error ? error.message : String(error) })
  }

  /** Members of the JSON result. */
  get members(): Record<string, unknown> {
    return this.count === 0 ? {} : { left_out: this.count, left_out_items: this.#listed }
  }

  linesOf(noun: string): string[] {
    if (this.count === 0) return []
    const rest = this.count - this.#listed.length
    return [
      `Left out ${this.count} unreadable ${noun}; run "aviary verify" to see what is corrupt:`,
      ...this.#listed.map(({ item, error }) => `  ${item}: ${error}`),
      ...(rest > 0 ? [`  and ${rest} more`] : []),
    ]
  }
}

/** Pages of lists: one row more than the page is read, and its presence says that there is another page. */

/** The most items of one page. */
export const MAX_PAGE_SIZE = 1_000

export interface PageRequest<Key> {
  /** Where the page before ended; left out for the first. */
  readonly after?: Key | undefined
  /** 1 to {@link MAX_PAGE_SIZE}. */
  readonly count: number
}

export interface Page<Item, Key> {
  readonly items: readonly Item[]
  /** The `after` of the next page; null when this is the last. */
  readonly next: Key | null
}

/**
 * The page at the beginning of `rows`.
 * @param rows in the order of their keys, up to `count` + 1 of them
 */
export function pageOf<Item, Key>(
  rows: readonly Item[],
  count: number,
  keyOf: (row: Item) => Key,
): Page<Item, Key> {
  const items = rows.slice(0, count)
  const last = rows.length > count ? items.at(-1) : undefined
  return { items, next: last === undefined ? null : keyOf(last) }
}

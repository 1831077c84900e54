/** Makes pages of lists. A query reads one row more than the page size, to find out whether another page follows. */

/** Maximum number of items of a page. */
export const MAX_PAGE_SIZE = 1_000

export interface PageRequest<Key> {
  /** Key of the last item of the previous page; undefined for the first page. */
  readonly after?: Key | undefined
  /** Number of items, from 1 to {@link MAX_PAGE_SIZE}. */
  readonly count: number
}

export interface Page<Item, Key> {
  readonly items: readonly Item[]
  /** Value of `after` for the next page; null on the last page. */
  readonly next: Key | null
}

/**
 * The page that begins with the first row of `rows`.
 * @param rows rows ordered by key, at most `count` + 1
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

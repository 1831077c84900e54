/** Pages of lists: a query reads one row more than the page, which shows whether another page follows. */

/** Maximum items per page. */
export const MAX_PAGE_SIZE = 1_000

export interface PageRequest<Key> {
  /** Key of the last item of the previous page; undefined for the first page. */
  readonly after?: Key | undefined
  /** 1 to {@link MAX_PAGE_SIZE}. */
  readonly count: number
}

export interface Page<Item, Key> {
  readonly items: readonly Item[]
  /** The `after` of the next page; null on the last page. */
  readonly next: Key | null
}

/**
 * The page at the beginning of `rows`.
 * @param rows in key order, up to `count` + 1
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

/** Pages of a list of posts that is completely in memory (spec/v2.md#paging). */
import { FIRST_CURSOR, type IdPage } from '../../graph/id-page.ts'

/**
 * A page of ids. A cursor is the id of a post, with a direction, as in domain/graph/id-page.ts.
 * @param ids newest first; for the first page, at least `count + 1` ids if the list has that many ids
 */
export function pageOfIds(ids: readonly bigint[], cursor: bigint, count: number): IdPage {
  if (cursor === 0n) return { ids: '', nextCursor: 0n, previousCursor: 0n }
  const [from, to] = rangeOf(ids, cursor, count)
  const page = ids.slice(from, to)
  // If the page is empty, the bound takes the place of its ids.
  const bound = cursor < 0n ? -cursor : cursor
  return {
    ids: page.join(','),
    nextCursor: to < ids.length ? (page.at(-1) ?? bound + 1n) : 0n,
    previousCursor: from > 0 ? -(page[0] ?? bound - 1n) : 0n,
  }
}

/** The index of the first id of the page, and the index after the last id. */
function rangeOf(ids: readonly bigint[], cursor: bigint, count: number): readonly [number, number] {
  if (cursor === FIRST_CURSOR) return [0, Math.min(count, ids.length)]
  if (cursor > 0n) {
    const from = indexBelow(ids, cursor)
    return [from, Math.min(from + count, ids.length)]
  }
  const to = indexBelow(ids, 1n - cursor)
  return [Math.max(0, to - count), to]
}

/** Index of the first id below the bound. */
function indexBelow(ids: readonly bigint[], bound: bigint): number {
  const index = ids.findIndex((id) => id < bound)
  return index < 0 ? ids.length : index
}

/**
 * A cursor is the id of a post, with a direction, as in domain/graph/id-page.ts. `c > 0` selects posts older than `c`.
 * `c < -1` selects posts newer than `-c`, and a page has the oldest of them. -1 selects the newest posts. 0 selects an
 * empty page without neighbours (spec/followers.md#cursors). A list may omit posts, so a page is read in several parts
 * until it is full, or until a limited number of posts has been examined. A page can be short, but its next cursor
 * always leads further.
 */
import { type RawBuilder, sql } from 'kysely'
import { LARGEST_ID } from '../../../lib/ids/largest-id.ts'
import { FIRST_CURSOR } from '../../graph/id-page.ts'

/** Reading order: `older` begins with the newest post of a range, and `newer` begins with the oldest post. */
export type Direction = 'older' | 'newer'

/** Maximum number of reads for one page, if many posts are omitted. */
const MAX_READS = 6

export interface PostPageInput {
  /** Returns only posts with greater ids; undefined for no limit. */
  readonly sinceId?: bigint | undefined
  /** Returns only posts with smaller ids; undefined for no limit. */
  readonly untilId?: bigint | undefined
  /** The format of cursors is described at the beginning of this file. */
  readonly cursor: bigint
  /** 1 to 100. */
  readonly count: number
}

export interface PostPage {
  /** Newest first. */
  readonly ids: readonly bigint[]
  /** Cursor of the page of older posts; 0 when there are no older posts. */
  readonly nextCursor: bigint
  /** Cursor of the page of newer posts; 0 on the page of the newest posts. */
  readonly previousCursor: bigint
}

/** A part of a list. */
export interface Slice {
  /** Only posts with greater ids. */
  readonly since: bigint
  /** Only posts with this id or smaller ids. */
  readonly max: bigint
  /** 1 to a few hundred. */
  readonly count: number
}

/** The posts of a slice that a list shows. */
export interface ListedIds {
  /** In reading order. */
  readonly ids: readonly bigint[]
  /** Id of the last examined post; undefined when the slice has no further posts. */
  readonly rest: bigint | undefined
}

/**
 * Reads the posts of a slice that a list shows.
 * @param isNewest true when the page begins with the newest post of the list
 */
export type ReadSlice = (slice: Slice, direction: Direction, isNewest: boolean) => Promise<ListedIds>

/** Reads one page. */
export async function postPage(input: PostPageInput, read: ReadSlice): Promise<PostPage> {
  const { cursor, count, untilId } = input
  if (cursor === 0n) return { ids: [], nextCursor: 0n, previousCursor: 0n }
  const since = atMost(LARGEST_ID, input.sinceId ?? 0n)
  const max = atMost(LARGEST_ID, (untilId ?? LARGEST_ID + 1n) - 1n)
  if (cursor < FIRST_CURSOR) {
    const from = atLeast(since, -cursor)
    const { ids, end } = await collect({ since: from, max, count }, 'newer', false, read)
    const shown = ids.toReversed()
    return {
      ids: shown,
      nextCursor: shown.at(-1) ?? atMost(LARGEST_ID, from + 1n),
      previousCursor: end === undefined ? 0n : -end,
    }
  }
  const isFirst = cursor === FIRST_CURSOR
  const from = isFirst ? max : atMost(max, cursor - 1n)
  const isNewest = isFirst && untilId === undefined
  const { ids, end } = await collect({ since, max: from, count }, 'older', isNewest, read)
  return {
    ids,
    nextCursor: end ?? 0n,
    // The page of the newest posts has the cursor -1.
    previousCursor: isFirst ? 0n : -atLeast(2n, ids[0] ?? from),
  }
}

interface Collected {
  /** At most the requested number of posts, in reading order. */
  readonly ids: readonly bigint[]
  /** Id of the post after which the next page begins; undefined at the end. */
  readonly end: bigint | undefined
}

/** Reads one post more than requested, to find whether further posts exist. */
async function collect(
  slice: Slice,
  direction: Direction,
  isNewest: boolean,
  read: ReadSlice,
): Promise<Collected> {
  const { count } = slice
  const ids: bigint[] = []
  let { since, max } = slice
  for (let reads = 0; reads < MAX_READS && since < max; reads += 1) {
    const listed = await read({ since, max, count: count + 1 }, direction, isNewest)
    ids.push(...listed.ids)
    if (ids.length > count) return { ids: ids.slice(0, count), end: ids[count - 1] }
    if (listed.rest === undefined) return { ids, end: undefined }
    if (direction === 'older') max = listed.rest - 1n
    else since = listed.rest
  }
  const isAtEnd = since >= max
  return { ids, end: isAtEnd ? undefined : direction === 'older' ? max + 1n : since }
}

/** The SQL order of ids for a direction. */
export function orderOf(direction: Direction): RawBuilder<unknown> {
  return direction === 'older' ? sql`desc` : sql`asc`
}

function atMost(limit: bigint, id: bigint): bigint {
  return id < limit ? id : limit
}

function atLeast(limit: bigint, id: bigint): bigint {
  return id > limit ? id : limit
}

/**
 * Posts of many authors, merged when they are read. One lookup for each author finds the author's nearest post, which
 * is the first post in reading order. Then the posts of the authors with the nearest posts are merged. The cost depends
 * on the number of authors and not on the number of their posts.
 */
import { sql } from 'kysely'
import { query } from '../../../db/query.ts'
import type { Reader } from '../../../db/store.ts'
import { must } from '../../../lib/assert.ts'
import { LARGEST_ID } from '../../../lib/ids/largest-id.ts'
import { type Direction, orderOf, type Slice } from './post-page.ts'
import { boundsOf, type Window } from './timelines.ts'

/** Number of authors whose posts one statement reads. */
const MAX_AUTHORS_PER_READ = 100

/** Maximum number of posts that one statement filters. */
const MAX_FILTERED = 200

/** Maximum number of reads, if many posts are filtered out. */
const MAX_ROUNDS = 4

/**
 * An author, and the id of the author's nearest post in the slice. For the direction `older`, this is the newest post.
 */
export interface AuthorHead {
  readonly author: bigint
  readonly id: bigint
}

/** Reads the nearest post of every author with a post in the slice. Passes these posts to `add` in parts. */
export type ReadHeads = (
  slice: Slice,
  add: (heads: readonly AuthorHead[]) => void,
  direction: Direction,
) => Promise<void>

/**
 * Ids of the posts of the merged list, newest first. Can return fewer than `count` ids although more exist.
 * @param depth number of the newest posts that can be reached, before filtering
 * @param listed a function that returns the given ids that the list shows, in the same order
 */
export async function mergedTimeline(
  reader: Reader,
  window: Window,
  depth: number,
  readHeads: ReadHeads,
  listed: (ids: readonly bigint[]) => Promise<readonly bigint[]>,
): Promise<readonly bigint[]> {
  const count = Math.min(window.count, MAX_FILTERED)
  const { since, max } = boundsOf(window)
  const floor = window.maxId === undefined ? since : await mergedFloor(reader, since, depth, readHeads)
  const shown: bigint[] = []
  let below = max
  for (let round = 0; round < MAX_ROUNDS && shown.length < count; round++) {
    const ids = await mergedIds(reader, { since: floor, max: below, count }, readHeads, 'older')
    shown.push(...(await listed(ids)))
    if (ids.length < count) break
    below = must(ids.at(-1), 'the last of a full slice') - 1n
  }
  return shown.slice(0, count)
}

/**
 * Ids of the posts that the list shows among the newest `depth` posts of the merged list. @param listed see
 * {@link mergedTimeline}
 */
export async function mergedTop(
  reader: Reader,
  depth: number,
  readHeads: ReadHeads,
  listed: (ids: readonly bigint[]) => Promise<readonly bigint[]>,
): Promise<readonly bigint[]> {
  const top = { since: 0n, max: LARGEST_ID, count: depth }
  const ids = await mergedIds(reader, top, readHeads, 'older')
  const shown: bigint[] = []
  for (let from = 0; from < ids.length; from += MAX_FILTERED) {
    shown.push(...(await listed(ids.slice(from, from + MAX_FILTERED))))
  }
  return shown
}

/** Returns an id, at least `since`. The posts with greater ids are among the newest `depth` posts. */
export async function mergedFloor(
  reader: Reader,
  since: bigint,
  depth: number,
  readHeads: ReadHeads,
): Promise<bigint> {
  const ids = await mergedIds(reader, { since, max: LARGEST_ID, count: depth }, readHeads, 'older')
  const last = ids[depth - 1]
  return last === undefined ? since : last - 1n
}

/**
 * Ids of the posts of all authors, in reading order, including versions that an edit has replaced. Returns fewer than
 * the count only at the end of the slice.
 */
export async function mergedIds(
  reader: Reader,
  slice: Slice,
  readHeads: ReadHeads,
  direction: Direction,
): Promise<readonly bigint[]> {
  const side = SIDES[direction]
  let heads: AuthorHead[] = []
  // A page needs at most as many authors as posts.
  const add = (more: readonly AuthorHead[]) => {
    heads = [...heads, ...more].sort((a, b) => side.compare(a.id, b.id)).slice(0, slice.count)
  }
  await readHeads(slice, add, direction)
  const last = heads[slice.count - 1]
  const authors = heads.map(({ author }) => author)
  // Posts after this post cannot be among the wanted posts, because enough authors have a nearer post.
  return mergeNearest(reader, last === undefined ? slice : side.upTo(slice, last.id), authors, side)
}

/**
 * Merges the posts of authors. First reads a few posts of each author. Then reads more posts of the authors whose first
 * posts are all in the result.
 */
async function mergeNearest(
  reader: Reader,
  { since, max, count }: Slice,
  authors: readonly bigint[],
  side: Side,
): Promise<readonly bigint[]> {
  const each = Math.min(count, Math.max(4, Math.ceil((2 * count) / Math.max(1, authors.length))))
  let merged: bigint[] = []
  let request: readonly AuthorRange[] = authors.map((author) => ({ author, since, max }))
  while (request.length > 0) {
    const found = new Map<bigint, readonly bigint[]>()
    for (let from = 0; from < request.length; from += MAX_AUTHORS_PER_READ) {
      const authorsNow = request.slice(from, from + MAX_AUTHORS_PER_READ)
      const rows = await reader.rows(side.postsOfEach, { list: rangeList(authorsNow), count: each })
      for (const { author_id, ids } of rows)
        if (ids !== null) found.set(author_id, ids.split(',').map(BigInt))
    }
    merged = [...merged, ...[...found.values()].flat()].sort(side.compare).slice(0, count)
    const furthest = merged.length < count ? undefined : merged.at(-1)
    request = [...found].flatMap(([author, ids]) => {
      const last = must(ids.at(-1), 'one post at least')
      const hasMore = ids.length === each && (furthest === undefined || side.compare(last, furthest) < 0)
      return hasMore ? [{ author, ...side.behind({ since, max }, last) }] : []
    })
  }
  return merged
}

type Range = Pick<Slice, 'since' | 'max'>

interface AuthorRange extends Range {
  readonly author: bigint
}

function rangeList(ranges: readonly AuthorRange[]): string {
  return `[${ranges.map(({ author, since, max }) => `[${author},${since},${max}]`).join(',')}]`
}

/** The operations that depend on the direction. */
interface Side {
  /** Returns a negative number when the first id comes before the second id in reading order. */
  compare(a: bigint, b: bigint): number
  /** The part of a range after a post, in reading order. */
  behind(range: Range, id: bigint): Range
  /** The slice without the posts after a post, in reading order. */
  upTo(slice: Slice, id: bigint): Slice
  readonly postsOfEach: ReturnType<typeof postsOfEach>
}

// Uses the index posts_author.
function postsOfEach(direction: Direction) {
  return query<{ list: string; count: number }>()((_, p, engine) => {
    const ranges =
      engine === 'sqlite'
        ? sql`(select value ->> 0 as author_id, value ->> 1 as since, value ->> 2 as newest
            from json_each(${p('list')}))`
        : sql`(select cast(value ->> 0 as bigint) as author_id, cast(value ->> 1 as bigint) as since,
              cast(value ->> 2 as bigint) as newest
            from json_array_elements(${p('list')}::text::json))`
    return sql<{ author_id: bigint; ids: string | null }>`
    select head.author_id, (
      select string_agg(cast(piece.id as text), ',' order by piece.id ${orderOf(direction)}) from (
        select posts.id from posts
        where posts.author_id = head.author_id and posts.id > head.since and posts.id <= head.newest
        order by posts.id ${orderOf(direction)} limit ${p('count')}
      ) as piece
    ) as ids from ${ranges} as head`
  })
}

const SIDES: Readonly<Record<Direction, Side>> = {
  older: {
    compare: (a, b) => (a > b ? -1 : 1),
    behind: ({ since }, id) => ({ since, max: id - 1n }),
    upTo: (slice, id) => ({ ...slice, since: id - 1n }),
    postsOfEach: postsOfEach('older'),
  },
  newer: {
    compare: (a, b) => (a < b ? -1 : 1),
    behind: ({ max }, id) => ({ since: id, max }),
    upTo: (slice, id) => ({ ...slice, max: id }),
    postsOfEach: postsOfEach('newer'),
  },
}

/**
 * The newest posts of many authors, merged at read time. One lookup per author finds its newest post; then the lists of
 * the most recent authors are merged. The cost depends on the number of authors, never on the number of their posts.
 */
import { sql } from 'kysely'
import { query } from '../../../db/query.ts'
import type { Reader } from '../../../db/store.ts'
import { must } from '../../../lib/assert.ts'
import { LARGEST_ID } from '../../../lib/ids/largest-id.ts'
import { boundsOf, type Window } from './timelines.ts'

/** Authors per statement that reads posts. */
const MAX_AUTHORS_PER_READ = 100

/** Posts that one statement sorts out. */
const MAX_FILTERED = 200

/** Maximum further reads when many posts are filtered out. */
const MAX_ROUNDS = 4

/** A piece of the merged list, without posts of id `since` and below, or above `max`. */
export interface MergedPiece {
  readonly since: bigint
  readonly max: bigint
  readonly count: number
}

/** An author, and the id of its newest post in the piece. */
export interface AuthorHead {
  readonly author: bigint
  readonly id: bigint
}

/** Reads the heads of all authors with a post in the piece, and passes them on in slices. */
export type ReadHeads = (piece: MergedPiece, add: (heads: readonly AuthorHead[]) => void) => Promise<void>

/**
 * Post ids of the merged list, newest first. Can return fewer than the count although more exist.
 * @param depth posts from the top, before filtering
 * @param keep the ids that belong on the list, in the same order
 */
export async function mergedTimeline(
  reader: Reader,
  window: Window,
  depth: number,
  readHeads: ReadHeads,
  keep: (ids: readonly bigint[]) => Promise<readonly bigint[]>,
): Promise<readonly bigint[]> {
  const count = Math.min(window.count, MAX_FILTERED)
  const { since, max } = boundsOf(window)
  const floor = window.maxId === undefined ? since : await floorOf(reader, since, depth, readHeads)
  const shown: bigint[] = []
  let below = max
  for (let round = 0; round < MAX_ROUNDS && shown.length < count; round++) {
    const ids = await newestOfAuthors(reader, { since: floor, max: below, count }, readHeads)
    shown.push(...(await keep(ids)))
    if (ids.length < count) break
    below = must(ids.at(-1), 'the last of a full piece') - 1n
  }
  return shown.slice(0, count)
}

/** All post ids of the merged list down to `depth`, newest first. @param keep see {@link mergedTimeline} */
export async function mergedTop(
  reader: Reader,
  depth: number,
  readHeads: ReadHeads,
  keep: (ids: readonly bigint[]) => Promise<readonly bigint[]>,
): Promise<readonly bigint[]> {
  const ids = await newestOfAuthors(reader, { since: 0n, max: LARGEST_ID, count: depth }, readHeads)
  const shown: bigint[] = []
  for (let from = 0; from < ids.length; from += MAX_FILTERED) {
    shown.push(...(await keep(ids.slice(from, from + MAX_FILTERED))))
  }
  return shown
}

/** Ids of the newest posts of all authors, superseded versions included, newest first. */
async function newestOfAuthors(
  reader: Reader,
  piece: MergedPiece,
  readHeads: ReadHeads,
): Promise<readonly bigint[]> {
  let heads: AuthorHead[] = []
  // No more authors than posts are wanted.
  await readHeads(piece, (more) => {
    heads = [...heads, ...more].sort((a, b) => (a.id > b.id ? -1 : 1)).slice(0, piece.count)
  })
  const oldestHead = heads[piece.count - 1]
  // There are as many posts as wanted that are at least this new.
  const since = oldestHead === undefined ? piece.since : oldestHead.id - 1n
  return mergeNewest(
    reader,
    { ...piece, since },
    heads.map(({ author }) => author),
  )
}

/** The id above which posts are not too deep; at least `since`. */
async function floorOf(reader: Reader, since: bigint, depth: number, readHeads: ReadHeads): Promise<bigint> {
  const ids = await newestOfAuthors(reader, { since, max: LARGEST_ID, count: depth }, readHeads)
  const last = ids[depth - 1]
  return last === undefined ? since : last - 1n
}

/** Merges the lists of authors: a few posts of each at first, and more of those whose few were all among the newest. */
async function mergeNewest(
  reader: Reader,
  { since, max, count }: MergedPiece,
  authors: readonly bigint[],
): Promise<readonly bigint[]> {
  const each = Math.min(count, Math.max(4, Math.ceil((2 * count) / Math.max(1, authors.length))))
  let merged: bigint[] = []
  let request = authors.map((author) => ({ author, max }))
  while (request.length > 0) {
    const found = new Map<bigint, readonly bigint[]>()
    for (let from = 0; from < request.length; from += MAX_AUTHORS_PER_READ) {
      const authorsNow = request.slice(from, from + MAX_AUTHORS_PER_READ)
      const rows = await reader.rows(postsOfEach, { list: headList(authorsNow), since, count: each })
      for (const { author_id, ids } of rows)
        if (ids !== null) found.set(author_id, ids.split(',').map(BigInt))
    }
    merged = [...merged, ...[...found.values()].flat()].sort((a, b) => (a > b ? -1 : 1)).slice(0, count)
    const least = merged.length < count ? 0n : must(merged.at(-1), 'the last that is wanted')
    request = [...found].flatMap(([author, ids]) => {
      const last = must(ids.at(-1), 'one post at least')
      return ids.length === each && last > least ? [{ author, max: last - 1n }] : []
    })
  }
  return merged
}

function headList(heads: readonly { readonly author: bigint; readonly max: bigint }[]): string {
  return `[${heads.map(({ author, max }) => `[${author},${max}]`).join(',')}]`
}

// Uses the index posts_author.
const postsOfEach = query<{ list: string; since: bigint; count: number }>()((_, p, engine) => {
  const heads =
    engine === 'sqlite'
      ? sql`(select value ->> 0 as author_id, value ->> 1 as newest from json_each(${p('list')}))`
      : sql`(select cast(value ->> 0 as bigint) as author_id, cast(value ->> 1 as bigint) as newest
          from json_array_elements(${p('list')}::text::json))`
  return sql<{ author_id: bigint; ids: string | null }>`
    select head.author_id, (
      select string_agg(cast(piece.id as text), ',' order by piece.id desc) from (
        select posts.id from posts
        where posts.author_id = head.author_id and posts.id > ${p('since')} and posts.id <= head.newest
        order by posts.id desc limit ${p('count')}
      ) as piece
    ) as ids from ${heads} as head`
})

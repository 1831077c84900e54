/** Writes the search index. */
import { type RawBuilder, sql } from 'kysely'
import { bulk } from '../../db/bulk.ts'
import type { BulkRow } from '../../db/bulk-query.ts'
import { idList, idsOf } from '../../db/id-list.ts'
import { query } from '../../db/query.ts'
import type { Reader, Tx } from '../../db/store.ts'
import type { FilterPost } from '../../filter/post.ts'
import { LARGEST_ID } from '../../lib/ids/largest-id.ts'
import type { WordCodec } from './word-codec.ts'

/** Name of the consumer of the event log that writes the index. */
export const SEARCH_READER = 'search'

/** A post with its words, as the index stores them. */
export interface CodedPost {
  readonly id: bigint
  /** Codes of the words, separated by spaces. */
  readonly words: string
}

/** Encodes the words of a post for the index. */
export function codedPost(codec: WordCodec, post: FilterPost): CodedPost {
  return { id: post.id, words: codec.encodePost(post) }
}

/** Encodes the words of posts for the index. */
export function codedPosts(codec: WordCodec, posts: readonly FilterPost[]): readonly CodedPost[] {
  return posts.map((post) => codedPost(codec, post))
}

/** Inserts or replaces posts in the index. No event: the index is derived from events. */
export async function putIndexed(tx: Tx, posts: readonly CodedPost[]): Promise<void> {
  await putRows(tx, posts.map(rowOf))
}

function rowOf({ id, words }: CodedPost): BulkRow {
  return [id, words]
}

/** Removes posts from the index. */
export async function removeIndexed(tx: Tx, ids: readonly bigint[]): Promise<void> {
  await dropRows(
    tx,
    ids.map((id) => [id]),
  )
}

/**
 * The reach of the index. The index has every post with this id or a greater id, and may have older posts. 0 for a
 * complete index. Undefined if no index exists for the key of `codec`.
 */
export async function indexReach(reader: Reader, codec: WordCodec): Promise<bigint | undefined> {
  const row = await reader.first(state, {})
  return row?.key_check === codec.keyCheck ? row.oldest_id : undefined
}

/** Empties the index before it is built. Afterwards the reach is the largest possible id. */
export async function clearIndex(tx: Tx, codec: WordCodec): Promise<void> {
  await tx.run(deleteState, {})
  await tx.run(dropAll, {})
  await tx.run(insertState, { check: codec.keyCheck, oldest: LARGEST_ID })
}

/** Lowers the reach of the index. @returns false when the reach was not `from` any more */
export async function extendReach(tx: Tx, from: bigint, to: bigint): Promise<boolean> {
  return (await tx.run(moveReach, { from, to })) > 0
}

/** The existing posts among `ids` that are not in the index. @param ids at most a few hundred */
export async function missingInIndex(reader: Reader, ids: readonly bigint[]): Promise<ReadonlySet<bigint>> {
  if (ids.length === 0) return new Set()
  return new Set((await reader.rows(missing, { ids: idList(ids) })).map(({ id }) => id))
}

const INDEXED = { post_id: 'integer', words: 'text' } as const

const putRows = bulk(INDEXED, (_, rows, engine) =>
  engine === 'sqlite'
    ? sql`insert or replace into post_search (rowid, words) ${rows}`
    : sql`${inserting(rows)} on conflict (post_id) do update set words = excluded.words`,
)

/**
 * SQL that inserts rows. Casting the words to `tsvector` is safe, because codes have only letters and digits, which
 * have no special meaning there.
 */
function inserting(rows: RawBuilder<never>): RawBuilder<unknown> {
  return sql`insert into post_search (post_id, words)
    select row.post_id, row.words::tsvector from (${rows}) as row (post_id, words)`
}

const dropRows = bulk({ post_id: 'integer' }, (_, rows, engine) =>
  engine === 'sqlite'
    ? sql`delete from post_search where rowid in (${rows})`
    : sql`delete from post_search where post_id in (${rows})`,
)

const missing = query<{ ids: string }>()((_, p, engine) => {
  const key = sql.ref(engine === 'sqlite' ? 'post_search.rowid' : 'post_search.post_id')
  return sql<{ id: bigint }>`
    select posts.id from ${idsOf(p('ids'), engine)} as wanted join posts on posts.id = wanted.id
    where not exists (select 1 from post_search where ${key} = wanted.id)`
})

const state = query()(
  () => sql<{ key_check: number; oldest_id: bigint }>`
    select key_check, oldest_id from post_search_state where one = 1`,
)
const deleteState = query()(() => sql`delete from post_search_state`)
const insertState = query<{ check: number; oldest: bigint }>()(
  (_, p) =>
    sql`insert into post_search_state (one, key_check, oldest_id) values (1, ${p('check')}, ${p('oldest')})`,
)
const moveReach = query<{ from: bigint; to: bigint }>()(
  (_, p) => sql`update post_search_state set oldest_id = ${p('to')} where oldest_id = ${p('from')}`,
)
// On SQLite, a `delete` statement would remove the rows one by one and block the event loop for seconds.
const dropAll = query()((_, __, engine) =>
  engine === 'sqlite'
    ? sql`insert into post_search (post_search) values ('delete-all')`
    : sql`delete from post_search`,
)

/** Writes the search index of recent posts. */
import { type RawBuilder, sql } from 'kysely'
import { bulk } from '../../db/bulk.ts'
import type { BulkRow } from '../../db/bulk-query.ts'
import { query } from '../../db/query.ts'
import type { Reader, Tx } from '../../db/store.ts'
import type { FilterPost } from '../../filter/post.ts'
import type { WordCodec } from './word-codec.ts'

/** Name of the log reader that writes the index. */
export const SEARCH_READER = 'search'

/** A post with its words in the form of the index. */
export interface CodedPost {
  readonly id: bigint
  /** Codes, separated by spaces. */
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

/** Inserts or replaces posts in the index. No event: the index derives from events. */
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

/** Removes up to `count` posts older than `before`, which becomes the reach of the index. @returns the number removed */
export async function trimIndex(tx: Tx, before: bigint, count: number): Promise<number> {
  await tx.run(moveReach, { before })
  return tx.run(trimRows, { before, count })
}

/** The lowest id as of which the index has every post; undefined if there is no index for the key of `codec`. */
export async function indexReach(reader: Reader, codec: WordCodec): Promise<bigint | undefined> {
  const row = await reader.first(state, {})
  return row?.key_check === codec.keyCheck ? row.oldest_id : undefined
}

/** Empties the index before it is rebuilt. */
export async function clearIndex(tx: Tx): Promise<void> {
  await tx.run(deleteState, {})
  await tx.run(dropAll, {})
}

/** Stores that the index has every post as of the id `oldest`. */
export async function markIndexBuilt(tx: Tx, codec: WordCodec, oldest: bigint): Promise<void> {
  await tx.run(upsertState, { check: codec.keyCheck, oldest })
}

const INDEXED = { post_id: 'integer', words: 'text' } as const

const putRows = bulk(INDEXED, (_, rows, engine) =>
  engine === 'sqlite'
    ? sql`insert or replace into post_search (rowid, words) ${rows}`
    : sql`${inserting(rows)} on conflict (post_id) do update set words = excluded.words`,
)

/** The cast is safe: codes are letters and digits, which have no special meaning in a `tsvector`. */
function inserting(rows: RawBuilder<never>): RawBuilder<unknown> {
  return sql`insert into post_search (post_id, words)
    select row.post_id, row.words::tsvector from (${rows}) as row (post_id, words)`
}

const dropRows = bulk({ post_id: 'integer' }, (_, rows, engine) =>
  engine === 'sqlite'
    ? sql`delete from post_search where rowid in (${rows})`
    : sql`delete from post_search where post_id in (${rows})`,
)

const trimRows = query<{ before: bigint; count: number }>()((_, p, engine) =>
  engine === 'sqlite'
    ? sql`delete from post_search where rowid in (
        select rowid from post_search where rowid < ${p('before')} order by rowid limit ${p('count')})`
    : sql`delete from post_search where post_id in (
        select post_id from post_search where post_id < ${p('before')} order by post_id limit ${p('count')})`,
)

const state = query()(
  () => sql<{ key_check: number; oldest_id: bigint }>`
    select key_check, oldest_id from post_search_state where one = 1`,
)
const deleteState = query()(() => sql`delete from post_search_state`)
const upsertState = query<{ check: number; oldest: bigint }>()(
  (
    _,
    p,
  ) => sql`insert into post_search_state (one, key_check, oldest_id) values (1, ${p('check')}, ${p('oldest')})
    on conflict (one) do update set key_check = excluded.key_check, oldest_id = excluded.oldest_id`,
)
const moveReach = query<{ before: bigint }>()(
  (_, p) => sql`update post_search_state set oldest_id = ${p('before')} where oldest_id < ${p('before')}`,
)
const dropAll = query()((_, __, engine) =>
  engine === 'sqlite'
    ? sql`delete from post_search where rowid in (select rowid from post_search)`
    : sql`delete from post_search`,
)

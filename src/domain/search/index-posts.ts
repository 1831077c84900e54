/** Writes the index of recent posts. */
import { type RawBuilder, sql } from 'kysely'
import { bulk } from '../../db/bulk.ts'
import type { BulkRow } from '../../db/bulk-query.ts'
import { query } from '../../db/query.ts'
import type { Reader, Tx } from '../../db/store.ts'
import type { FilterPost } from '../../filter/post.ts'
import type { WordCodec } from './word-codec.ts'

/** The reader of the log that writes the index. */
export const SEARCH_READER = 'search'

/** A post and its words as the index has them. */
export interface CodedPost {
  readonly id: bigint
  /** Codes, with blanks between them. */
  readonly words: string
}

export function codedPost(codec: WordCodec, post: FilterPost): CodedPost {
  return { id: post.id, words: codec.encodePost(post) }
}

export function codedPosts(codec: WordCodec, posts: readonly FilterPost[]): readonly CodedPost[] {
  return posts.map((post) => codedPost(codec, post))
}

/** Puts posts into the index, in place of what was there of them. No event: the index follows from events. */
export async function putIndexed(tx: Tx, posts: readonly CodedPost[]): Promise<void> {
  await putRows(tx, posts.map(rowOf))
}

function rowOf({ id, words }: CodedPost): BulkRow {
  return [id, words]
}

/** Takes posts out of the index. */
export async function removeIndexed(tx: Tx, ids: readonly bigint[]): Promise<void> {
  await dropRows(
    tx,
    ids.map((id) => [id]),
  )
}

/** Takes out up to `count` posts that are older than `before`, from where on the index reaches then; how many went. */
export async function trimIndex(tx: Tx, before: bigint, count: number): Promise<number> {
  await tx.run(moveReach, { before })
  return tx.run(trimRows, { before, count })
}

/** The id from which on the index holds every post; undefined when none was made with the key of `codec`. */
export async function indexReach(reader: Reader, codec: WordCodec): Promise<bigint | undefined> {
  const row = await reader.first(state, {})
  return row?.key_check === codec.keyCheck ? row.oldest_id : undefined
}

/** Empties the index, before it is made anew. */
export async function clearIndex(tx: Tx): Promise<void> {
  await tx.run(forgetState, {})
  await tx.run(dropAll, {})
}

/** Notes that the index holds every post from `oldest` on. */
export async function markIndexBuilt(tx: Tx, codec: WordCodec, oldest: bigint): Promise<void> {
  await tx.run(noteState, { check: codec.keyCheck, oldest })
}

const INDEXED = { post_id: 'integer', words: 'text' } as const

const putRows = bulk(INDEXED, (_, rows, engine) =>
  engine === 'sqlite'
    ? sql`insert or replace into post_search (rowid, words) ${rows}`
    : sql`${inserting(rows)} on conflict (post_id) do update set words = excluded.words`,
)

/** Codes are letters and digits, which a `tsvector` takes for nothing else. */
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
const forgetState = query()(() => sql`delete from post_search_state`)
const noteState = query<{ check: number; oldest: bigint }>()(
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

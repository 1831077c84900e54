/** Posts that may match a rule, by the index, newest first. */
import { sql } from 'kysely'
import { query } from '../../db/query.ts'
import type { Reader } from '../../db/store.ts'
import type { WordQuery } from '../../filter/search-words.ts'
import type { WordCodec } from './word-codec.ts'

export interface CandidateSpan {
  /** Ids from here on. */
  readonly from: bigint
  /** Up to and with this one. */
  readonly to: bigint
  readonly count: number
}

/**
 * Ids of posts that have the words, newest first: all that match the rule of the query, and others.
 * @param span its count is at most a few hundred on SQLite, which reads them on the event loop
 */
export async function findCandidates(
  store: Reader & { readonly engine: 'sqlite' | 'postgres' },
  codec: WordCodec,
  words: WordQuery,
  { from, to, count }: CandidateSpan,
): Promise<readonly bigint[]> {
  const expression = store.engine === 'sqlite' ? forFts5(words, codec) : forTsquery(words, codec)
  const rows = await store.rows(candidates, { words: expression, from, to, count })
  return rows.map(({ id }) => id)
}

// On SQLite a walk down the index from `to`, which ends with the last row that is wanted.
const candidates = query<{ words: string; from: bigint; to: bigint; count: number }>()((_, p, engine) =>
  engine === 'sqlite'
    ? sql<{ id: bigint }>`
        select rowid as id from post_search
        where post_search match ${p('words')} and rowid >= ${p('from')} and rowid <= ${p('to')}
        order by rowid desc limit ${p('count')}`
    : sql<{ id: bigint }>`
        select post_id as id from post_search
        where words @@ ${p('words')}::text::tsquery and post_id >= ${p('from')} and post_id <= ${p('to')}
        order by post_id desc limit ${p('count')}`,
)

function forFts5(words: WordQuery, codec: WordCodec): string {
  return written(words, codec, ' AND ', ' OR ')
}

function forTsquery(words: WordQuery, codec: WordCodec): string {
  return written(words, codec, ' & ', ' | ')
}

/** Codes are letters and digits, which neither language takes for anything else when they stand in quotes. */
function written(words: WordQuery, codec: WordCodec, and: string, or: string): string {
  if (words.kind === 'word') return quoted(codec.encode(words.word), and)
  const items = words.items.map((item) => written(item, codec, and, or))
  return `(${items.join(words.kind === 'and' ? and : or)})`
}

function quoted(code: string, and: string): string {
  return and === ' AND ' ? `"${code}"` : `'${code}'`
}

/** Finds posts that may match a rule in the search index, newest first. */
import { sql } from 'kysely'
import { query } from '../../db/query.ts'
import type { Reader } from '../../db/store.ts'
import type { PostQuery } from '../../filter/search-words.ts'
import { matchExpressionOf } from './match-expression.ts'
import type { WordCodec } from './word-codec.ts'

export interface CandidateSpan {
  /** Lowest id, inclusive. */
  readonly from: bigint
  /** Highest id, inclusive. */
  readonly to: bigint
  /** Maximum number of results. */
  readonly count: number
}

/**
 * Ids of the posts that the query names, or whose words match it, newest first. Includes all posts in the span that
 * match the rule, up to its count, and some that do not.
 * @param span with a count of at most a few hundred on SQLite, which reads on the event loop
 */
export async function findCandidates(
  store: Reader & { readonly engine: 'sqlite' | 'postgres' },
  codec: WordCodec,
  { words, ids }: PostQuery,
  span: CandidateSpan,
): Promise<readonly bigint[]> {
  const rows =
    words === undefined
      ? await store.rows(newest, span)
      : await store.rows(candidates, {
          ...span,
          words: matchExpressionOf(words, codec, store.engine),
        })
  const found = rows.map(({ id }) => id)
  const named = ids.filter((id) => id >= span.from && id <= span.to)
  if (named.length === 0) return found
  return newestFirst([...found, ...named]).slice(0, span.count)
}

/** Distinct ids, newest first. */
export function newestFirst(ids: readonly bigint[]): readonly bigint[] {
  return [...new Set(ids)].sort((a, b) => (a > b ? -1 : 1))
}

// SQLite walks down the index from `to` and stops after `count` rows.
const candidates = query<{ words: string } & CandidateSpan>()((_, p, engine) =>
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

const newest = query<CandidateSpan>()((_, p, engine) => {
  const id = sql.ref<bigint>(engine === 'sqlite' ? 'rowid' : 'post_id')
  return sql<{ id: bigint }>`
    select ${id} as id from post_search where ${id} >= ${p('from')} and ${id} <= ${p('to')}
    order by ${id} desc limit ${p('count')}`
})

/** Posts that may match a rule, by the index, newest first. */
import { sql } from 'kysely'
import { query } from '../../db/query.ts'
import type { Reader } from '../../db/store.ts'
import type { PostQuery, WordQuery } from '../../filter/search-words.ts'
import type { WordCodec } from './word-codec.ts'

export interface CandidateSpan {
  /** Ids from here on. */
  readonly from: bigint
  /** Up to and with this one. */
  readonly to: bigint
  readonly count: number
}

/**
 * Ids of posts that the query names or whose words it asks for, newest first: all that match its rule, and others.
 * @param span its count is at most a few hundred on SQLite, which reads them on the event loop
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
          words: matchExpressionOf(words, codec, QUERY_SYNTAX[store.engine]),
        })
  const found = rows.map(({ id }) => id)
  const named = ids.filter((id) => id >= span.from && id <= span.to)
  if (named.length === 0) return found
  return newestFirst([...found, ...named]).slice(0, span.count)
}

/** Each id once. */
export function newestFirst(ids: readonly bigint[]): readonly bigint[] {
  return [...new Set(ids)].sort((a, b) => (a > b ? -1 : 1))
}

// On SQLite a walk down the index from `to`, which ends with the last row that is wanted.
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

/** How a query is written: what stands between words, and around each, which is letters and digits. */
interface QuerySyntax {
  readonly and: string
  readonly or: string
  readonly quote: string
}

const QUERY_SYNTAX: Readonly<Record<'sqlite' | 'postgres', QuerySyntax>> = {
  sqlite: { and: ' AND ', or: ' OR ', quote: '"' },
  postgres: { and: ' & ', or: ' | ', quote: "'" },
}

function matchExpressionOf(words: WordQuery, codec: WordCodec, language: QuerySyntax): string {
  const { quote } = language
  if (words.kind === 'word') return quote + codec.encode(words.word) + quote
  const items = words.items.map((item) => matchExpressionOf(item, codec, language))
  return `(${items.join(language[words.kind])})`
}

/** Finds in the search index the posts that may match a rule. */
import { type RawBuilder, sql } from 'kysely'
import { once, query } from '../../db/query.ts'
import type { Reader, Store } from '../../db/store.ts'
import type { PostQuery, WordQuery } from '../../filter/search-words.ts'
import { matchExpressionOf } from './match-expression.ts'
import type { WordCodec } from './word-codec.ts'

export interface CandidateSpan {
  /** The lowest id of the span, inclusive. */
  readonly from: bigint
  /** The highest id of the span, inclusive. */
  readonly to: bigint
  /** Maximum number of results. */
  readonly count: number
}

/**
 * Ids of the posts that the query gives by id, or whose words match the query, newest first. These are all posts in the
 * span that match the rule of the query, up to the count of the span, and possibly posts that do not match the rule.
 * @param span on SQLite, its count must be at most a few hundred, because SQLite reads on the event loop
 * @param scans numbers of the newest posts that PostgreSQL reads before it uses the inverted index
 */
export async function findCandidates(
  store: Reader & { readonly engine: 'sqlite' | 'postgres' },
  codec: WordCodec,
  { words, ids }: PostQuery,
  span: CandidateSpan,
  scans: readonly number[] = POSTGRES_SCANS,
): Promise<readonly bigint[]> {
  const found =
    words === undefined
      ? idsIn(await store.rows(newest, span))
      : await matchingIds(store, matchExpressionOf(words, codec, store.engine), span, scans)
  const named = ids.filter((id) => id >= span.from && id <= span.to)
  if (named.length === 0) return found
  return newestFirst([...found, ...named]).slice(0, span.count)
}

/**
 * As {@link findCandidates}, but returns all ids of the span, in ascending order, in batches. All ids that the words
 * find are from one snapshot.
 */
export async function* streamCandidates(
  store: Store,
  codec: WordCodec,
  { words, ids }: PostQuery & { readonly words: WordQuery },
  { from, to }: Omit<CandidateSpan, 'count'>,
): AsyncGenerator<readonly bigint[]> {
  const named = ids.filter((id) => id >= from && id <= to).sort((a, b) => (a < b ? -1 : 1))
  const expression = matchExpressionOf(words, codec, store.engine)
  const span = { words: expression, from, to }
  const batches =
    store.engine === 'sqlite'
      ? store.stream(ascending, span)
      : store.stream(plannedMatches(span, sql`order by post_id`), {})
  for await (const rows of batches) {
    const found = idsIn(rows)
    const last = found.at(-1) ?? 0n
    const before = named.splice(0, named.filter((id) => id <= last).length)
    yield before.length === 0 ? found : newestFirst([...found, ...before]).toReversed()
  }
  if (named.length > 0) yield [...new Set(named)]
}

/** Distinct ids, newest first. */
export function newestFirst(ids: readonly bigint[]): readonly bigint[] {
  return [...new Set(ids)].sort((a, b) => (a > b ? -1 : 1))
}

function idsIn(rows: readonly { readonly id: bigint }[]): readonly bigint[] {
  return rows.map(({ id }) => id)
}

async function matchingIds(
  store: Reader & { readonly engine: 'sqlite' | 'postgres' },
  words: string,
  span: CandidateSpan,
  scans: readonly number[],
): Promise<readonly bigint[]> {
  if (store.engine === 'sqlite') return idsIn(await store.rows(walked, { words, ...span }))
  const found: bigint[] = []
  let { to } = span
  for (const posts of scans) {
    const scan = await scanNewest(store, words, { ...span, to, count: span.count - found.length }, posts)
    found.push(...scan.ids)
    if (scan.oldest === undefined || found.length === span.count) return found
    to = scan.oldest - 1n
    // The next scan is longer, so it runs only if it will probably fill the page.
    if (found.length * SCAN_GROWTH < span.count) break
  }
  const order = sql`order by post_id desc limit ${sql.lit(span.count - found.length)}`
  const rest = plannedMatches({ words, from: span.from, to }, order)
  return [...found, ...idsIn(await store.rows(rest, {}))]
}

/**
 * Numbers of the newest posts that PostgreSQL scans before it collects all matches of the span. The inverted index has
 * no order, so the statement must collect all of its matches. A frequent word fills a page within few scanned posts,
 * and a rare word has few matches in the index. A scan takes 1 µs for each post.
 */
const POSTGRES_SCANS = [2_000, 20_000] as const
const SCAN_GROWTH = 10

/** @returns the matches, and the oldest scanned id, which is undefined when the whole span was scanned */
async function scanNewest(
  store: Reader,
  words: string,
  span: CandidateSpan,
  posts: number,
): Promise<{ readonly ids: readonly bigint[]; readonly oldest: bigint | undefined }> {
  const rows = await store.rows(scanned, { words, ...span, posts })
  const total = rows.find(({ kind }) => kind === 'total')
  const oldest = rows.find(({ kind }) => kind === 'oldest')
  return {
    ids: rows.filter(({ kind }) => kind === 'match').map(({ post_id }) => post_id),
    oldest: Number(total?.post_id ?? 0n) < posts ? undefined : oldest?.post_id,
  }
}

// SQLite reads the index downwards from `to` and stops after `count` rows.
const walked = query<{ words: string } & CandidateSpan>()(
  (_, p) => sql<{ id: bigint }>`
    select rowid as id from post_search
    where post_search match ${p('words')} and rowid >= ${p('from')} and rowid <= ${p('to')}
    order by rowid desc limit ${p('count')}`,
)

interface MatchedSpan extends Omit<CandidateSpan, 'count'> {
  readonly words: string
}

const ascending = query<MatchedSpan>()(
  (_, p) => sql<{ id: bigint }>`
    select rowid as id from post_search
    where post_search match ${p('words')} and rowid >= ${p('from')} and rowid <= ${p('to')} order by rowid`,
)

/**
 * All matches in a span on PostgreSQL. The values are in the text of the statement, so that PostgreSQL can plan with
 * them. PostgreSQL then uses the primary key for a short span, and the inverted index for rare words. So the cost
 * depends only on the posts of the span, and not on matches at other times. The matches are materialized before they
 * are ordered and limited. With a limit, the planner would scan the primary key and expect to end early, but for a rare
 * word this scan is long.
 * @param order order and limit of the matches
 */
function plannedMatches({ words, from, to }: MatchedSpan, order: RawBuilder<unknown>) {
  return once(
    () => sql<{ id: bigint }>`
      with found as materialized (
        select post_id from post_search where words @@ ${sql.lit(words)}::tsquery
          and post_id >= ${sql.raw(String(from))} and post_id <= ${sql.raw(String(to))}
      )
      select post_id as id from found ${order}`,
  )
}

const scanned = query<{ words: string; posts: number } & CandidateSpan>()(
  (_, p) => sql<{ post_id: bigint; kind: 'match' | 'oldest' | 'total' }>`
    with scanned as materialized (
      select post_id, words @@ ${p('words')}::text::tsquery as is_match from (
        select post_id, words from post_search where post_id >= ${p('from')} and post_id <= ${p('to')}
        order by post_id desc limit ${p('posts')}
      ) as newest
    )
    (select post_id, 'match' as kind from scanned where is_match order by post_id desc limit ${p('count')})
    union all (select post_id, 'oldest' from scanned order by post_id limit 1)
    union all select count(*), 'total' from scanned`,
)

const newest = query<CandidateSpan>()((_, p, engine) => {
  const id = sql.ref<bigint>(engine === 'sqlite' ? 'rowid' : 'post_id')
  return sql<{ id: bigint }>`
    select ${id} as id from post_search where ${id} >= ${p('from')} and ${id} <= ${p('to')}
    order by ${id} desc limit ${p('count')}`
})

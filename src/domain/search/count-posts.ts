/**
 * Counts the posts in the search index for each bucket of time, without reading their content. Counts only newest
 * versions of posts, and only public posts. A public post is visible to a caller without any relation to the author
 * (posts/read/visibility.ts, decision 0016). Posts that are withheld in all countries are not counted (decision 0165).
 */
import { type RawBuilder, sql } from 'kysely'
import { idList, idsOf } from '../../db/id-list.ts'
import { type Engine, once, query } from '../../db/query.ts'
import type { Reader } from '../../db/store.ts'
import type { ExactWords } from '../../filter/exact-words.ts'
import { FIRST_SNOWFLAKE, SNOWFLAKE_EPOCH_MS } from '../../lib/ids/snowflake.ts'
import type { PostTimes } from '../posts/read/early-posts.ts'
import { isShownSomewhere } from '../withheld.ts'
import type { CandidateSpan } from './find-candidates.ts'
import { matchExpressionOf } from './match-expression.ts'
import type { WordCodec } from './word-codec.ts'

export interface CountOptions {
  readonly words: ExactWords
  /**
   * The ids to examine. On SQLite, `count` limits the statement, because the statement runs on the event loop.
   * PostgreSQL ignores `count`.
   */
  readonly span: CandidateSpan
  /** Limits for the times of early posts, whose ids contain no time; default: no limit. */
  readonly times?: PostTimes | undefined
  /** Length of a bucket in milliseconds. */
  readonly bucketMs: number
  /** Ids that are not counted. */
  readonly except: readonly bigint[]
}

/** The result of one statement. */
export interface CountedPosts {
  /** Number of posts by bucket. The key is milliseconds since the Unix epoch, divided by the length of a bucket. */
  readonly buckets: ReadonlyMap<number, number>
  /**
   * Visible posts that quote an invisible post. These posts are not counted, because the index may have found them by
   * words of the quoted post.
   */
  readonly undecided: readonly bigint[]
  /** Number of examined posts. */
  readonly examined: number
  /** Id of the oldest examined post; undefined when all posts were examined. */
  readonly oldest: bigint | undefined
}

/** Counts the posts in a span of ids. On SQLite the statement examines at most `count` posts, newest first. */
export async function countPosts(
  store: Reader & { readonly engine: 'sqlite' | 'postgres' },
  codec: WordCodec,
  { words, span, times, bucketMs, except }: CountOptions,
): Promise<CountedPosts> {
  const parameters = {
    ...span,
    words: matchExpressionOf(words, codec, store.engine),
    start: times?.start ?? 0,
    end: times?.end ?? Number.MAX_SAFE_INTEGER,
    bucket_ms: bucketMs,
    except: idList(except),
  }
  const rows =
    store.engine === 'sqlite'
      ? await store.rows(counted, parameters)
      : await store.rows(plannedCount(parameters), {})
  const buckets = new Map<number, number>()
  const undecided: bigint[] = []
  let [examined, oldest]: [number, bigint | undefined] = [0, undefined]
  for (const row of rows) {
    if (row.bucket === null) [examined, oldest] = [row.posts, row.post_id ?? undefined]
    else if (row.post_id !== null) undecided.push(row.post_id)
    else buckets.set(row.bucket, row.posts)
  }
  const isAll = store.engine === 'postgres' || examined < span.count
  return { buckets, undecided, examined, oldest: isAll ? undefined : oldest }
}

/** SQL condition for users who are visible to everyone. @param user SQL alias of users */
function isPublic(user: string): RawBuilder<boolean> {
  const column = <Value>(name: string) => sql.ref<Value>(`${user}.${name}`)
  return sql`(${column('is_protected')} = 0 and ${column('suspended_at')} is null
    and ${column('deactivated_at')} is null and ${isShownSomewhere(column<string>('withheld_in_countries'))})`
}

/**
 * SQL condition for posts that are not dropped and not withheld everywhere.
 * @param state SQL alias of post_states, which may have no row
 */
function isShown(state: string): RawBuilder<boolean> {
  const countries = sql.ref<string | null>(`${state}.withheld_in_countries`)
  return sql`(${sql.ref(`${state}.dropped_at`)} is null and ${isShownSomewhere(countries)})`
}

/**
 * SQL that is 1 if the post shows a hidden quoted post, null if the post is a repost of a hidden original, and
 * otherwise 0. A repost is as visible as the newest version of its original. The subquery runs only for reposts and
 * quotes. Joins in place of it would read eight more tables for each post.
 */
const SHOWN = sql`case when post.reposted_id is null and post.quoted_id is null then 0 else (
  select case when shown.quoted_id is null or (
      quoted.id is not null and quoted.reposted_id is null and ${isShown('quoted_state')}
      and quoted_author.id is not null and ${isPublic('quoted_author')}) then 0 else 1 end
  from (
    select case when post.reposted_id is null then post.id
      else coalesce(first_state.latest_id, first.initial_id) end as id, first_state.dropped_at,
      first_state.withheld_in_countries
    from (select 1 as one) as one
    left join posts as first on first.id = post.reposted_id
    left join post_states as first_state on first_state.post_id = first.initial_id
  ) as newest
  join posts as shown on shown.id = newest.id
  join users as shown_author on shown_author.id = shown.author_id
  left join posts as quoted on quoted.id = shown.quoted_id
  left join post_states as quoted_state on quoted_state.post_id = quoted.initial_id
  left join users as quoted_author on quoted_author.id = quoted.author_id
  where ${isShown('newest')} and ${isPublic('shown_author')}) end`

/**
 * SQL condition for a post that is counted: the newest version, by a public author, and not hidden. The form `case … >
 * 0` is for the PostgreSQL planner: for the plain condition the planner expects few rows, and would read all users for
 * each post. For this form the planner expects every third row.
 */
const COUNTS = sql`case when ${isPublic('author')} and ${isShown('state')}
    and coalesce(state.latest_id, post.initial_id) = post.id then 1 else 0 end > 0`

interface CountParameters extends CandidateSpan {
  readonly words: string
  readonly start: number
  readonly end: number
  readonly bucket_ms: number
  readonly except: string
}

/** The SQL expressions of the parameters. */
type CountValues = { readonly [Name in keyof CountParameters]: RawBuilder<CountParameters[Name]> }

const counted = query<CountParameters>()((_, p) =>
  countOf('sqlite', {
    words: p('words'),
    from: p('from'),
    to: p('to'),
    count: p('count'),
    start: p('start'),
    end: p('end'),
    bucket_ms: p('bucket_ms'),
    except: p('except'),
  }),
)

/**
 * The statement has the values in its text, so that PostgreSQL can plan with them. PostgreSQL then uses the inverted
 * index for rare words, and the primary key for a short span.
 */
function plannedCount({ words, from, to, count, start, end, bucket_ms, except }: CountParameters) {
  return once((_, engine) =>
    countOf(engine, {
      words: sql.lit(words),
      from: sql.raw(String(from)),
      to: sql.raw(String(to)),
      count: sql.lit(count),
      start: sql.lit(start),
      end: sql.lit(end),
      bucket_ms: sql.lit(bucket_ms),
      except: sql.lit(except),
    }),
  )
}

interface CountRow {
  readonly bucket: number | null
  readonly post_id: bigint | null
  readonly posts: number
}

// Joins by primary keys for each post.
function countOf(
  engine: Engine,
  { words, from, to, count, start, end, bucket_ms, except }: CountValues,
): RawBuilder<CountRow> {
  const found =
    engine === 'sqlite'
      ? sql`select rowid as id from post_search
          where post_search match ${words} and rowid >= ${from} and rowid <= ${to}
          order by rowid desc limit ${count}`
      : sql`select post_id as id from post_search
          where words @@ ${words}::tsquery and post_id >= ${from} and post_id <= ${to}`
  const isEarly = sql`found.id < ${sql.lit(Number(FIRST_SNOWFLAKE))}`
  const ms = sql`case when ${isEarly} then post.created_at
    else (found.id >> 22) + cast(${sql.lit(SNOWFLAKE_EPOCH_MS)} as bigint) end`
  const bucketMs = sql`cast(${bucket_ms} as bigint)`
  return sql<CountRow>`
    with found as materialized (${found}),
    seen as (
      select (${ms}) / ${bucketMs} as bucket, found.id as id, ${SHOWN} as hides_quote
      from found
      join posts as post on post.id = found.id
      join users as author on author.id = post.author_id
      left join post_states as state on state.post_id = post.initial_id
      where ${COUNTS}
        and found.id not in (select id from ${idsOf(except, engine)} as excepted)
        and (not ${isEarly} or (post.created_at >= ${start} and post.created_at < ${end}))
    )
    select cast(bucket as bigint) as bucket, case hides_quote when 1 then id end as post_id,
      cast(count(*) as bigint) as posts
    from seen where hides_quote is not null group by 1, 2
    union all
    select null, min(id), count(*) from found`
}

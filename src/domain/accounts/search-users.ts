/**
 * Finds users by the words of their names, for users/search.
 *
 * A user matches if each word of the query is a prefix of a word of its names. The rarest word of the query selects the
 * candidates. The number of candidates is limited, so that no statement blocks the event loop for long. A query of only
 * common words therefore finds only the first candidates, in alphabetical order of the words.
 */
import { type RawBuilder, sql } from 'kysely'
import { idList, idsOf, textList, textsOf } from '../../db/id-list.ts'
import { query } from '../../db/query.ts'
import type { Reader } from '../../db/store.ts'
import type { Viewer } from '../context.ts'
import { findUser } from './user.ts'
import { wordsOf } from './user-words.ts'

/** Maximum number of users that a search finds, and of rows that it reads for each word. */
export const MAX_SEARCH_RESULTS = 1_000

/** Number of words of a query that are used; further words are ignored. */
const MAX_QUERY_WORDS = 8

export interface SearchInput {
  readonly query: string
  /** Number of results to skip. */
  readonly offset: number
  readonly count: number
  /** True includes suspended and deactivated users, for operators; default: false. */
  readonly withHidden?: boolean
}

/**
 * A page of the ids found. The user whose screen name is the query (with or without `@`) is first. The other users
 * follow in descending order of their number of followers. Hidden users and users who block the viewer are omitted.
 */
export async function searchUsers(
  reader: Reader,
  viewer: Viewer,
  { query: text, offset, count, withHidden = false }: SearchInput,
): Promise<readonly bigint[]> {
  const limit = Math.min(count, MAX_SEARCH_RESULTS - offset)
  if (limit <= 0) return []
  const namesake = await findUser(reader, { screenName: text.trim().replace(/^@/, '') })
  const candidates = await candidatesFor(reader, wordsOf(text).slice(0, MAX_QUERY_WORDS))
  if (namesake !== undefined) candidates.unshift(namesake.id)
  if (candidates.length === 0) return []
  const rows = await reader.rows(ranked, {
    ids: idList([...new Set(candidates)]),
    first: namesake?.id ?? NO_USER_ID,
    viewer: viewer.userId ?? NO_USER_ID,
    withHidden: withHidden ? 1 : 0,
    limit,
    offset,
  })
  return rows.map(({ id }) => id)
}

/** An id that no user has. */
const NO_USER_ID = -1n

async function candidatesFor(reader: Reader, words: readonly string[]): Promise<bigint[]> {
  if (words.length === 0) return []
  const counted = await Promise.all(words.map(async (word) => ({ word, rows: await countOf(reader, word) })))
  const [rarest, ...others] = counted.toSorted((a, b) => a.rows - b.rows).map(({ word }) => word)
  if (rarest === undefined) return []
  const rows = await reader.rows(usersByWords, { ...rangeOf(rarest), others: textList(others) })
  return rows.map(({ user_id }) => user_id)
}

async function countOf(reader: Reader, word: string): Promise<number> {
  return (await reader.first(rowsOfWord, rangeOf(word)))?.found ?? 0
}

/**
 * A character that sorts after all others and that no indexed text contains. A prefix followed by this character is the
 * end of the range of words with the prefix.
 */
const HIGHEST_CHARACTER = '\u{10FFFF}'

function rangeOf(word: string): { readonly from: string; readonly to: string } {
  return { from: word, to: word + HIGHEST_CHARACTER }
}

const ROW_LIMIT = sql.lit(MAX_SEARCH_RESULTS)

// Uses the primary key of user_words.
const rowsOfWord = query<{ from: string; to: string }>()(
  (_, p) => sql<{ found: number }>`
    select count(*) as found from (
      select 1 from user_words where word >= ${p('from')} and word < ${p('to')} limit ${ROW_LIMIT}
    ) as rows`,
)

// Reads the primary key of user_words for the rarest word. For each row found, reads the index
// user_words_user for the other words.
const usersByWords = query<{ from: string; to: string; others: string }>()(
  (_, p, engine) => sql<{ user_id: bigint }>`
    select distinct candidate.user_id from (
      select user_id from user_words where word >= ${p('from')} and word < ${p('to')}
      order by word, user_id limit ${ROW_LIMIT}
    ) as candidate
    where not exists (select 1 from ${textsOf(p('others'), engine)} as other
      where not exists (${wordOf('candidate.user_id', sql.ref<string>('other.text'))}))`,
)

function wordOf(user: string, text: RawBuilder<string>) {
  return sql`select 1 from user_words as word
    where word.user_id = ${sql.ref(user)} and word.word >= ${text} and word.word < ${text} || ${sql.lit(HIGHEST_CHARACTER)}`
}

// Reads two primary keys and the index blocks_pair once for each candidate.
interface Ranked {
  ids: string
  first: bigint
  viewer: bigint
  withHidden: number
  limit: number
  offset: number
}

const ranked = query<Ranked>()(
  (_, p, engine) => sql<{ id: bigint }>`
    select wanted.id from ${idsOf(p('ids'), engine)} as wanted
    join user_counts on user_counts.user_id = wanted.id
    where (${p('withHidden')} = 1
        or not exists (select 1 from hidden_users where hidden_users.user_id = wanted.id))
      and not exists (select 1 from blocks where user_id = wanted.id and blocked_id = ${p('viewer')})
    order by case when wanted.id = ${p('first')} then 0 else 1 end, user_counts.followers_count desc, wanted.id
    limit ${p('limit')} offset ${p('offset')}`,
)

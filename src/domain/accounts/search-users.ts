/**
 * Finding users by the words of their names (users/search).
 *
 * Every word of the query is the beginning of a word of the user's names. The rarest word of the query gives the
 * candidates, of which so many are looked at that no statement holds the event loop for long: a query whose every
 * word is common finds those of its candidates that come first in the order of words, not all that there are.
 */
import { type RawBuilder, sql } from 'kysely'
import { idList, idsOf, textList, textsOf } from '../../db/id-list.ts'
import { query } from '../../db/query.ts'
import type { Reader } from '../../db/store.ts'
import type { Viewer } from '../context.ts'
import { findUser } from './user.ts'
import { wordsOf } from './user-words.ts'

/** Users that a search finds at most, and rows of words that it reads for each word. */
export const MAX_SEARCH_RESULTS = 1_000

/** Words of a query that count; those behind them are ignored. */
const MAX_QUERY_WORDS = 8

export interface SearchInput {
  readonly query: string
  /** Results before the first one wanted. */
  readonly offset: number
  readonly count: number
}

/**
 * The ids of a part of the results: the user whose screen name is the query (with or without `@`), then the others
 * by their followers, most first. Hidden users and those who block the viewer are left out.
 */
export async function searchUsers(
  reader: Reader,
  viewer: Viewer,
  { query: text, offset, count }: SearchInput,
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
    limit,
    offset,
  })
  return rows.map(({ id }) => id)
}

/** No user has this id. */
const NO_USER_ID = -1n

/** Users with all of these words, so many of the rarest one's that it stays cheap. */
async function candidatesFor(reader: Reader, words: readonly string[]): Promise<bigint[]> {
  if (words.length === 0) return []
  const counted = await Promise.all(words.map(async (word) => ({ word, rows: await countOf(reader, word) })))
  const [rarest, ...others] = counted.toSorted((a, b) => a.rows - b.rows).map(({ word }) => word)
  if (rarest === undefined) return []
  const rows = await reader.rows(usersByWords, { ...rangeOf(rarest), others: textList(others) })
  return rows.map(({ user_id }) => user_id)
}

/** Rows whose word begins so, counted up to {@link MAX_SEARCH_RESULTS}. */
async function countOf(reader: Reader, word: string): Promise<number> {
  return (await reader.first(rowsOfWord, rangeOf(word)))?.found ?? 0
}

/** Behind every word that begins with another: no text has this character. */
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

// Uses the primary key of user_words for the first word, and for each row of it, user_words_user for the others.
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

// Two look-ups by primary key for each candidate, and one in blocks_pair.
const ranked = query<{ ids: string; first: bigint; viewer: bigint; limit: number; offset: number }>()(
  (_, p, engine) => sql<{ id: bigint }>`
    select wanted.id from ${idsOf(p('ids'), engine)} as wanted
    join user_counts on user_counts.user_id = wanted.id
    where not exists (select 1 from hidden_users where hidden_users.user_id = wanted.id)
      and not exists (select 1 from blocks where user_id = wanted.id and blocked_id = ${p('viewer')})
    order by case when wanted.id = ${p('first')} then 0 else 1 end, user_counts.followers_count desc, wanted.id
    limit ${p('limit')} offset ${p('offset')}`,
)

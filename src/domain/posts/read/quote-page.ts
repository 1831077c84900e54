/** Pages of the quotes of a post. The functions do not check visibility (see visibility.ts). */

import { sql } from 'kysely'
import { idList, idsOf } from '../../../db/id-list.ts'
import { query } from '../../../db/query.ts'
import type { Reader } from '../../../db/store.ts'
import { versionsOf } from './find-posts.ts'
import { type Direction, orderOf, type PostPage, type PostPageInput, postPage } from './post-page.ts'
import { type Exclusions, IS_NEWEST } from './timelines.ts'

export interface QuotePageInput extends PostPageInput, Pick<Exclusions, 'excludeReplies'> {
  /** Id of the first version of the quoted post. */
  readonly postId: bigint
}

/** Quotes of any version of a post. Each quote is listed once, by its newest version. */
export async function quotePage(reader: Reader, input: QuotePageInput): Promise<PostPage> {
  const versions = idList(await versionsOf(reader, input.postId))
  const withoutReplies = input.excludeReplies === true ? 1 : 0
  return postPage(input, async (slice, direction) => {
    const rows = await reader.rows(QUOTES[direction], { versions, withoutReplies, ...slice })
    const quotes = rows.flatMap(({ quotes: text }) => (text === null ? [] : text.split(','))).map(quoteOf)
    quotes.sort((a, b) => (a.id > b.id === (direction === 'older') ? -1 : 1))
    const examined = quotes.slice(0, slice.count)
    return {
      ids: examined.flatMap(({ id, isListed }) => (isListed ? [id] : [])),
      rest: examined.length < slice.count ? undefined : examined.at(-1)?.id,
    }
  })
}

interface Quote {
  readonly id: bigint
  readonly isListed: boolean
}

/** @param text a text with an id, a space, and 1 for a post that the list shows, else 0 */
function quoteOf(text: string): Quote {
  const [id = '', listed] = text.split(' ')
  return { id: BigInt(id), isListed: listed === '1' }
}

interface Selection {
  readonly versions: string
  readonly withoutReplies: number
  readonly since: bigint
  readonly max: bigint
  readonly count: number
}

// Uses the index posts_quotes for each version.
function quotesOf(direction: Direction) {
  return query<Selection>()(
    (_, p, engine) => sql<{ quotes: string | null }>`
    select (
      select string_agg(cast(piece.id as text) || ' ' || cast(piece.is_listed as text), ',') from (
        select posts.id, case when ${IS_NEWEST} and (${p('withoutReplies')} = 0
            or posts.in_reply_to_user_id is null or posts.in_reply_to_user_id = posts.author_id)
          then 1 else 0 end as is_listed
        from posts where posts.quoted_id = version.id and posts.id > ${p('since')} and posts.id <= ${p('max')}
        order by posts.id ${orderOf(direction)} limit ${p('count')}
      ) as piece
    ) as quotes from ${idsOf(p('versions'), engine)} as version`,
  )
}

const QUOTES = { older: quotesOf('older'), newer: quotesOf('newer') } as const

/** Converts the posts of table rows to v1.1 objects (spec/data-files.md#tables). */
import type { PostBundle } from '../../../domain/posts/import/imported-post.ts'
import type { ReportFault } from '../../../lib/repair.ts'
import type { TableOptions, TableRow } from '../../items.ts'
import { exactFieldsOf, type Fields, InvalidItem } from '../../json-fields.ts'
import { v11Bundle } from '../../posts/post-object.ts'
import { FIRST_SNOWFLAKE } from '../../posts/post-time.ts'
import { anchorOf, escapedText, exceptDerived } from '../v11-shape.ts'
import { authorOfRow } from './author-cell.ts'
import { COLUMNS, cell, cellIn } from './columns.ts'
import { userIdOf } from './hashed-user.ts'
import { idOfRow } from './row-id.ts'

/** Properties in which a data set differs from other tables. */
export interface RowTraits {
  /** True if the text has no HTML escapes. */
  readonly isRaw?: boolean
  /** True if the text of a repost is the text of the original. */
  readonly hasOriginalText?: boolean
  /** Column with the entities as v1.1 JSON. */
  readonly entitiesColumn?: string
  /** Column with the addresses of the links, separated by commas. */
  readonly addressesColumn?: string
}

/**
 * The post of a row.
 * @throws {InvalidItem} with the reason of rejection
 */
export function postOfRow(
  row: TableRow,
  note: ReportFault,
  options: TableOptions,
  traits: RowTraits = {},
): PostBundle {
  const { isRaw = false, entitiesColumn, addressesColumn } = traits
  const text = textOfRow(row)
  const id = idOfRow(row, note, options)
  const post: Fields = {
    id,
    // The time in a snowflake id is exact; time columns often have local times.
    created_at: id < FIRST_SNOWFLAKE ? cell(row, 'time') : undefined,
    full_text: isRaw ? escapedText(text) : text,
    entities: entitiesColumn === undefined ? undefined : parsedCell(row, entitiesColumn),
    expanded_urls: addressesColumn === undefined ? undefined : cellIn(row, addressesColumn),
    user: authorOfRow(row, note, options),
    lang: cell(row, 'lang'),
    source: sourceOf(cell(row, 'source')),
    possibly_sensitive: cell(row, 'sensitive'),
    in_reply_to_status_id: cell(row, 'inReplyToPost'),
    in_reply_to_user_id: userIdOf(cell(row, 'inReplyToUser')),
    in_reply_to_screen_name: cell(row, 'inReplyToName'),
    quoted_status_id: cell(row, 'quoted') ?? otherIn(row, 'quote', 'id'),
    coordinates: pointOf(row),
    ...countsOf(row),
  }
  return v11Bundle(withOriginal(post, row, traits), exceptDerived(note))
}

/** The text exactly as in the cell, because words such as `None` can be texts of posts. */
function textOfRow(row: TableRow): string {
  const column = COLUMNS.text.find((name) => (row[name] ?? '') !== '')
  if (column === undefined) throw new InvalidItem('there is no text')
  return row[column] ?? ''
}

/** The source of a post. An anchor stays unchanged; a name becomes an app without a home page. */
function sourceOf(source: string | undefined): string | undefined {
  return source === undefined || source.includes('<') ? source : anchorOf(source)
}

function countsOf(row: TableRow): Fields {
  return {
    retweet_count: cell(row, 'reposts'),
    favorite_count: cell(row, 'likes'),
    reply_count: cell(row, 'replies'),
    quote_count: cell(row, 'quotes'),
  }
}

function pointOf(row: TableRow): Fields | undefined {
  const [lat, long] = [cell(row, 'latitude'), cell(row, 'longitude')]
  return lat === undefined || long === undefined ? undefined : { coordinates: [Number(long), Number(lat)] }
}

/** The post as a repost with its original, if the row has the id, the author and the text of the original. */
function withOriginal(post: Fields, row: TableRow, { hasOriginalText = false }: RowTraits): Fields {
  const id = cell(row, 'repostedId') ?? otherIn(row, 'retweet', 'id')
  const author = {
    id: userIdOf(cell(row, 'repostedUserId')) ?? otherIn(row, 'retweet', 'userid'),
    screen_name: cell(row, 'repostedUserName') ?? otherIn(row, 'retweet', 'screenname'),
  }
  const text = cell(row, 'repostedText') ?? (hasOriginalText ? post['full_text'] : undefined)
  if (id === undefined || text === undefined || (author.id ?? author.screen_name) === undefined) return post
  const { entities, lang } = post
  return {
    ...post,
    retweeted_status: { id, full_text: text, entities, user: author, lang, ...countsOf(row) },
  }
}

/** The cell about a reposted or quoted post; twarc 1 has the same columns for both kinds. */
function otherIn(row: TableRow, type: 'retweet' | 'quote', part: string): string | undefined {
  return cellIn(row, 'tweettype') === type ? cellIn(row, `retweetorquote${part}`) : undefined
}

function parsedCell(row: TableRow, column: string): unknown {
  const text = cellIn(row, column)
  try {
    return text === undefined ? undefined : exactFieldsOf(text)
  } catch (error) {
    // Without this cell, the import derives the entities from the text.
    if (error instanceof InvalidItem) return undefined
    throw error
  }
}

/** Rows of posts, as twarc-csv makes them of the objects of API v2 (spec/exports.md#cells). */
import type { PostContent } from '../../domain/posts/content.ts'
import type { WholePost } from '../../domain/posts/read/every-post.ts'
import { POST } from '../../formats/v2/fields.ts'
import { mediaKey } from '../../formats/v2/media-key.ts'
import { POST_FIELDS } from '../../formats/v2/post-fields.ts'
import { shownPost } from '../../formats/v2/shown-post.ts'
import { escapeText } from '../../text/index-units.ts'
import { flatPlace } from '../v2-flat.ts'
import { v2Media, v2Poll } from '../v2-included.ts'
import { entitiesOf, originalOf, PUBLIC_FIELDS, putAttachments, putPlaceId } from '../v2-post-data.ts'
import { authorCells, authorText } from './author-cells.ts'
import { type Cell, type Column, cellReader } from './column.ts'
import { cellWriter } from './csv.ts'
import { signedEntities } from './entity-cells.ts'
import { LEADING_COLUMNS, POST_COLUMNS, TRAILING_COLUMNS } from './post-columns.ts'

type Members = Record<string, unknown>

const writeLeading = cellWriter(LEADING_COLUMNS)
const writeTrailing = cellWriter(TRAILING_COLUMNS)
const readLeading = cellReader(LEADING_COLUMNS)
const readTrailing = cellReader(TRAILING_COLUMNS)

/** Without the column `author.id`: it is `author_id`, and dots become underscores. */
export const PARQUET_COLUMNS: readonly Column[] = POST_COLUMNS.filter(({ name }) => name !== 'author.id')

const AUTHOR_ID = POST_COLUMNS.findIndex(({ name }) => name === 'author.id')

/** The cells of a post, one for each of {@link PARQUET_COLUMNS}. */
export function parquetCells(whole: WholePost): readonly Cell[] {
  const row = rowOf(whole)
  const cells = [...readLeading(row), ...authorCells(whole.author), ...readTrailing(row)]
  cells.splice(AUTHOR_ID, 1)
  return cells
}

/** The line of a post in a csv file, with its line feed. */
export function postCsvLine(whole: WholePost): string {
  const row = rowOf(whole)
  const parts: string[] = []
  writeLeading(row, parts)
  parts.push(`,${authorText(whole.author)},`)
  writeTrailing(row, parts)
  parts.push('\n')
  // A joined list is one flat string, which is written faster than a string of many appended parts.
  return parts.join('')
}

/** Fields that a repost has from its original, besides its text and entities. */
const WORDS = POST.attachments | POST.context_annotations | POST.public_metrics

/** The other members; the text of posts is whole. */
const FRAME = PUBLIC_FIELDS & ~WORDS & ~POST.text & ~POST.entities

/** The object that the columns of a post are paths of, without its author. */
function rowOf(whole: WholePost): Members {
  const { post, original, quoted } = whole
  const shown = shownPost(post, originalOf(whole))
  const row = POST_FIELDS.exactly({ post: shown }, FRAME)
  putPlaceId(row, whole)
  putWords(row, original ?? whole)
  if (original !== undefined) {
    // An original without them leaves those of the repost: the name of the author, and keys of attachments.
    row['entities'] ??= entitiesOf(shown.content)
    if (row['attachments'] === undefined) putAttached(row, whole, shown.content)
    row['retweeted_user_id'] = String(original.author.id)
    row['retweeted_username'] = original.author.screenName
  }
  if (quoted !== undefined) {
    row['quoted_user_id'] = String(quoted.author.id)
    row['quoted_username'] = quoted.author.screenName
  }
  if (post.inReplyToUserId !== null) row['in_reply_to_username'] = post.content.in_reply_to_screen_name
  row['referenced_tweets'] = byType(row['referenced_tweets'])
  if (row['entities'] !== undefined) row['entities'] = signedEntities(row['entities'] as Members)
  const { place } = post.geo ?? {}
  if (place !== undefined) row['geo'] = { ...(row['geo'] as Members), ...flatPlace(place) }
  return row
}

/** Text, entities, attachments, annotations and metrics of a post that is not a repost. */
function putWords(row: Members, whole: WholePost): void {
  const shown = shownPost(whole.post)
  Object.assign(row, POST_FIELDS.exactly({ post: shown }, WORDS))
  row['text'] = escapeText(shown.content.text)
  row['entities'] = entitiesOf(shown.content)
  putAttached(row, whole, shown.content)
}

/** The attached objects beside their keys. */
function putAttached(row: Members, whole: WholePost, { media = [], poll, ...content }: PostContent): void {
  putAttachments(row, whole, { ...content, media })
  const attachments = row['attachments'] as Members | undefined
  if (attachments === undefined) return
  const keys = attachments['media_keys']
  if (Array.isArray(keys)) {
    const byKey = new Map(media.map((medium) => [mediaKey(medium), v2Media(medium)]))
    attachments['media'] = keys.map((key: unknown) => byKey.get(String(key)) ?? {})
  }
  if (poll !== undefined) attachments['poll'] = v2Poll(poll)
}

interface Reference {
  readonly type: string
  readonly id: string
}

function byType(references: unknown): Members {
  const ids: Members = {}
  if (Array.isArray(references)) for (const { type, id } of references as Reference[]) ids[type] = { id }
  return ids
}

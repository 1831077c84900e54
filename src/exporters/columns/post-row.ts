/** Rows of posts, as twarc-csv makes them of the objects of API v2 (spec/exports.md#cells). */
import type { FullUser } from '../../domain/accounts/find-users.ts'
import type { WholePost } from '../../domain/posts/read/every-post.ts'
import { shownContent } from '../../formats/v2/shown-post.ts'
import { flatPlace } from '../v2-flat.ts'
import { v2Media, v2Poll } from '../v2-included.ts'
import { columnDataOf, originalOf } from '../v2-post-data.ts'
import { type Cell, type Column, cellReader } from './column.ts'
import { csvCells } from './csv.ts'
import { signedEntities } from './entity-cells.ts'
import { AUTHOR_COLUMNS, LEADING_COLUMNS, POST_COLUMNS, TRAILING_COLUMNS } from './post-columns.ts'
import { userRow } from './user-columns.ts'

type Members = Record<string, unknown>

const readLeading = cellReader(LEADING_COLUMNS)
const readAuthor = cellReader(AUTHOR_COLUMNS)
const readTrailing = cellReader(TRAILING_COLUMNS)

/** Without the column `author.id`: it is `author_id`, and dots become underscores. */
export const PARQUET_COLUMNS: readonly Column[] = POST_COLUMNS.filter(({ name }) => name !== 'author.id')

const AUTHOR_ID = POST_COLUMNS.findIndex(({ name }) => name === 'author.id')

/** The cells of a post, one for each of {@link PARQUET_COLUMNS}. */
export function parquetCells(whole: WholePost): readonly Cell[] {
  const row = rowOf(whole)
  const cells = [...readLeading(row), ...readAuthor(userRow(whole.author)), ...readTrailing(row)]
  return cells.toSpliced(AUTHOR_ID, 1)
}

/** Authors have many posts. */
const AUTHOR_TEXTS = new WeakMap<FullUser, string>()

/** The line of a post in a csv file, with its line feed. */
export function postCsvLine(whole: WholePost): string {
  const row = rowOf(whole)
  const { author } = whole
  let authorText = AUTHOR_TEXTS.get(author)
  if (authorText === undefined) {
    authorText = csvCells(AUTHOR_COLUMNS, readAuthor(userRow(author)))
    AUTHOR_TEXTS.set(author, authorText)
  }
  const leading = csvCells(LEADING_COLUMNS, readLeading(row))
  return `${leading},${authorText},${csvCells(TRAILING_COLUMNS, readTrailing(row))}\n`
}

/** Members that a repost has from its original, if the original has them. */
const OF_ORIGINAL = ['text', 'entities', 'attachments', 'context_annotations', 'public_metrics'] as const

/** The object that the columns of a post are paths of, without its author. */
function rowOf(whole: WholePost): Members {
  const { post, original, quoted } = whole
  const row = withMedia(columnDataOf(whole), whole)
  if (original !== undefined) {
    const merged = withMedia(columnDataOf(original), original)
    for (const name of OF_ORIGINAL) if (name in merged) row[name] = merged[name]
    row['retweeted_user_id'] = String(original.author.id)
    row['retweeted_username'] = original.author.screenName
  }
  if (quoted !== undefined) {
    row['quoted_user_id'] = String(quoted.author.id)
    row['quoted_username'] = quoted.author.screenName
  }
  row['in_reply_to_username'] =
    post.inReplyToUserId === null ? undefined : post.content.in_reply_to_screen_name
  row['referenced_tweets'] = byType(row['referenced_tweets'])
  if (row['entities'] !== undefined) row['entities'] = signedEntities(row['entities'] as Members)
  const { place } = post.geo ?? {}
  if (place !== undefined) row['geo'] = { ...(row['geo'] as Members), ...flatPlace(place) }
  return row
}

/** The post with the attached objects instead of their keys alone. */
function withMedia(members: Members, whole: WholePost): Members {
  const attachments = members['attachments'] as Members | undefined
  if (attachments === undefined) return members
  const { media = [], poll } = shownContent(whole.post, originalOf(whole))
  const keys = attachments['media_keys']
  if (Array.isArray(keys)) {
    const byKey = new Map(
      media.map((medium) => v2Media(medium)).map((medium) => [medium['media_key'], medium]),
    )
    attachments['media'] = keys.map((key) => byKey.get(key) ?? {})
  }
  if (poll !== undefined) attachments['poll'] = v2Poll(poll)
  return members
}

function byType(references: unknown): Members {
  if (!Array.isArray(references)) return {}
  return Object.fromEntries(references.map(({ type, id }: { type: string; id: string }) => [type, { id }]))
}

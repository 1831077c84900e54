/**
 * Renders the texts of long posts in API v2 (spec/v2.md#later-members). `text` is truncated and ends with a link to the
 * post, and `note_tweet` has the whole text.
 */
import { Type } from 'typebox'
import type { Indices, PostContent } from '../../../domain/posts/content.ts'
import { escapeText, indexMap, unescapeText } from '../../../text/index-units.ts'
import { MAX_POST_WEIGHT, weigh } from '../../../text/weigh.ts'
import type { Day } from '../../fields/day.ts'
import { ObjectTable } from '../../fields/object-table.ts'
import { noteBody } from '../../v1.1/post-body.ts'
import { ENTITIES, entitiesIn } from '../entities.ts'
import { some, TEXT } from '../scalars.ts'
import type { ShownPost } from '../shown-post.ts'

/** The first day with `note_tweet`. Before this day `text` has the whole text. */
export const NOTES_SINCE: Day = '2023-05-31'

/** The field `note_tweet`. */
export const NOTE_FIELDS = new ObjectTable<PostContent>([
  { name: 'text', schema: TEXT, value: ({ text }) => escapeText(text) },
  {
    name: 'entities',
    schema: (day) => some(Type.Object(ENTITIES.note.schema(day))),
    value: (content, day) => unlessEmpty(entitiesIn('note', content, day)),
  },
])

function unlessEmpty(members: Record<string, unknown>): Record<string, unknown> | undefined {
  return Object.keys(members).length === 0 ? undefined : members
}

/** True for a post whose visible text has a weighted length above 280. */
export function isLong({ text, display_text_range: range }: PostContent): boolean {
  // A UTF-16 code unit has a weight of at most 2.
  if (2 * text.length <= MAX_POST_WEIGHT) return false
  return weigh(range === undefined ? text : visible(text, range)) > MAX_POST_WEIGHT
}

function visible(text: string, [start, end]: Indices): string {
  const map = indexMap(text, 'escaped')
  const offset = (index: number) => map.toOffset(Math.min(index, map.length))
  return text.slice(offset(start), offset(end))
}

/** The content that is shown on a day: either the truncated text with its entities, or the whole content. */
export function textContent({ post, content }: ShownPost, day: Day): PostContent {
  if (day < NOTES_SINCE || !isLong(content)) return content
  const { text, hashtags, symbols, mentions, urls } = noteBody({ id: post.id, content })
  const { annotations: _, ...rest } = content
  return {
    ...rest,
    ...{ text: unescapeText(text), hashtags, symbols, user_mentions: mentions, urls },
    media: (content.media ?? []).map((medium) => ({ ...medium, indices: NOWHERE })),
  }
}

/** The field `text` on a day. */
export function shownText(shown: ShownPost, day: Day): string {
  return escapeText(textContent(shown, day).text)
}

/** Position of a link that was cut off. */
const NOWHERE: Indices = [0, 0]

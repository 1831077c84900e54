/**
 * Reads the values of the columns of posts, by column name. The values are read from posts directly, because creating
 * objects of API v2 for each row would take half of the time of an export.
 */
import type { PostContent } from '../../domain/posts/content.ts'
import type { WholePost } from '../../domain/posts/read/every-post.ts'
import { LATEST_DAY } from '../../formats/fields/day.ts'
import { mediaKey } from '../../formats/v2/media-key.ts'
import { EDIT_CONTROLS, versionIdsOf } from '../../formats/v2/members/edits.ts'
import { ATTACHMENTS, GEO, PUBLIC_METRICS } from '../../formats/v2/members/post-parts.ts'
import { referencesOf } from '../../formats/v2/references.ts'
import { withheldOf } from '../../formats/v2/withheld.ts'
import { isoSecond } from '../../lib/time/iso-time.ts'
import { escapeText } from '../../text/index-units.ts'
import { flatPlace } from '../v2-flat.ts'
import { v2Media, v2Poll } from '../v2-included.ts'
import { originalOf, putAttachments, putPlaceId } from '../v2-post-data.ts'
import type { Cell } from './column.ts'
import { signedEntitiesOf } from './entity-cells.ts'

type Members = Record<string, unknown>

/** Parts of a post that several columns use. */
export interface RowFacts {
  readonly whole: WholePost
  /** The post whose text is in the row; for a repost, this is the original. */
  readonly shown: WholePost
  /**
   * The content for all fields except text and entities. For a repost, this is the content of the original with the
   * source (app name) of the repost.
   */
  readonly content: PostContent
  readonly references: Readonly<Record<string, string>>
  readonly metrics: Members
  readonly edits: Members
  readonly withheld: Members | undefined
  readonly entities: Members
  readonly attachments: Members
  readonly geo: Members
}

const NONE: Members = Object.freeze({})

const NO_REFERENCES: Readonly<Record<string, string>> = Object.freeze({})

/**
 * The parts of the post object that most posts do not have. The names of the columns of a part begin with the name of
 * the part.
 */
export const PARTS = ['referenced_tweets', 'withheld', 'entities', 'attachments', 'geo'] as const

export type Part = (typeof PARTS)[number]

/** True for a post that lacks the part; all columns of the part are then empty. */
export function isPartAbsent(row: RowFacts, part: Part): boolean {
  if (part === 'referenced_tweets') return row.references === NO_REFERENCES
  if (part === 'withheld') return row.withheld === undefined
  return row[part] === NONE
}

/** Reads the parts of a post. */
export function rowFacts(whole: WholePost): RowFacts {
  const { post, original } = whole
  const shown = original ?? whole
  const own = shown.post.content
  const content = original === undefined ? own : { ...own, source: post.content.source }
  const shownAs = { post, original: originalOf(whole), content } as Parameters<typeof withheldOf>[0]
  return {
    whole,
    shown,
    content: shownAs.content,
    references: referencesByType(whole),
    metrics: PUBLIC_METRICS.object({ post: shown.post, original: undefined, content: own }, LATEST_DAY),
    edits: EDIT_CONTROLS.object(post, LATEST_DAY),
    withheld: withheldOf(shownAs),
    entities: entitiesOf(whole, own),
    attachments: attachmentsOf(shown, own) ?? attachmentsOf(whole, own) ?? NONE,
    geo: geoOf(whole),
  }
}

function referencesByType(whole: WholePost): Readonly<Record<string, string>> {
  const { inReplyToPostId, quotedId, repostedId } = whole.post
  if (inReplyToPostId === null && quotedId === null && repostedId === null) return NO_REFERENCES
  const ids: Record<string, string> = {}
  for (const { type, id } of referencesOf(whole.post, originalOf(whole))) ids[type] = id
  return ids
}

/**
 * The entities of a row. For a repost of a text without entities, the row has only the mention of the original author.
 */
function entitiesOf({ original }: WholePost, content: PostContent): Members {
  const entities = signedEntitiesOf(content)
  if (entities !== undefined) return entities
  return original === undefined ? NONE : { mentions: [`@${original.author.screenName}`] }
}

/** The keys of attachments and the attached objects; undefined if there are none. */
function attachmentsOf(whole: WholePost, content: PostContent): Members | undefined {
  const { media = [], poll } = content
  const { kept } = whole.post.content
  if (media.length === 0 && poll === undefined && kept?.['attachments'] === undefined) return undefined
  const row: Members = {}
  const keys = ATTACHMENTS.object(content)
  for (const _ in keys) row['attachments'] = keys
  putAttachments(row, whole, { ...content, media })
  const attachments = row['attachments'] as Members | undefined
  if (attachments === undefined) return undefined
  const mediaKeys = attachments['media_keys']
  if (Array.isArray(mediaKeys)) {
    const byKey = new Map(media.map((medium) => [mediaKey(medium), v2Media(medium)]))
    attachments['media'] = mediaKeys.map((key: unknown) => byKey.get(String(key)) ?? {})
  }
  if (poll !== undefined) attachments['poll'] = v2Poll(poll)
  return attachments
}

function geoOf(whole: WholePost): Members {
  const { geo, content } = whole.post
  if (geo === undefined && content.kept?.['place_id'] === undefined) return NONE
  const row: Members = geo === undefined ? {} : { geo: GEO.object(geo) }
  putPlaceId(row, whole)
  const members = (row['geo'] as Members | undefined) ?? NONE
  return geo?.place === undefined ? members : { ...members, ...flatPlace(geo.place) }
}

function member(value: unknown, name: string): Cell {
  return typeof value === 'object' && value !== null ? (value as Members)[name] : undefined
}

/** Readers of columns. A column without a reader is always empty. */
export const POST_VALUES: Readonly<Record<string, (row: RowFacts) => Cell>> = {
  id: ({ whole }) => String(whole.post.id),
  conversation_id: ({ whole }) => String(whole.post.conversationId),
  'referenced_tweets.replied_to.id': ({ references }) => references['replied_to'],
  'referenced_tweets.retweeted.id': ({ references }) => references['retweeted'],
  'referenced_tweets.quoted.id': ({ references }) => references['quoted'],
  author_id: ({ whole }) => String(whole.post.authorId),
  in_reply_to_user_id: ({ whole }) => whole.post.inReplyToUserId?.toString(),
  in_reply_to_username: ({ whole: { post } }) =>
    post.inReplyToUserId === null ? undefined : post.content.in_reply_to_screen_name,
  retweeted_user_id: ({ whole: { original } }) => original?.author.id.toString(),
  retweeted_username: ({ whole: { original } }) => original?.author.screenName,
  quoted_user_id: ({ whole: { quoted } }) => quoted?.author.id.toString(),
  quoted_username: ({ whole: { quoted } }) => quoted?.author.screenName,
  created_at: ({ whole }) => isoSecond(whole.post.createdAt),
  text: ({ shown }) => escapeText(shown.post.content.text),
  lang: ({ content }) => content.lang ?? 'und',
  source: ({ content }) => content.source?.name,
  ...membersOf('public_metrics', ({ metrics }) => metrics, [
    ...['impression_count', 'reply_count', 'retweet_count', 'quote_count', 'like_count', 'bookmark_count'],
  ]),
  reply_settings: ({ content }) => content.reply_settings ?? 'everyone',
  edit_history_tweet_ids: ({ whole }) => versionIdsOf(whole.post),
  ...membersOf('edit_controls', ({ edits }) => edits, [
    ...['edits_remaining', 'editable_until', 'is_edit_eligible'],
  ]),
  possibly_sensitive: ({ content }) => content.possibly_sensitive ?? false,
  ...membersOf('withheld', ({ withheld }) => withheld, ['scope', 'copyright', 'country_codes']),
  ...membersOf('entities', ({ entities }) => entities, [
    ...['annotations', 'cashtags', 'hashtags', 'mentions', 'urls'],
  ]),
  context_annotations: ({ shown }) =>
    shown.post.content.context_annotations?.map(({ domain, entity }) => ({ domain, entity })),
  ...membersOf('attachments', ({ attachments }) => attachments, ['media', 'media_keys', 'poll_ids']),
  ...membersOf('attachments.poll', ({ attachments }) => attachments['poll'], [
    ...['duration_minutes', 'end_datetime', 'id', 'options', 'voting_status'],
  ]),
  ...membersOf('geo', ({ geo }) => geo, [
    ...['country', 'country_code', 'full_name', 'id', 'name', 'place_id', 'place_type'],
  ]),
  ...membersOf('geo.coordinates', ({ geo }) => geo['coordinates'], ['coordinates', 'type']),
  ...membersOf('geo.geo', ({ geo }) => geo['geo'], ['bbox', 'type']),
}

/** Readers of the columns of a part, for each of its fields. */
function membersOf(
  path: string,
  part: (row: RowFacts) => unknown,
  names: readonly string[],
): Record<string, (row: RowFacts) => Cell> {
  return Object.fromEntries(
    names.map((name) => [`${path}.${name}`, (row: RowFacts) => member(part(row), name)]),
  )
}

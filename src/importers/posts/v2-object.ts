/**
 * Reads v2 post objects (spec/v2-objects.md#envelope): responses with `data` and `includes`, single objects, and
 * flattened objects. A flattened object contains its author and its referenced posts.
 */
import type { PostContent } from '../../domain/posts/content.ts'
import type { ImportedPost, PostBundle } from '../../domain/posts/import/imported-post.ts'
import { REPLY_SETTINGS } from '../../domain/posts/reply-settings.ts'
import { type ReportFault, repaired } from '../../lib/repair.ts'
import { idIn } from '../id-fields.ts'
import { countIn, type Fields, flagIn, InvalidItem, objectIn, textIn } from '../json-fields.ts'
import { noAuthor } from './author-fields.ts'
import { importedCounts, importedMetrics, type PublicCounts } from './imported-metrics.ts'
import { ownIdIn } from './own-id.ts'
import { postTimeOf } from './post-time.ts'
import { movedPlaces, type RecordedText, recordedText, shownLength } from './recorded-text.ts'
import { attachedIn, NO_ENTITIES, v2Entities } from './v2-entities.ts'
import { V2Includes } from './v2-includes.ts'
import { geoIn } from './v2-place.ts'
import { V2_POST } from './v2-schema.ts'

/** True for a v2 response. */
export function isV2Answer(fields: Fields): boolean {
  // A search response without posts has only `meta`.
  const isEnvelope = 'data' in fields || 'errors' in fields || 'meta' in fields
  return isEnvelope && !('text' in fields) && !('full_text' in fields)
}

/** True for a v2 post, false for a v1.1 post. */
export function isV2Post(fields: Fields): boolean {
  if ('id_str' in fields || 'user' in fields || 'full_text' in fields) return false
  return typeof fields['id'] === 'string' && 'text' in fields
}

/**
 * The posts of a response. Unreadable posts are left out: `faults` has the reasons for posts of `data`, and `note` is
 * called for referenced posts.
 */
export function v2Answer(fields: Fields, note: ReportFault): PostBundle {
  const recorded = includesIn(fields, note)
  const includes = new V2Includes(recorded, note)
  const faults: string[] = []
  const posts = listOf(fields['data']).flatMap((post) =>
    readable(post, { includes, note }, (fault) => faults.push(fault)),
  )
  const referenced = listOf(recorded['tweets']).flatMap((post) =>
    readable(post, { includes, note }, () => note('includes.tweets', 'incomplete')),
  )
  return { posts, referenced, faults }
}

/**
 * The field `includes`. A field of another type is treated as missing, because each post itself has the id of its
 * author.
 */
function includesIn({ includes = null }: Fields, note: ReportFault): Fields {
  if (typeof includes === 'object' && !Array.isArray(includes)) return (includes ?? {}) as Fields
  note('includes', 'another type')
  return {}
}

function listOf(value: unknown): readonly unknown[] {
  if (value === undefined || value === null) return []
  return Array.isArray(value) ? value : [value]
}

interface Reading {
  readonly includes: V2Includes
  readonly note: ReportFault
}

function readable(post: unknown, reading: Reading, onFault: (reason: string) => void): ImportedPost[] {
  try {
    if (typeof post !== 'object' || post === null || Array.isArray(post)) {
      throw new InvalidItem('data holds something that is no object')
    }
    return [v2Post(post as Fields, reading)]
  } catch (error) {
    if (!(error instanceof InvalidItem)) throw error
    onFault(error.message)
    return []
  }
}

/** Reads a single post, which may be flattened. @throws {InvalidItem} */
export function v2Bundle(fields: Fields, note: ReportFault): PostBundle {
  const inner = listOf(fields['referenced_tweets']).filter(isWholePost)
  const all = [fields, ...inner]
  const includes = new V2Includes(mergedIncludes(all), note)
  for (const post of all) {
    for (const user of [post['author'], post['in_reply_to_user'], ...mentionedUsers(post)]) {
      if (isMember(user)) includes.addUser(user)
    }
  }
  const reading = { includes, note }
  const referenced = inner.flatMap((post) =>
    readable(post, reading, () => note('referenced_tweets', 'incomplete')),
  )
  return { posts: [v2Post(fields, reading)], referenced }
}

/** The media and polls of flattened posts; twarc2 moves them into the attachments. */
function mergedIncludes(posts: readonly Fields[]): Fields {
  const attached = posts.map(({ attachments }) =>
    typeof attachments === 'object' && attachments !== null ? (attachments as Fields) : {},
  )
  return {
    media: attached.flatMap(({ media }) => listOf(media)),
    polls: attached.flatMap(({ poll, polls }) => [...listOf(poll), ...listOf(polls)]),
  }
}

/** The mentions of flattened posts; twarc2 merges the users into them. */
function mentionedUsers({ entities }: Fields): readonly unknown[] {
  if (typeof entities !== 'object' || entities === null) return []
  return listOf((entities as Fields)['mentions']).filter(
    (mention) => typeof mention === 'object' && mention !== null && 'id' in mention && 'username' in mention,
  )
}

function isWholePost(post: unknown): post is Fields {
  return typeof post === 'object' && post !== null && 'text' in post
}

/** False for an empty author; a flattened post has an empty author if the author was not requested. */
function isMember(user: unknown): boolean {
  return user !== undefined && user !== null && !(typeof user === 'object' && Object.keys(user).length === 0)
}

function v2Post(recorded: Fields, { includes, note }: Reading): ImportedPost {
  const given = withWholeText(recorded)
  const id = ownIdIn(given, note)
  const authorId = authorIdIn(given)
  if (authorId === undefined)
    throw noAuthor(
      given,
      'there is no author_id; ask for it with tweet.fields=author_id, or name the author of all posts with --author ID',
    )
  const fields = repaired(V2_POST, given, note) as Fields
  const repostedId = referenceIn(fields, 'retweeted', id, note)
  if (repostedId === id) throw new InvalidItem('it reposts itself')
  const inReplyToUserId = idIn(fields, 'in_reply_to_user_id') ?? null
  const conversationId = idIn(fields, 'conversation_id')
  const context = { id, given, isRepost: repostedId !== null, includes, note }
  return {
    id,
    author: { id: authorId, readUser: () => includes.user(authorId) },
    createdAt: postTimeOf(textIn(fields, 'created_at'), id, note),
    inReplyToPostId: otherThan(id, referenceIn(fields, 'replied_to', id, note), note),
    inReplyToUserId: repostedId === null ? inReplyToUserId : null,
    quotedId: repostedId === null ? otherThan(id, referenceIn(fields, 'quoted', id, note), note) : null,
    repostedId,
    ...(conversationId === undefined || repostedId !== null ? {} : { conversationId }),
    ...contentOf(fields, context),
    geo: geoIn(fields, includes, note),
    counts: repostedId === null ? importedCounts(fields, V2_METRICS) : undefined,
    withheldInCountries: (objectIn(fields, 'withheld')?.['country_codes'] ?? []) as readonly string[],
  }
}

/** The id of the author. Flattened posts also contain the author as an object. */
function authorIdIn(post: Fields): bigint | undefined {
  const id = idIn(post, 'author_id')
  const { author } = post
  if (id !== undefined || typeof author !== 'object' || author === null) return id
  return idIn(author as Fields, 'id')
}

/**
 * Moves the whole text of a long post to `text`, which otherwise has only the beginning
 * (spec/data-files.md#post-objects).
 */
function withWholeText(fields: Fields): Fields {
  const { note_tweet: long, ...rest } = fields
  if (typeof long !== 'object' || long === null) return fields
  const { text, entities = {} } = long as Fields
  return typeof text === 'string' && text !== '' ? { ...rest, text, entities } : fields
}

function referenceIn(fields: Fields, type: string, id: bigint, note: ReportFault): bigint | null {
  const references = (fields['referenced_tweets'] ?? []) as readonly Fields[]
  const reference = references.find((entry) => entry['type'] === type)
  if (reference === undefined) return null
  try {
    const other = idIn(reference, 'id')
    if (other !== undefined) return other
  } catch (error) {
    if (!(error instanceof InvalidItem)) throw error
  }
  // A repost has no content of its own, so it cannot be stored without the original.
  if (type === 'retweeted') throw new InvalidItem(`what the post ${id} reposts has no id`)
  note('referenced_tweets', 'no id')
  return null
}

function otherThan(id: bigint, other: bigint | null, note: ReportFault): bigint | null {
  if (other !== id) return other
  note('referenced_tweets', 'refers to its own post')
  return null
}

interface PostContext extends Reading {
  readonly id: bigint
  /** The object before it was repaired. */
  readonly given: Fields
  readonly isRepost: boolean
}

function contentOf(fields: Fields, { id, given, isRepost, includes, note }: PostContext) {
  const text = textIn(fields, 'text')
  if (text === undefined) throw new InvalidItem('there is no text')
  const recorded = recordedText(text, given['text'])
  // Exports mark posts that were imported with a truncated text. Such a post must not count as a whole copy.
  const isCutShort = !isRepost && flagIn(fields, 'truncated') === true
  const { entities, aside } = isRepost ? NO_ENTITIES : v2Entities(fields, { id, recorded, includes, note })
  const kept = {
    ...(isCutShort ? { truncated: true } : {}),
    ...keptIn(fields, includes),
    ...aside,
  }
  const source = textIn(fields, 'source')
  const content: PostContent = {
    ...(Object.keys(kept).length === 0 ? {} : { kept }),
    text: isRepost ? '' : recorded.text,
    ...entities,
    ...(isRepost ? {} : rangeIn(fields, recorded)),
    ...(source === undefined || source === '' ? {} : { source: { name: source } }),
    ...(isRepost ? {} : scalarsIn(fields, includes)),
    ...(isRepost ? {} : importedMetrics(fields, V2_METRICS)),
  }
  const mentioned = [...new Set((entities.user_mentions ?? []).map(({ id_str }) => BigInt(id_str)))]
  return { content: JSON.stringify(content), isCutShort, mentioned }
}

function rangeIn(fields: Fields, recorded: RecordedText): Pick<PostContent, 'display_text_range'> {
  const range = recorded.isShortened ? undefined : movedPlaces(fields['display_text_range'], recorded)
  if (range === undefined) return {}
  const isWhole = range[0] === 0 && range[1] === shownLength(recorded)
  return isWhole ? {} : { display_text_range: range }
}

/** The screen name of an answered user who is not in the file; it comes from the mention in the text. */
function mentionedName(fields: Fields, id: bigint | null): string | undefined {
  const mentions = objectIn(fields, 'entities')?.['mentions']
  if (id === null || !Array.isArray(mentions)) return undefined
  const found = mentions.find((mention: Fields) => mention['id'] === String(id)) as Fields | undefined
  return found === undefined ? undefined : textIn(found, 'username')
}

function scalarsIn(fields: Fields, includes: V2Includes): Partial<PostContent> {
  const lang = textIn(fields, 'lang')
  const isSensitive = flagIn(fields, 'possibly_sensitive')
  const answered = idIn(fields, 'in_reply_to_user_id') ?? null
  const screenName =
    textIn(fields, 'in_reply_to_screen_name') ??
    includes.screenName(answered) ??
    mentionedName(fields, answered)
  const card = textIn(fields, 'card_uri')
  const replies = REPLY_SETTINGS.find((setting) => setting === fields['reply_settings'])
  const [pollId] = attachedIn(fields, 'poll_ids')
  const poll = pollId === undefined ? undefined : includes.poll(pollId)
  return {
    ...(lang === undefined || lang === '' ? {} : { lang }),
    ...(isSensitive === undefined ? {} : { possibly_sensitive: isSensitive }),
    ...(screenName === undefined ? {} : { in_reply_to_screen_name: screenName }),
    ...(poll === undefined ? {} : { poll }),
    ...(card === undefined ? {} : { card_uri: card }),
    ...(replies === undefined ? {} : { reply_settings: replies }),
  }
}

const V2_METRICS: PublicCounts = {
  retweets: (fields) => publicIn(fields, 'retweet_count'),
  replies: (fields) => publicIn(fields, 'reply_count'),
  likes: (fields) => publicIn(fields, 'like_count'),
  quotes: (fields) => publicIn(fields, 'quote_count'),
  impressions: (fields) => publicIn(fields, 'impression_count'),
}

function publicIn(fields: Fields, name: string): number | undefined {
  return countIn(objectIn(fields, 'public_metrics') ?? {}, name)
}

const READ = new Set([
  ...[
    'id',
    'text',
    'created_at',
    'author_id',
    'in_reply_to_user_id_str',
    'lang',
    'possibly_sensitive',
    'source',
  ],
  ...[
    'conversation_id_str',
    'referenced_tweets',
    'attachments',
    'geo',
    'entities',
    'context_annotations',
    'withheld',
  ],
  ...[
    'truncated',
    'public_metrics',
    'non_public_metrics',
    'organic_metrics',
    'promoted_metrics',
    'display_text_range',
    'card_uri',
    'author',
    'in_reply_to_user',
    'in_reply_to_screen_name',
  ],
  '__twarc',
])

/** Fields without their own column; they are stored as JSON. `withheld` is stored under the v1.1 names. */
function keptIn(fields: Fields, includes: V2Includes): Record<string, unknown> {
  const kept: Record<string, unknown> = {}
  for (const name in fields) {
    if (!READ.has(name)) kept[name] = fields[name]
  }
  const withheld = objectIn(fields, 'withheld') ?? {}
  if (flagIn(withheld, 'copyright') === true) kept['withheld_copyright'] = true
  const scope = textIn(withheld, 'scope')
  if (scope !== undefined) kept['withheld_scope'] = scope === 'tweet' ? 'status' : scope
  const media = attachedIn(fields, 'media_keys').filter((key) => includes.medium(key) === undefined)
  const polls = attachedIn(fields, 'poll_ids').filter((id) => includes.poll(id) === undefined)
  if (media.length + polls.length > 0) kept['attachments'] = fields['attachments']
  const placeId = textIn(objectIn(fields, 'geo') ?? {}, 'place_id')
  if (placeId !== undefined && includes.place(placeId) === undefined) kept['place_id'] = placeId
  return kept
}

/**
 * Reads v1.1 post objects (spec/posts.md#post-object) of any age and in any mode: compatibility, extended, or with
 * `extended_tweet`.
 */
import {
  CUT_SHORT,
  type ImportedPost,
  type PostBundle,
  type PostByName,
} from '../../domain/posts/import/imported-post.ts'
import type { ImportedCounts } from '../../domain/posts/post.ts'
import { InvariantBroken } from '../../lib/assert.ts'
import { IGNORE_FAULTS, type ReportFault, repaired, storableText } from '../../lib/repair.ts'
import { idIn, validIdIn } from '../id-fields.ts'
import { countIn, type Fields, flagIn, InvalidItem, objectIn, textIn } from '../json-fields.ts'
import { importedCounts, importedMetrics, type PublicCounts } from './imported-metrics.ts'
import { ownIdIn } from './own-id.ts'
import { type AuthorOfPost, authorIn, type PostOwner } from './post-author.ts'
import { type EntityContext, entitiesIn, type PostEntities } from './post-entities.ts'
import { geoIn } from './post-place.ts'
import { sourceOf } from './post-source.ts'
import { postTimeOf } from './post-time.ts'
import { movedPlaces, type RecordedText, recordedText, shownLength } from './recorded-text.ts'
import { V11_POST } from './v11-schema.ts'

/** Maximum nesting of quoted and reposted posts. Recorded posts have two levels. */
const NESTED_DEEPEST = 8

/**
 * The post in an object, and the posts inside it.
 * @throws {InvalidItem}
 * @throws {DigitsLost}
 */
export function v11Bundle(fields: Fields, note: ReportFault = IGNORE_FAULTS): PostBundle {
  return bundleOf(fields, { referenced: [], byName: [], note })
}

/** Like {@link v11Bundle}, but with an author for posts that have none. */
export function v11BundleOf(fields: Fields, owner: PostOwner, note: ReportFault): PostBundle {
  return bundleOf(fields, { referenced: [], byName: [], note, owner })
}

function bundleOf(fields: Fields, reading: Reading): PostBundle {
  const { author, post } = readPost(fields, reading, 0)
  const { referenced, byName } = reading
  const isNamed = !('id' in author)
  if (isNamed) byName.push({ author, post })
  return {
    posts: isNamed ? [] : [{ ...post, author }],
    referenced,
    ...(byName.length === 0 ? {} : { byName }),
  }
}

interface Reading {
  readonly referenced: ImportedPost[]
  readonly byName: PostByName[]
  readonly note: ReportFault
  /** Owner of the file; used only for the outermost post. */
  readonly owner?: PostOwner
}

interface ReadPost {
  readonly author: AuthorOfPost
  readonly post: Omit<ImportedPost, 'author'>
}

function readPost(given: Fields, reading: Reading, depth: number): ReadPost {
  const { note } = reading
  if (depth > NESTED_DEEPEST) throw new InvalidItem('posts are nested too deeply')
  const id = ownIdIn(given, note)
  const fields = repaired(V11_POST, given, note) as Fields
  const author = authorIn(fields, depth === 0 ? reading.owner : undefined, note)
  const nested = nestedIn(fields, 'retweeted_status', note)
  if (nested !== undefined && idText(nested) === String(id)) throw new InvalidItem('it reposts itself')
  // If the original is incomplete, the text of the repost itself is imported.
  const original =
    nested !== undefined && refer(nested, 'retweeted_status', reading, depth) ? nested : undefined
  const repostedId = original === undefined ? null : (idIn(original, 'id') ?? null)
  const quotedId = quotedIn(fields, id, reading, depth)
  const context = { id, isQuote: quotedId !== null, note, given }
  const said = original === undefined ? contentIn(fields, context) : repostIn(fields)
  const post = {
    id,
    createdAt: postTimeOf(textIn(fields, 'created_at'), id, note),
    inReplyToPostId: otherIn(fields, 'in_reply_to_status_id', id, note),
    inReplyToUserId: idIn(fields, 'in_reply_to_user_id') ?? null,
    // The quote belongs to the original.
    quotedId: original === undefined ? quotedId : null,
    repostedId,
    ...said,
    geo: geoIn(fields, note),
    counts: original === undefined ? countsIn(fields) : undefined,
    withheldInCountries: (fields['withheld_in_countries'] ?? []) as readonly string[],
  }
  return { author, post }
}

/** A post inside another post; undefined when the inner post is missing or invalid. */
function nestedIn(fields: Fields, name: string, note: ReportFault): Fields | undefined {
  const value = fields[name]
  if (value === undefined || value === null) return undefined
  if (typeof value === 'object' && !Array.isArray(value)) {
    // Some recordings have an empty object for a missing post.
    return Object.keys(value).length === 0 ? undefined : (value as Fields)
  }
  note(name, 'another type')
  return undefined
}

function idText({ id_str, id }: Fields): string {
  return String(id_str ?? id)
}

/** The id of a referenced post. Null when the id is missing, or when the id is that of the referring post itself. */
function otherIn(fields: Fields, name: string, id: bigint, note: ReportFault): bigint | null {
  const other = idIn(fields, name) ?? null
  if (other !== id) return other
  note(name, 'refers to its own post')
  return null
}

/**
 * The id of the quoted post. If the object contains the quoted post with its author, the function adds that post to the
 * referenced posts.
 */
function quotedIn(fields: Fields, id: bigint, reading: Reading, depth: number): bigint | null {
  const quoted = nestedIn(fields, 'quoted_status', reading.note)
  const named = otherIn(fields, 'quoted_status_id', id, reading.note)
  const quotedId = named ?? (quoted === undefined ? null : otherIn(quoted, 'id', id, reading.note))
  if (quotedId !== null && typeof quoted?.['user'] === 'object' && quoted['user'] !== null) {
    refer(quoted, 'quoted_status', reading, depth)
  }
  return quotedId
}

/** Adds a nested post to the referenced posts. @returns false when the nested post is incomplete */
function refer(nested: Fields, name: string, reading: Reading, depth: number): boolean {
  const before = [reading.referenced.length, reading.byName.length] as const
  try {
    const { author, post } = readPost(nested, reading, depth + 1)
    if ('id' in author) reading.referenced.push({ ...post, author })
    else reading.byName.push({ author, post, isReferenced: true })
    return true
  } catch (error) {
    if (!(error instanceof InvalidItem)) throw error
    reading.referenced.splice(before[0])
    reading.byName.splice(before[1])
    reading.note(name, 'incomplete')
    return false
  }
}

type Said = Pick<ImportedPost, 'content' | 'isCutShort' | 'mentioned'>

/** Content of a repost. It has no text and no entities, because these belong to the original. */
function repostIn(fields: Fields): Said {
  const kept = keptIn(fields)
  const { source, kept: keptSource } = sourceOf(textIn(fields, 'source') ?? '')
  if (keptSource !== undefined) kept['source'] = keptSource
  const content = { ...(Object.keys(kept).length === 0 ? {} : { kept }), text: '', ...(source && { source }) }
  return { content: JSON.stringify(content), isCutShort: false, mentioned: [] }
}

interface ContentContext {
  readonly id: bigint
  readonly isQuote: boolean
  readonly note: ReportFault
  /** The object before it was repaired. */
  readonly given: Fields
}

/** Fields with the whole text of a post whose object has only the beginning of the text. */
const WHOLE_TEXTS = ['note_tweet', 'extended_tweet']

function hasText(fields: Fields | undefined): boolean {
  return fields !== undefined && (textIn(fields, 'full_text') ?? textIn(fields, 'text')) !== undefined
}

function contentIn(fields: Fields, { id, isQuote, note, given }: ContentContext): Said {
  const wholeName = WHOLE_TEXTS.find((one) => hasText(objectIn(fields, one)))
  const whole = wholeName === undefined ? undefined : objectIn(fields, wholeName)
  const from = whole ?? fields
  const name = textIn(from, 'full_text') === undefined ? 'text' : 'full_text'
  const text = textIn(from, name)
  if (text === undefined) throw new InvalidItem('there is no text')
  const recorded = recordedText(text, (wholeName === undefined ? given : (given[wholeName] as Fields))[name])
  const extended = objectIn(from, 'extended_entities') ?? objectIn(fields, 'extended_entities')
  const context = {
    recorded,
    postId: id,
    note,
    known: knownUsers(fields, given),
    addresses: addressesIn(fields),
  }
  const entities = entitiesIn(objectIn(from, 'entities'), extended, context)
  const isCutShort = whole === undefined && flagIn(fields, 'truncated') === true
  const kept: Record<string, unknown> = { ...(isCutShort ? { truncated: true } : {}), ...keptIn(fields) }
  if (Object.keys(entities.others).length > 0) kept['entities'] = entities.others
  const isMarkedQuote = flagIn(fields, 'is_quote_status')
  if (isMarkedQuote !== undefined && isMarkedQuote !== isQuote) kept['is_quote_status'] = isMarkedQuote
  const { source, kept: keptSource } = sourceOf(textIn(fields, 'source') ?? '')
  if (keptSource !== undefined) kept['source'] = keptSource
  const content: Record<string, unknown> = Object.keys(kept).length === 0 ? {} : { kept }
  content['text'] = recorded.text
  putEntities(content, entities)
  putRange(content, from, recorded)
  if (source !== undefined) content['source'] = source
  putScalars(content, fields)
  Object.assign(content, importedMetrics(fields, V11_METRICS))
  const json = JSON.stringify(content)
  if (json.startsWith(CUT_SHORT) !== isCutShort)
    throw new InvariantBroken('a cut-short post is not marked as one')
  return { content: json, isCutShort, mentioned: mentionedIn(entities) }
}

/** The cell `expanded_urls` of a table. Objects with entities do not need it. */
function addressesIn(fields: Fields): string | undefined {
  const cell = fields['entities'] === undefined ? fields['expanded_urls'] : undefined
  return typeof cell === 'string' && cell !== '' ? cell : undefined
}

/** Users whose ids the post has outside its entities: the author, and the answered user. */
function knownUsers(fields: Fields, given: Fields): EntityContext['known'] {
  const known = new Map<string, { readonly id: bigint; readonly name: string }>()
  const answered = textIn(fields, 'in_reply_to_screen_name')
  const answeredId = idIn(fields, 'in_reply_to_user_id')
  if (answered !== undefined && answeredId !== undefined) {
    known.set(answered.toLowerCase(), { id: answeredId, name: answered })
  }
  const author = objectIn(given, 'user')
  const authorId = author === undefined ? undefined : validIdIn(author, 'id')
  const { screen_name, name = screen_name } = author ?? {}
  if (authorId !== undefined && typeof screen_name === 'string' && typeof name === 'string') {
    known.set(screen_name.toLowerCase(), { id: authorId, name: storableText(name) })
  }
  return known
}

function putEntities(content: Record<string, unknown>, entities: PostEntities): void {
  const { hashtags, symbols, userMentions, urls, media } = entities
  if (hashtags.length > 0) content['hashtags'] = hashtags
  if (symbols.length > 0) content['symbols'] = symbols
  if (userMentions.length > 0) content['user_mentions'] = userMentions
  if (urls.length > 0) content['urls'] = urls
  if (media.length > 0) content['media'] = media
}

function putRange(content: Record<string, unknown>, from: Fields, recorded: RecordedText): void {
  const range = recorded.isShortened ? undefined : movedPlaces(from['display_text_range'], recorded)
  if (range === undefined) return
  const isWhole = range[0] === 0 && range[1] === shownLength(recorded)
  if (!isWhole) content['display_text_range'] = range
}

function putScalars(content: Record<string, unknown>, fields: Fields): void {
  const { lang, possibly_sensitive, in_reply_to_screen_name, card_uri, quoted_status_permalink } = fields
  if (lang !== undefined && lang !== '') content['lang'] = lang
  const others = { possibly_sensitive, in_reply_to_screen_name, card_uri, quoted_status_permalink }
  for (const [name, value] of Object.entries(others)) if (value !== undefined) content[name] = value
}

function mentionedIn({ userMentions }: PostEntities): readonly bigint[] {
  if (userMentions.length === 0) return []
  return [...new Set(userMentions.map(({ id_str }) => BigInt(id_str)))]
}

/** Readers of the public counts. v1.1 objects have no count of views. */
const V11_METRICS: PublicCounts = {
  retweets: (fields) => countIn(fields, 'retweet_count'),
  replies: (fields) => countIn(fields, 'reply_count'),
  likes: (fields) => countIn(fields, 'favorite_count'),
  quotes: (fields) => countIn(fields, 'quote_count'),
  impressions: () => undefined,
}

function countsIn(fields: Fields): ImportedCounts | undefined {
  return importedCounts(fields, V11_METRICS)
}

/**
 * Fields that need not be kept. They are read or derived, or depend on the user who recorded the post (decision 0017).
 */
const READ = new Set([
  ...['id', 'id_str', 'created_at', 'text', 'full_text', 'truncated', 'display_text_range', 'entities'],
  ...[
    'extended_entities',
    'extended_tweet',
    'note_tweet',
    'source',
    'in_reply_to_status_id',
    'in_reply_to_status_id_str',
  ],
  ...[
    'in_reply_to_user_id',
    'in_reply_to_user_id_str',
    'in_reply_to_screen_name',
    'user',
    'user_id',
    'user_id_str',
    'geo',
    'coordinates',
  ],
  ...['place', 'retweeted_status', 'is_quote_status', 'quoted_status_id', 'quoted_status_id_str'],
  ...[
    'quoted_status_permalink',
    'quoted_status',
    'retweet_count',
    'favorite_count',
    'reply_count',
    'quote_count',
    'non_public_metrics',
    'organic_metrics',
    'promoted_metrics',
  ],
  ...[
    'favorited',
    'retweeted',
    'current_user_retweet',
    'possibly_sensitive',
    'lang',
    'withheld_in_countries',
  ],
])

/** Fields that are not kept if they have the given values; these values are the defaults. */
const PLAIN: Readonly<Record<string, unknown>> = { contributors: null, possibly_sensitive_appealable: false }

function keptIn(fields: Fields): Record<string, unknown> {
  const addresses = addressesIn(fields)
  return Object.fromEntries(
    Object.entries(fields).filter(
      ([name, value]) =>
        !READ.has(name) &&
        !(name in PLAIN && PLAIN[name] === value) &&
        !(name === 'expanded_urls' && value === addresses),
    ),
  )
}

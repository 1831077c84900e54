/** Reads the v1.1 post object (spec/followers.md section 3), of any age and form: compat, extended, `extended_tweet`. */
import {
  CUT_SHORT,
  type ImportedAuthor,
  type ImportedPost,
  type PostBundle,
} from '../domain/posts/imported-post.ts'
import type { PostCounts } from '../domain/posts/post.ts'
import { InvariantBroken } from '../lib/assert.ts'
import { firstSnowflakeAt, snowflakeTime } from '../lib/snowflake.ts'
import { codePointLength, escapeText } from '../text/index-units.ts'
import {
  countIn,
  type Fields,
  flagIn,
  idIn,
  keptOf,
  listIn,
  Misfit,
  objectIn,
  textIn,
} from './json-fields.ts'
import { entitiesIn, type PostEntities } from './post-entities.ts'
import { geoIn } from './post-place.ts'
import { sourceOf } from './post-source.ts'
import { indicesIn, type ToldText, toldText } from './told-text.ts'
import { userIn } from './user-object.ts'
import { parseV11Date } from './v11-date.ts'

/** Posts that quote posts that quote posts: recorded ones go two deep. */
const NESTED_DEEPEST = 8

/** Ids below were given in sequence and tell no time. */
export const FIRST_SNOWFLAKE = firstSnowflakeAt(Date.UTC(2010, 10, 5))

/** The post of an object, and those inside it. @throws {Misfit} @throws {DigitsLost} */
export function v11Bundle(fields: Fields): PostBundle {
  const referenced: ImportedPost[] = []
  const post = readPost(fields, referenced, 0)
  return { posts: [post], referenced }
}

/** What is said of a post by whom it belongs to, when its object does not: in archives. */
export interface PostOwner {
  readonly author: ImportedAuthor
}

/** As {@link v11Bundle}; @param owner the author of posts that do not name one */
export function v11BundleOf(fields: Fields, owner: PostOwner): PostBundle {
  const referenced: ImportedPost[] = []
  return { posts: [readPost(fields, referenced, 0, owner)], referenced }
}

function readPost(
  fields: Fields,
  referenced: ImportedPost[],
  depth: number,
  owner?: PostOwner,
): ImportedPost {
  if (depth > NESTED_DEEPEST) throw new Misfit('posts are nested too deeply')
  const id = idIn(fields, 'id')
  if (id === undefined) throw new Misfit('there is no id')
  const user = objectIn(fields, 'user')
  const author = user === undefined ? owner?.author : authorOf(user)
  if (author === undefined) throw new Misfit('there is no author')
  const original = objectIn(fields, 'retweeted_status')
  const repostedId = original === undefined ? null : demandOther(id, idIn(original, 'id'), 'reposts')
  if (original !== undefined) referenced.push(readPost(original, referenced, depth + 1))
  const quotedId = quotedIn(fields, id, referenced, depth)
  const said = original === undefined ? contentIn(fields, quotedId !== null) : repostIn(fields)
  return {
    id,
    author,
    createdAt: createdAtIn(fields, id),
    inReplyToPostId: demandOther(id, idIn(fields, 'in_reply_to_status_id') ?? null, 'answers'),
    inReplyToUserId: idIn(fields, 'in_reply_to_user_id') ?? null,
    // What a repost quotes is what the original quotes.
    quotedId: original === undefined ? quotedId : null,
    repostedId,
    ...said,
    geo: geoIn(fields),
    counts: original === undefined ? countsIn(fields) : undefined,
    withheldInCountries: countriesIn(fields),
  }
}

function demandOther<Id extends bigint | null>(id: bigint, other: Id | undefined, verb: string): Id {
  if (other === undefined) throw new Misfit(`what it ${verb} has no id`)
  if (other === id) throw new Misfit(`it ${verb} itself`)
  return other
}

function authorOf(user: Fields): ImportedAuthor {
  const id = idIn(user, 'id')
  if (id === undefined) throw new Misfit('the author has no id')
  return user['screen_name'] === undefined ? { id } : { id, tell: () => userIn(user, id) }
}

/** The id of the quoted post, which goes to the referenced ones when it is there with its author. */
function quotedIn(fields: Fields, id: bigint, referenced: ImportedPost[], depth: number): bigint | null {
  const quoted = objectIn(fields, 'quoted_status')
  const told = idIn(fields, 'quoted_status_id') ?? (quoted === undefined ? null : idIn(quoted, 'id'))
  const quotedId = demandOther(id, told, 'quotes')
  if (quoted?.['user'] !== undefined && quoted['user'] !== null) {
    referenced.push(readPost(quoted, referenced, depth + 1))
  }
  return quotedId
}

type Said = Pick<ImportedPost, 'content' | 'isCutShort' | 'mentioned'>

/** Of a repost: its text and entities are those of the original. */
function repostIn(fields: Fields): Said {
  const kept = keptIn(fields)
  const { source, kept: keptSource } = sourceOf(textIn(fields, 'source') ?? '')
  if (keptSource !== undefined) kept['source'] = keptSource
  const content = { ...(Object.keys(kept).length === 0 ? {} : { kept }), text: '', ...(source && { source }) }
  return { content: JSON.stringify(content), isCutShort: false, mentioned: [] }
}

function contentIn(fields: Fields, isQuote: boolean): Said {
  const whole = objectIn(fields, 'extended_tweet')
  const from = whole ?? fields
  const given = textIn(from, 'full_text') ?? textIn(from, 'text')
  if (given === undefined) throw new Misfit('there is no text')
  const told = toldText(given)
  const extended = objectIn(from, 'extended_entities') ?? objectIn(fields, 'extended_entities')
  const entities = entitiesIn(objectIn(from, 'entities') ?? {}, extended, told)
  const isCutShort = whole === undefined && flagIn(fields, 'truncated') === true
  const kept: Record<string, unknown> = { ...(isCutShort ? { truncated: true } : {}), ...keptIn(fields) }
  if (Object.keys(entities.others).length > 0) kept['entities'] = entities.others
  const isMarkedQuote = flagIn(fields, 'is_quote_status')
  if (isMarkedQuote !== undefined && isMarkedQuote !== isQuote) kept['is_quote_status'] = isMarkedQuote
  const { source, kept: keptSource } = sourceOf(textIn(fields, 'source') ?? '')
  if (keptSource !== undefined) kept['source'] = keptSource
  const content: Record<string, unknown> = Object.keys(kept).length === 0 ? {} : { kept }
  content['text'] = told.text
  putEntities(content, entities)
  putRange(content, from, told)
  if (source !== undefined) content['source'] = source
  putScalars(content, fields)
  const json = JSON.stringify(content)
  if (json.startsWith(CUT_SHORT) !== isCutShort)
    throw new InvariantBroken('a cut-short post is not marked as one')
  return { content: json, isCutShort, mentioned: mentionedIn(entities) }
}

function putEntities(content: Record<string, unknown>, entities: PostEntities): void {
  const { hashtags, symbols, userMentions, urls, media } = entities
  if (hashtags.length > 0) content['hashtags'] = hashtags
  if (symbols.length > 0) content['symbols'] = symbols
  if (userMentions.length > 0) content['user_mentions'] = userMentions
  if (urls.length > 0) content['urls'] = urls
  if (media.length > 0) content['media'] = media
}

function putRange(content: Record<string, unknown>, from: Fields, told: ToldText): void {
  if (listIn(from, 'display_text_range').length === 0) return
  const range = indicesIn(from, 'display_text_range', 'the shown text', told)
  const isWhole = range[0] === 0 && range[1] === codePointLength(escapeText(told.text))
  if (!isWhole) content['display_text_range'] = range
}

function putScalars(content: Record<string, unknown>, fields: Fields): void {
  const lang = textIn(fields, 'lang')
  if (lang !== undefined && lang !== '') content['lang'] = lang
  const isSensitive = flagIn(fields, 'possibly_sensitive')
  if (isSensitive !== undefined) content['possibly_sensitive'] = isSensitive
  const screenName = textIn(fields, 'in_reply_to_screen_name')
  if (screenName !== undefined) content['in_reply_to_screen_name'] = screenName
  const card = textIn(fields, 'card_uri')
  if (card !== undefined) content['card_uri'] = card
  const permalink = objectIn(fields, 'quoted_status_permalink')
  if (permalink === undefined) return
  const url = textIn(permalink, 'url')
  if (url === undefined) throw new Misfit('quoted_status_permalink has no url')
  const expanded = textIn(permalink, 'expanded') ?? url
  content['quoted_status_permalink'] = { url, expanded, display: textIn(permalink, 'display') ?? expanded }
}

function mentionedIn({ userMentions }: PostEntities): readonly bigint[] {
  if (userMentions.length === 0) return []
  return [...new Set(userMentions.map(({ id_str }) => BigInt(id_str)))]
}

function createdAtIn(fields: Fields, id: bigint): number {
  const fromId = id < FIRST_SNOWFLAKE ? undefined : snowflakeTime(id)
  const text = textIn(fields, 'created_at')
  const told = text === undefined ? fromId : parseV11Date(text)
  if (told === undefined) {
    throw new Misfit(
      text === undefined
        ? 'there is no created_at, and the id tells no time'
        : `created_at ${JSON.stringify(text.slice(0, 40))} is no date such as "Wed May 23 06:01:13 +0000 2007"`,
    )
  }
  // The date has seconds, the id milliseconds.
  return fromId !== undefined && Math.floor(fromId / 1_000) === Math.floor(told / 1_000) ? fromId : told
}

/** The last three are told by exports of Aviary alone. */
function countsIn(fields: Fields): PostCounts | undefined {
  const own = objectIn(fields, 'non_public_metrics') ?? {}
  const counts: PostCounts = {
    retweets: countIn(fields, 'retweet_count') ?? 0,
    replies: countIn(fields, 'reply_count') ?? 0,
    likes: countIn(fields, 'favorite_count') ?? 0,
    quotes: countIn(fields, 'quote_count') ?? 0,
    impressions: countIn(own, 'impression_count') ?? 0,
    urlLinkClicks: countIn(own, 'url_link_clicks') ?? 0,
    userProfileClicks: countIn(own, 'user_profile_clicks') ?? 0,
  }
  return Object.values(counts).every((count) => count === 0) ? undefined : counts
}

function countriesIn(fields: Fields): readonly string[] {
  const list = listIn(fields, 'withheld_in_countries')
  if (list.length === 0) return []
  if (list.every((code) => typeof code === 'string' && /^[A-Z]{2}$/.test(code))) {
    return [...new Set(list as string[])].sort()
  }
  throw new Misfit('withheld_in_countries is no list of country codes such as ["DE","FR"]')
}

/** What is read, or follows from what is read, or belongs to who made the recording (decision 0017). */
const READ = new Set([
  ...['id', 'id_str', 'created_at', 'text', 'full_text', 'truncated', 'display_text_range', 'entities'],
  ...['extended_entities', 'extended_tweet', 'source', 'in_reply_to_status_id', 'in_reply_to_status_id_str'],
  ...[
    'in_reply_to_user_id',
    'in_reply_to_user_id_str',
    'in_reply_to_screen_name',
    'user',
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

/** Fields that are as good as absent with these values. */
const PLAIN: Readonly<Record<string, unknown>> = { contributors: null, possibly_sensitive_appealable: false }

function keptIn(fields: Fields): Record<string, unknown> {
  const kept: Record<string, unknown> = {}
  for (const name in fields) {
    if (READ.has(name) || name === '__proto__') continue
    const value = fields[name]
    if (name in PLAIN && PLAIN[name] === value) continue
    kept[name] = keptOf(value, name)
  }
  return kept
}

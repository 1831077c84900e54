/**
 * Reads v2 post objects (spec/labs-lookup.md section 2): whole answers with `data` and `includes`, objects alone, and
 * flattened ones that have their author and what they refer to inside.
 */
import type { PostContent, PostGeo } from '../domain/posts/content.ts'
import type { ImportedPost, PostBundle } from '../domain/posts/imported-post.ts'
import type { PostCounts } from '../domain/posts/post.ts'
import { readIsoTime } from '../lib/iso-time.ts'
import { snowflakeTime } from '../lib/snowflake.ts'
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
  objectsIn,
  textIn,
} from './json-fields.ts'
import { FIRST_SNOWFLAKE } from './post-object.ts'
import { pointOf } from './post-place.ts'
import { indicesIn, type ToldText, toldText } from './told-text.ts'
import { attachedIn, type Entities, v2Entities } from './v2-entities.ts'
import { V2Includes, v2Place } from './v2-includes.ts'

/** Whether an object is a whole answer of v2. */
export function isV2Answer(fields: Fields): boolean {
  // A page of a search that found nothing has `meta` alone.
  const isEnvelope = 'data' in fields || 'errors' in fields || 'meta' in fields
  return isEnvelope && !('text' in fields) && !('full_text' in fields)
}

/** Whether an object is a post of v2 and none of v1.1. */
export function isV2Post(fields: Fields): boolean {
  if ('id_str' in fields || 'user' in fields || 'full_text' in fields) return false
  return typeof fields['id'] === 'string' && 'text' in fields
}

/** The posts of a whole answer; what is wrong with one of them is no matter to the others. @throws {Misfit} */
export function v2Answer(fields: Fields): PostBundle {
  const { data } = fields
  const list = data === undefined || data === null ? [] : Array.isArray(data) ? data : [data]
  const told = objectIn(fields, 'includes') ?? {}
  const includes = new V2Includes(told)
  const faults: string[] = []
  const posts = objectsIn({ data: list }, 'data').flatMap((post) =>
    readable(post, includes, (fault) => faults.push(fault)),
  )
  const referenced = objectsIn(told, 'tweets').flatMap((post) => readable(post, includes, () => undefined))
  return { posts, referenced, faults }
}

function readable(post: Fields, includes: V2Includes, onFault: (reason: string) => void): ImportedPost[] {
  try {
    return [v2Post(post, includes)]
  } catch (error) {
    if (!(error instanceof Misfit)) throw error
    onFault(error.message)
    return []
  }
}

/** A post alone, or with its author and what it refers to inside it. @throws {Misfit} */
export function v2Bundle(fields: Fields): PostBundle {
  const media = objectsIn(objectIn(fields, 'attachments') ?? {}, 'media')
  const includes = new V2Includes({ media })
  const inner = objectsIn(fields, 'referenced_tweets').filter((post) => 'text' in post)
  for (const post of [fields, ...inner]) {
    const author = objectIn(post, 'author')
    if (author !== undefined) includes.addUser(author)
  }
  const user = objectIn(fields, 'in_reply_to_user')
  if (user !== undefined) includes.addUser(user)
  const referenced = inner.flatMap((post) => readable(post, includes, () => undefined))
  return { posts: [v2Post(fields, includes)], referenced }
}

function v2Post(fields: Fields, includes: V2Includes): ImportedPost {
  const id = idIn(fields, 'id')
  if (id === undefined) throw new Misfit('there is no id')
  const authorId = idIn(fields, 'author_id')
  if (authorId === undefined)
    throw new Misfit('there is no author_id; ask for it with tweet.fields=author_id')
  const repostedId = referenceIn(fields, 'retweeted', id)
  const inReplyToUserId = idIn(fields, 'in_reply_to_user_id') ?? null
  const conversationId = idIn(fields, 'conversation_id')
  return {
    id,
    author: { id: authorId, tell: () => includes.user(authorId) },
    createdAt: createdAtIn(fields, id),
    inReplyToPostId: referenceIn(fields, 'replied_to', id),
    inReplyToUserId: repostedId === null ? inReplyToUserId : null,
    quotedId: repostedId === null ? referenceIn(fields, 'quoted', id) : null,
    repostedId,
    ...(conversationId === undefined || repostedId !== null ? {} : { conversationId }),
    ...contentOf(fields, includes, repostedId !== null),
    geo: geoIn(fields, includes),
    counts: repostedId === null ? countsIn(fields) : undefined,
    withheldInCountries: countriesIn(fields),
  }
}

function referenceIn(fields: Fields, type: string, id: bigint): bigint | null {
  const reference = objectsIn(fields, 'referenced_tweets').find((entry) => entry['type'] === type)
  if (reference === undefined) return null
  const other = idIn(reference, 'id')
  if (other === undefined) throw new Misfit(`what it ${type} has no id`)
  if (other === id) throw new Misfit('it refers to itself')
  return other
}

function createdAtIn(fields: Fields, id: bigint): number {
  const text = textIn(fields, 'created_at')
  const told = text === undefined ? undefined : readIsoTime(text)
  if (text !== undefined && told === undefined) {
    throw new Misfit(
      `created_at ${JSON.stringify(text.slice(0, 40))} is no date such as "2020-06-18T16:00:33.000Z"`,
    )
  }
  if (told !== undefined) return told
  if (id < FIRST_SNOWFLAKE) throw new Misfit('there is no created_at, and the id tells no time')
  return snowflakeTime(id)
}

function contentOf(fields: Fields, includes: V2Includes, isRepost: boolean) {
  const told = toldText(textIn(fields, 'text') ?? '')
  if (fields['text'] === undefined) throw new Misfit('there is no text')
  // What was written by an export of a post that was imported cut short; it must not take its own place ever again.
  const isCutShort = !isRepost && flagIn(fields, 'truncated') === true
  const kept = { ...(isCutShort ? { truncated: true } : {}), ...keptIn(fields, includes) }
  const source = textIn(fields, 'source')
  const entities: Entities = isRepost ? {} : v2Entities(fields, told, includes)
  const content: PostContent = {
    ...(Object.keys(kept).length === 0 ? {} : { kept }),
    text: isRepost ? '' : told.text,
    ...entities,
    ...(isRepost ? {} : rangeIn(fields, told)),
    ...(source === undefined || source === '' ? {} : { source: { name: source } }),
    ...(isRepost ? {} : scalarsIn(fields, includes)),
  }
  const mentioned = [...new Set((entities.user_mentions ?? []).map(({ id_str }) => BigInt(id_str)))]
  return { content: JSON.stringify(content), isCutShort, mentioned }
}

function rangeIn(fields: Fields, told: ToldText): Pick<PostContent, 'display_text_range'> {
  if (listIn(fields, 'display_text_range').length === 0) return {}
  const range = indicesIn(fields, 'display_text_range', 'the shown text', told)
  const isWhole = range[0] === 0 && range[1] === codePointLength(escapeText(told.text))
  return isWhole ? {} : { display_text_range: range }
}

function scalarsIn(fields: Fields, includes: V2Includes): Partial<PostContent> {
  const lang = textIn(fields, 'lang')
  const isSensitive = flagIn(fields, 'possibly_sensitive')
  const screenName = includes.screenName(idIn(fields, 'in_reply_to_user_id') ?? null)
  const card = textIn(fields, 'card_uri')
  const [pollId] = attachedIn(fields, 'poll_ids')
  const poll = pollId === undefined ? undefined : includes.poll(pollId)
  return {
    ...(lang === undefined ? {} : { lang }),
    ...(isSensitive === undefined ? {} : { possibly_sensitive: isSensitive }),
    ...(screenName === undefined ? {} : { in_reply_to_screen_name: screenName }),
    ...(poll === undefined ? {} : { poll }),
    ...(card === undefined ? {} : { card_uri: card }),
    ...(objectIn(fields, 'promoted_metrics') === undefined ? {} : { promoted: true }),
  }
}

function geoIn(fields: Fields, includes: V2Includes): PostGeo | undefined {
  const geo = objectIn(fields, 'geo')
  if (geo === undefined) return undefined
  const point = objectIn(geo, 'coordinates')?.['coordinates']
  const placeId = textIn(geo, 'place_id') ?? textIn(geo, 'id')
  // Flattened objects have the place where the others name it.
  const place =
    'full_name' in geo
      ? v2Place({ ...geo, id: placeId })
      : placeId === undefined
        ? undefined
        : includes.place(placeId)
  const coordinates = Array.isArray(point) ? pointOf(point[0], point[1]) : undefined
  if (coordinates === undefined && place === undefined) return undefined
  return { ...(coordinates === undefined ? {} : { coordinates }), ...(place === undefined ? {} : { place }) }
}

function countsIn(fields: Fields): PostCounts | undefined {
  const shown = objectIn(fields, 'public_metrics') ?? {}
  const own = objectIn(fields, 'non_public_metrics') ?? {}
  const counts: PostCounts = {
    retweets: countIn(shown, 'retweet_count') ?? 0,
    replies: countIn(shown, 'reply_count') ?? 0,
    likes: countIn(shown, 'like_count') ?? 0,
    quotes: countIn(shown, 'quote_count') ?? 0,
    impressions: countIn(own, 'impression_count') ?? countIn(shown, 'impression_count') ?? 0,
    urlLinkClicks: countIn(own, 'url_link_clicks') ?? 0,
    userProfileClicks: countIn(own, 'user_profile_clicks') ?? 0,
  }
  return Object.values(counts).every((count) => count === 0) ? undefined : counts
}

function countriesIn(fields: Fields): readonly string[] {
  const codes = listIn(objectIn(fields, 'withheld') ?? {}, 'country_codes')
  if (codes.every((code) => typeof code === 'string' && /^[A-Z]{2}$/.test(code))) {
    return [...new Set(codes as string[])].sort()
  }
  throw new Misfit('withheld.country_codes is no list of country codes such as ["DE","FR"]')
}

const READ = new Set([
  ...['id', 'text', 'created_at', 'author_id', 'in_reply_to_user_id', 'lang', 'possibly_sensitive', 'source'],
  ...[
    'conversation_id',
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
    'display_text_range',
    'card_uri',
    'author',
    'in_reply_to_user',
  ],
  '__twarc',
])

/** What Aviary has no place for, withheld facts by their names of v1.1. */
function keptIn(fields: Fields, includes: V2Includes): Record<string, unknown> {
  const kept: Record<string, unknown> = {}
  for (const name in fields) {
    if (!READ.has(name) && name !== '__proto__') kept[name] = keptOf(fields[name], name)
  }
  const withheld = objectIn(fields, 'withheld') ?? {}
  if (flagIn(withheld, 'copyright') === true) kept['withheld_copyright'] = true
  const scope = textIn(withheld, 'scope')
  if (scope !== undefined) kept['withheld_scope'] = scope === 'tweet' ? 'status' : scope
  const media = attachedIn(fields, 'media_keys').filter((key) => includes.medium(key) === undefined)
  const polls = attachedIn(fields, 'poll_ids').filter((id) => includes.poll(id) === undefined)
  if (media.length + polls.length > 0) kept['attachments'] = keptOf(fields['attachments'], 'attachments')
  const placeId = textIn(objectIn(fields, 'geo') ?? {}, 'place_id')
  if (placeId !== undefined && includes.place(placeId) === undefined) kept['place_id'] = placeId
  return kept
}

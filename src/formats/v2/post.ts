/**
 * The post object of Labs v2 and the second generation (spec/v2-objects.md#post), without what only its author sees.
 */
import type { ContextAnnotation, PostContent, PostGeo, UrlEntity } from '../../domain/posts/content.ts'
import type { Post } from '../../domain/posts/post.ts'
import { isoSecond } from '../../lib/time/iso-time.ts'
import { escapeText } from '../../text/index-units.ts'
import { type FieldSet, has } from './field-set.ts'
import { POST } from './fields.ts'
import { mediaKey } from './media.ts'
import { type Original, shownContent } from './shown-post.ts'

type Members = Record<string, unknown>

/**
 * A post with those of the fields that are not empty. Nothing in it depends on who looks, and of a post that is no
 * repost nothing on anything but the post.
 * @param original what a repost shows
 */
export function postObject(post: Post, fields: FieldSet, original?: Original): Members {
  const content = shownContent(post, original)
  const counts = original?.post.counts.retweets
  const members: Members = { id: String(post.id), text: escapeText(content.text) }
  if (has(fields, POST.created_at)) members['created_at'] = isoSecond(post.createdAt)
  if (has(fields, POST.author_id)) members['author_id'] = String(post.authorId)
  if (has(fields, POST.conversation_id)) members['conversation_id'] = String(post.conversationId)
  if (has(fields, POST.in_reply_to_user_id) && post.inReplyToUserId !== null) {
    members['in_reply_to_user_id'] = String(post.inReplyToUserId)
  }
  if (has(fields, POST.referenced_tweets)) put(members, 'referenced_tweets', referencesOf(post, original))
  if (has(fields, POST.attachments)) put(members, 'attachments', attachmentsOf(content))
  if (has(fields, POST.geo)) put(members, 'geo', geoOf(post.geo))
  if (has(fields, POST.context_annotations)) {
    put(members, 'context_annotations', content.context_annotations?.map(contextOf))
  }
  if (has(fields, POST.entities)) put(members, 'entities', entitiesOf(content))
  if (has(fields, POST.withheld)) put(members, 'withheld', withheldOf(post, content))
  if (has(fields, POST.public_metrics)) members['public_metrics'] = publicMetrics(post, counts)
  if (has(fields, POST.possibly_sensitive))
    members['possibly_sensitive'] = content.possibly_sensitive ?? false
  if (has(fields, POST.lang)) members['lang'] = content.lang ?? 'und'
  if (has(fields, POST.source)) put(members, 'source', content.source?.name)
  return members
}

/** The posts that a post points at, and how; of a repost the version that it shows. */
export function referencesOf(
  { repostedId, quotedId, inReplyToPostId }: Post,
  original?: Original,
): { readonly type: 'retweeted' | 'quoted' | 'replied_to'; readonly id: string }[] {
  const shown = original?.post.id ?? repostedId
  return [
    ...(shown === null ? [] : [{ type: 'retweeted' as const, id: String(shown) }]),
    ...(quotedId === null ? [] : [{ type: 'quoted' as const, id: String(quotedId) }]),
    ...(inReplyToPostId === null ? [] : [{ type: 'replied_to' as const, id: String(inReplyToPostId) }]),
  ]
}

function put(members: Members, name: string, value: unknown): void {
  const isEmpty = value === undefined || value === '' || (Array.isArray(value) && value.length === 0)
  if (!isEmpty) members[name] = value
}

function attachmentsOf({ media, poll }: PostContent): Members | undefined {
  const members: Members = {}
  put(members, 'media_keys', media?.map(mediaKey))
  if (poll !== undefined) members['poll_ids'] = [poll.id]
  return unlessEmpty(members)
}

function geoOf(geo: PostGeo | undefined): Members | undefined {
  const members: Members = {}
  if (geo?.coordinates !== undefined) {
    const { long, lat } = geo.coordinates
    members['coordinates'] = { type: 'Point', coordinates: [long, lat] }
  }
  if (geo?.place !== undefined) members['place_id'] = geo.place.id
  return unlessEmpty(members)
}

function contextOf({ domain, entity }: ContextAnnotation): ContextAnnotation {
  return { domain, entity }
}

function entitiesOf(content: PostContent): Members | undefined {
  const members: Members = {}
  put(members, 'urls', urlsOf(content))
  put(
    members,
    'hashtags',
    content.hashtags?.map(({ text, indices: [start, end] }) => ({ start, end, tag: text })),
  )
  put(
    members,
    'cashtags',
    content.symbols?.map(({ text, indices: [start, end] }) => ({ start, end, tag: text })),
  )
  put(
    members,
    'mentions',
    content.user_mentions?.map(({ screen_name, indices: [start, end] }) => ({
      start,
      end,
      username: screen_name,
    })),
  )
  put(members, 'annotations', content.annotations)
  return unlessEmpty(members)
}

/** Links, that of attached media among them, in the order of the text. */
function urlsOf({ urls = [], media = [] }: PostContent): Members[] {
  const links = urls.map(urlOf)
  const seen = new Set<string>()
  for (const { url, expanded_url, display_url, indices } of media) {
    const [start, end] = indices
    // What stands nowhere in the text is no entity of it.
    if (seen.has(url) || start === end || url === '') continue
    seen.add(url)
    links.push({ start, end, url, expanded_url, display_url })
  }
  return links.sort((a, b) => a.start - b.start)
}

function urlOf({ url, expanded_url, display_url, indices: [start, end], unwound }: UrlEntity) {
  const link = { start, end, url, expanded_url, display_url }
  if (unwound === undefined) return link
  const { status, title, description, images } = unwound
  const more: Members = {}
  put(more, 'unwound_url', unwound.url)
  put(more, 'status', status)
  put(more, 'title', title)
  put(more, 'description', description)
  put(more, 'images', images)
  return { ...link, ...more }
}

/**
 * Where a post is withheld and why; undefined when it is nowhere. The scope says whose countries are told: a post's own go
 * before those of its author.
 * @param content what the post shows
 * @param ofAuthor countries in which the author is withheld; none for what is said of the post alone
 */
export function withheldOf(
  { withheldInCountries: own }: Post,
  { kept }: PostContent,
  ofAuthor: readonly string[] = [],
): Members | undefined {
  const copyright = kept?.['withheld_copyright'] === true
  if (own.length === 0 && ofAuthor.length > 0) return { copyright, country_codes: ofAuthor, scope: 'user' }
  return own.length > 0 || copyright ? { copyright, country_codes: own, scope: 'tweet' } : undefined
}

/** A repost is counted with its original; likes, replies and quotes are the original's own. */
function publicMetrics({ counts }: Post, ofOriginal: number | undefined): Members {
  return {
    retweet_count: ofOriginal ?? counts.retweets,
    reply_count: counts.replies,
    like_count: counts.likes,
    quote_count: counts.quotes,
  }
}

function unlessEmpty(members: Members): Members | undefined {
  for (const _ in members) return members
  return undefined
}

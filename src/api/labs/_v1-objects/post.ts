/** The post object of Labs v1 (spec/labs-lookup.md section 5): formats, `stats`, and a source in HTML. */
import type { Post } from '../../../domain/posts/post.ts'
import { type PostView, worded } from '../../_post-stream/view.ts'
import { type PostBody, repostBody, wholeBody } from '../../1.1/_objects/post-body.ts'
import { sourceAnchor } from '../../1.1/_objects/source.ts'
import { mediaKey } from './attachments.ts'
import { entitiesObject } from './entities.ts'
import { type Format, filled, holds } from './format.ts'
import { withheldOf } from './user.ts'

export function postObject(view: PostView, format: Format): Record<string, unknown> {
  const { post } = view
  const body = bodyOf(view)
  return filled({
    id: String(post.id),
    created_at: new Date(post.createdAt).toISOString(),
    text: body.text,
    author_id: String(post.authorId),
    in_reply_to_user_id: digits(post.inReplyToUserId),
    referenced_tweets: referencedOf(view),
    attachments: attachmentsOf(worded(view).post),
    withheld:
      withheldOf(post.withheldInCountries, 'tweet') ?? withheldOf(view.author.withheldInCountries, 'user'),
    ...(holds(format, 'default') ? describedOf(view, body) : {}),
    ...(holds(format, 'detailed') ? detailsOf(view) : {}),
    format,
  })
}

/** The text with what is in it; of a repost the words of the original. */
export function bodyOf({ post, original }: PostView): PostBody {
  return original === undefined ? wholeBody(post) : repostBody(original.post, original.author)
}

/** What the post refers to, whether it may be seen or not. */
export function referencedOf({
  post,
  original,
}: PostView): readonly { readonly type: string; readonly id: string }[] {
  const { repostedId, quotedId, inReplyToPostId } = post
  return [
    ...reference('retweeted', original?.post.id ?? repostedId),
    ...reference('quoted', quotedId),
    ...reference('replied_to', inReplyToPostId),
  ]
}

function reference(type: string, id: bigint | null): { readonly type: string; readonly id: string }[] {
  return id === null ? [] : [{ type, id: String(id) }]
}

function attachmentsOf({ content: { media = [], poll } }: Post): Record<string, unknown> {
  return filled({ media_keys: media.map(mediaKey), poll_ids: poll === undefined ? [] : [poll.id] })
}

function describedOf(view: PostView, body: PostBody): Record<string, unknown> {
  const { post, original } = view
  // Annotations of a repost are placed in the text of the original.
  const annotations = original === undefined ? (post.content.annotations ?? []) : []
  return { geo: geoOf(post), entities: entitiesObject(body, annotations) }
}

function geoOf({ geo }: Post): Record<string, unknown> {
  const { coordinates, place } = geo ?? {}
  return filled({
    coordinates:
      coordinates === undefined
        ? undefined
        : { type: 'Point', coordinates: [coordinates.long, coordinates.lat] },
    place_id: place?.id,
  })
}

function detailsOf(view: PostView): Record<string, unknown> {
  const { post } = view
  const { content } = worded(view).post
  const { retweets, replies, likes, quotes } = post.counts
  return {
    stats: { retweet_count: retweets, reply_count: replies, like_count: likes, quote_count: quotes },
    possibly_sensitive: content.possibly_sensitive ?? false,
    lang: content.lang ?? 'und',
    source: sourceAnchor(post.content.source) || undefined,
    context_annotations: content.context_annotations,
  }
}

function digits(id: bigint | null): string | undefined {
  return id === null ? undefined : String(id)
}

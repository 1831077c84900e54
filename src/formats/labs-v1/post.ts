/** The post object of Labs v1 (spec/labs-v1.md#formats): formats, `stats`, and a source in HTML. */
import type { Post } from '../../domain/posts/post.ts'
import { type PostView, worded } from '../../domain/posts/read/post-view.ts'
import { isoSecond } from '../../lib/time/iso-time.ts'
import { type PostBody, repostBody, wholeBody } from '../v1.1/post-body.ts'
import { sourceAnchor } from '../v1.1/source.ts'
import { mediaKey } from './attachments.ts'
import { entitiesObject } from './entities.ts'
import { type Format, filled, holds, member } from './format.ts'
import { withheldOf } from './user.ts'

/** As JSON text. */
export function postText(view: PostView, format: Format): string {
  const { post } = view
  const body = bodyOf(view)
  return (
    `{"id":"${post.id}","created_at":"${isoSecond(post.createdAt)}","text":${JSON.stringify(body.text)}` +
    `,"author_id":"${post.authorId}"${member('in_reply_to_user_id', digits(post.inReplyToUserId))}` +
    member('referenced_tweets', referencedOf(view)) +
    member('attachments', attachmentsOf(worded(view).post)) +
    member('withheld', withheldPost(view)) +
    (holds(format, 'default') ? describedOf(view, body) : '') +
    (holds(format, 'detailed') ? detailsOf(view) : '') +
    `,"format":"${format}"}`
  )
}

function withheldPost({ post, author }: PostView): Record<string, unknown> | undefined {
  return withheldOf(post.withheldInCountries, 'tweet') ?? withheldOf(author.withheldInCountries, 'user')
}

/** The text with what is in it; of a repost the words of the original. */
export function bodyOf({ post, original }: PostView): PostBody {
  return original === undefined ? wholeBody(post) : repostBody(original.post, original.author, post.createdAt)
}

/** What the post refers to, whether it may be seen or not. */
export function referencedOf({
  post,
  original,
}: PostView): readonly { readonly type: string; readonly id: string }[] {
  const { repostedId, quotedId, inReplyToPostId } = post
  if (repostedId === null && quotedId === null && inReplyToPostId === null) return NOTHING
  return [
    ...reference('retweeted', original?.post.id ?? repostedId),
    ...reference('quoted', quotedId),
    ...reference('replied_to', inReplyToPostId),
  ]
}

const NOTHING: readonly never[] = []

function reference(type: string, id: bigint | null): { readonly type: string; readonly id: string }[] {
  return id === null ? [] : [{ type, id: String(id) }]
}

function attachmentsOf({ content: { media = [], poll } }: Post): Record<string, unknown> | undefined {
  if (media.length === 0 && poll === undefined) return undefined
  return filled({ media_keys: media.map(mediaKey), poll_ids: poll === undefined ? [] : [poll.id] })
}

function describedOf(view: PostView, body: PostBody): string {
  const { post, original } = view
  // Annotations of a repost are placed in the text of the original.
  const annotations = original === undefined ? (post.content.annotations ?? []) : []
  return member('geo', geoOf(post)) + member('entities', entitiesObject(body, annotations))
}

function geoOf({ geo }: Post): Record<string, unknown> | undefined {
  if (geo === undefined) return undefined
  const { coordinates, place } = geo
  return filled({
    coordinates:
      coordinates === undefined
        ? undefined
        : { type: 'Point', coordinates: [coordinates.long, coordinates.lat] },
    place_id: place?.id,
  })
}

function detailsOf(view: PostView): string {
  const { post } = view
  const { content } = worded(view).post
  const { retweets, replies, likes, quotes } = post.counts
  const stats = { retweet_count: retweets, reply_count: replies, like_count: likes, quote_count: quotes }
  return (
    member('stats', stats) +
    member('possibly_sensitive', content.possibly_sensitive ?? false) +
    member('lang', content.lang ?? 'und') +
    member('source', sourceAnchor(post.content.source) || undefined) +
    member('context_annotations', content.context_annotations)
  )
}

function digits(id: bigint | null): string | undefined {
  return id === null ? undefined : String(id)
}

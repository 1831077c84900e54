/**
 * Declares the fields of the Labs v1 post object (spec/labs-v1.md#formats), in JSON order. To add a field, add it here.
 */
import { Type } from 'typebox'
import type { PostContent, PostGeo } from '../../domain/posts/content.ts'
import { type PostView, worded } from '../../domain/posts/read/post-view.ts'
import { isoSecond } from '../../lib/time/iso-time.ts'
import { ObjectTable } from '../fields/object-table.ts'
import type { PostBody } from '../v1.1/post-body.ts'
import { sourceAnchor } from '../v1.1/source.ts'
import { mediaKey } from './attachments.ts'
import { ENTITY_FIELDS } from './entities.ts'
import { FORMAT_FIELD, type Formatted, shown } from './format.ts'
import { COUNT, FLAG, ID, TEXT, TIME, WITHHELD_POST, WITHHELD_USER, withheldOf } from './schemas.ts'

/** A post with its text; for a repost, the text of the original. */
export interface PostInput extends Formatted {
  readonly view: PostView
  readonly body: PostBody
  /** True for endpoints that already showed annotations on the day of the API. */
  readonly isAnnotated: boolean
}

const REFERENCE = Type.Object({
  type: Type.Union([Type.Literal('retweeted'), Type.Literal('quoted'), Type.Literal('replied_to')]),
  id: ID,
})

const ATTACHMENT_FIELDS = new ObjectTable<PostContent>([
  {
    name: 'media_keys',
    schema: Type.Optional(Type.Array(TEXT)),
    value: ({ media = [] }) => (media.length === 0 ? undefined : media.map(mediaKey)),
  },
  {
    name: 'poll_ids',
    schema: Type.Optional(Type.Array(TEXT)),
    value: ({ poll }) => (poll === undefined ? undefined : [poll.id]),
  },
])

const POINT = Type.Object({
  type: Type.Literal('Point'),
  coordinates: Type.Array(Type.Number(), { minItems: 2, maxItems: 2 }),
})

const GEO_FIELDS = new ObjectTable<PostGeo>([
  {
    name: 'coordinates',
    schema: Type.Optional(POINT),
    value: ({ coordinates: point }) => point && { type: 'Point', coordinates: [point.long, point.lat] },
  },
  { name: 'place_id', schema: Type.Optional(TEXT), value: ({ place }) => place?.id },
])

/** The counts of a post. */
const STATS_FIELDS = new ObjectTable<PostView['post']['counts']>([
  { name: 'retweet_count', schema: COUNT, value: ({ retweets }) => retweets },
  { name: 'reply_count', schema: COUNT, value: ({ replies }) => replies },
  { name: 'like_count', schema: COUNT, value: ({ likes }) => likes },
  { name: 'quote_count', schema: Type.Optional(COUNT), value: ({ quotes }) => quotes, since: '2019-07-31' },
])

/** The counts to show. A repost has the repost count of its original; its other counts are 0. */
function countsOf({ post, original }: PostView): PostView['post']['counts'] {
  if (original === undefined) return post.counts
  return { ...post.counts, retweets: original.post.counts.retweets, replies: 0, likes: 0, quotes: 0 }
}

const NAMED = Type.Object({ id: TEXT, name: TEXT, description: Type.Optional(TEXT) })

export const POST_FIELDS = new ObjectTable<PostInput>(
  [
    shown('id', ID, ({ view }) => String(view.post.id)),
    shown('created_at', TIME, ({ view }) => isoSecond(view.post.createdAt)),
    shown('text', TEXT, ({ body }) => body.text),
    shown('author_id', ID, ({ view }) => String(view.post.authorId)),
    shown('in_reply_to_user_id', ID, ({ view }) => view.post.inReplyToUserId?.toString()),
    shown('referenced_tweets', Type.Array(REFERENCE), ({ view }) => referencesOf(view)),
    shown('attachments', Type.Object(ATTACHMENT_FIELDS.schema()), ({ view }) =>
      ATTACHMENT_FIELDS.object(contentOf(view)),
    ),
    shown(
      'withheld',
      Type.Union([WITHHELD_POST, WITHHELD_USER]),
      ({ view: { post, author } }) =>
        withheldOf(post.withheldInCountries, 'tweet') ?? withheldOf(author.withheldInCountries, 'user'),
    ),
    shown(
      'geo',
      Type.Object(GEO_FIELDS.schema()),
      ({ view: { post } }) => post.geo && GEO_FIELDS.object(post.geo),
      'default',
    ),
    shown(
      'entities',
      Type.Object(ENTITY_FIELDS.schema()),
      ({ view: { post, original }, body, isAnnotated }) =>
        // Annotations of a repost have positions in the text of the original.
        ENTITY_FIELDS.object({
          body,
          annotations: isAnnotated && original === undefined ? (post.content.annotations ?? []) : [],
        }),
      'default',
    ),
    shown(
      'stats',
      Type.Object(STATS_FIELDS.schema()),
      ({ view }, day) => STATS_FIELDS.object(countsOf(view), day),
      'detailed',
    ),
    shown('possibly_sensitive', FLAG, ({ view }) => contentOf(view).possibly_sensitive ?? false, 'detailed'),
    shown('lang', TEXT, ({ view }) => contentOf(view).lang ?? 'und', 'detailed'),
    shown('source', TEXT, ({ view: { post } }) => sourceAnchor(post.content.source) || undefined, 'detailed'),
    shown(
      'context_annotations',
      Type.Array(Type.Object({ domain: NAMED, entity: NAMED })),
      ({ view, isAnnotated }) => (isAnnotated ? contentOf(view).context_annotations : undefined),
      'detailed',
    ),
    FORMAT_FIELD,
  ],
  STATS_FIELDS.changes,
)

function contentOf(view: PostView): PostContent {
  return worded(view).post.content
}

/** The posts to which a post refers, even if the viewer may not see them. */
function referencesOf({
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

/**
 * Declares the fields `reply_settings`, `attachments`, `geo` and `public_metrics` of the API v2 post object
 * (spec/v2-objects.md#post).
 */
import { Type } from 'typebox'
import type { PostContent, PostGeo } from '../../../domain/posts/content.ts'
import { REPLY_SETTINGS } from '../../../domain/posts/reply-settings.ts'
import { ObjectTable } from '../../fields/object-table.ts'
import { mediaKey } from '../media-key.ts'
import { COUNT, ID, some, TEXT } from '../scalars.ts'
import type { ShownPost } from '../shown-post.ts'

/** The field `reply_settings` (spec/v2.md#later-members). */
export const REPLY_SETTING = Type.Union(
  (['everyone', ...REPLY_SETTINGS] as const).map((setting) => Type.Literal(setting)),
)

export const REFERENCES = Type.Array(
  Type.Object({
    type: Type.Union([Type.Literal('retweeted'), Type.Literal('quoted'), Type.Literal('replied_to')]),
    id: ID,
  }),
)

/** The field `attachments`. */
export const ATTACHMENTS = new ObjectTable<PostContent>([
  {
    name: 'media_keys',
    schema: some(Type.Array(TEXT)),
    value: ({ media = [] }) => (media.length === 0 ? undefined : media.map(mediaKey)),
  },
  {
    name: 'poll_ids',
    schema: some(Type.Array(TEXT)),
    value: ({ poll }) => (poll === undefined ? undefined : [poll.id]),
  },
])

const POINT = Type.Object({
  type: Type.Literal('Point'),
  coordinates: Type.Array(Type.Number(), { minItems: 2, maxItems: 2 }),
})

/** The field `geo`. */
export const GEO = new ObjectTable<PostGeo>([
  {
    name: 'coordinates',
    schema: some(POINT),
    value: ({ coordinates: point }) =>
      point === undefined ? undefined : { type: 'Point', coordinates: [point.long, point.lat] },
  },
  { name: 'place_id', schema: some(TEXT), value: ({ place }) => place?.id },
])

const NAMED = Type.Object({ id: TEXT, name: TEXT, description: some(TEXT) })

export const CONTEXT_ANNOTATIONS = Type.Array(Type.Object({ domain: NAMED, entity: NAMED }))

/**
 * The field `public_metrics`. A repost has the repost count of its original, and its own counts of likes, replies and
 * quotes.
 */
export const PUBLIC_METRICS = new ObjectTable<ShownPost>([
  {
    name: 'retweet_count',
    schema: COUNT,
    value: ({ post, original }) => (original?.post ?? post).counts.retweets,
  },
  { name: 'reply_count', schema: COUNT, value: ({ post: { counts } }) => counts.replies },
  { name: 'like_count', schema: COUNT, value: ({ post: { counts } }) => counts.likes },
  { name: 'quote_count', schema: COUNT, value: ({ post: { counts } }) => counts.quotes },
  {
    name: 'bookmark_count',
    schema: some(COUNT),
    value: ({ post: { counts } }) => counts.bookmarks,
    since: '2023-05-31',
  },
  {
    name: 'impression_count',
    schema: some(COUNT),
    value: ({ post: { counts } }) => counts.impressions,
    since: '2023-01-05',
  },
])

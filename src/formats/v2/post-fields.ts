/** Fields of the API v2 post object (spec/v2-objects.md#post), in wire order. To add a field, add it here. */
import { type TSchema, Type } from 'typebox'
import type { PostContent, PostGeo } from '../../domain/posts/content.ts'
import type { PostColumn } from '../../domain/posts/post.ts'
import { isoSecond } from '../../lib/time/iso-time.ts'
import { escapeText } from '../../text/index-units.ts'
import { ObjectTable } from '../fields/object-table.ts'
import { entitiesIn, POST_ENTITY_FIELDS } from './entities.ts'
import { type MemberField, V2FieldTable } from './field-table.ts'
import { mediaKey } from './media-key.ts'
import { type MetricGroup, type MetricsInput, metricsOf } from './metrics.ts'
import { referencesOf } from './references.ts'
import { COUNT, FLAG, ID, some, TEXT, TIME } from './scalars.ts'
import type { ShownPost } from './shown-post.ts'
import { type AuthoredPost, WITHHELD_POST, withheldByAuthor, withheldOf } from './withheld.ts'

/** Inputs of the object. Renderings of `post` are cached; members of the others are inserted after them. */
export interface PostInputs {
  readonly post: ShownPost
  readonly author: AuthoredPost
  readonly viewer: MetricsInput
}

type PostField<Name extends string> = MemberField<PostInputs, 'post', Name>

/** A field that is equal for every viewer. @param more its days, and calls that do not accept it */
function own<const Name extends string>(
  name: Name,
  stored: PostColumn,
  schema: TSchema,
  value: PostField<Name>['value'],
  more: Pick<PostField<Name>, 'since' | 'until' | 'notIn' | 'isDefault'> = {},
): PostField<Name> {
  return { name, from: 'post', stored, schema, value, ...more }
}

/** Metrics that only the author may read. */
function metrics<const Group extends MetricGroup>(group: Group): MemberField<PostInputs, 'viewer', Group> {
  return { name: group, from: 'viewer', ...metricsOf(group) }
}

const REFERENCES = Type.Array(
  Type.Object({
    type: Type.Union([Type.Literal('retweeted'), Type.Literal('quoted'), Type.Literal('replied_to')]),
    id: ID,
  }),
)

const ATTACHMENTS = new ObjectTable<PostContent>([
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

const GEO = new ObjectTable<PostGeo>([
  {
    name: 'coordinates',
    schema: some(POINT),
    value: ({ coordinates: point }) =>
      point === undefined ? undefined : { type: 'Point', coordinates: [point.long, point.lat] },
  },
  { name: 'place_id', schema: some(TEXT), value: ({ place }) => place?.id },
])

const NAMED = Type.Object({ id: TEXT, name: TEXT, description: some(TEXT) })

/** A repost has its own likes, replies and quotes. */
const PUBLIC_METRICS = new ObjectTable<ShownPost>([
  {
    name: 'retweet_count',
    schema: COUNT,
    value: ({ post, original }) => (original?.post ?? post).counts.retweets,
  },
  { name: 'reply_count', schema: COUNT, value: ({ post: { counts } }) => counts.replies },
  { name: 'like_count', schema: COUNT, value: ({ post: { counts } }) => counts.likes },
  { name: 'quote_count', schema: COUNT, value: ({ post: { counts } }) => counts.quotes },
])

const fields = [
  own('id', 'posts.id', ID, ({ post }) => String(post.id), { isDefault: true }),
  own('text', 'posts.content', TEXT, ({ content }) => escapeText(content.text), { isDefault: true }),
  own('created_at', 'posts.created_at', TIME, ({ post }) => isoSecond(post.createdAt)),
  own('author_id', 'posts.author_id', ID, ({ post }) => String(post.authorId)),
  own('conversation_id', 'posts.conversation_id', ID, ({ post }) => String(post.conversationId), {
    notIn: ['labs'],
  }),
  own('in_reply_to_user_id', 'posts.in_reply_to_user_id', ID, ({ post }) => post.inReplyToUserId?.toString()),
  own('referenced_tweets', 'posts.reposted_id', REFERENCES, ({ post, original }) =>
    referencesOf(post, original),
  ),
  own('attachments', 'posts.content', Type.Object(ATTACHMENTS.schema()), ({ content }) =>
    unlessEmpty(ATTACHMENTS.object(content)),
  ),
  own('geo', 'post_geos.geo', Type.Object(GEO.schema()), ({ post: { geo } }) =>
    geo === undefined ? undefined : unlessEmpty(GEO.object(geo)),
  ),
  own(
    'context_annotations',
    'posts.content',
    Type.Array(Type.Object({ domain: NAMED, entity: NAMED })),
    ({ content }) => content.context_annotations?.map(({ domain, entity }) => ({ domain, entity })),
  ),
  own('entities', 'posts.content', Type.Object(POST_ENTITY_FIELDS.schema()), ({ content }) =>
    unlessEmpty(entitiesIn(content)),
  ),
  own('withheld', 'post_states.withheld_in_countries', WITHHELD_POST, withheldOf),
  own('public_metrics', 'post_counts.like_count', Type.Object(PUBLIC_METRICS.schema()), (shown) =>
    PUBLIC_METRICS.object(shown),
  ),
  own('possibly_sensitive', 'posts.content', FLAG, ({ content }) => content.possibly_sensitive ?? false),
  own('lang', 'posts.content', TEXT, ({ content }) => content.lang ?? 'und'),
  own('source', 'posts.content', TEXT, ({ content }) => content.source?.name),
  { name: 'withheld' as const, from: 'author' as const, schema: WITHHELD_POST, value: withheldByAuthor },
  metrics('non_public_metrics'),
  metrics('organic_metrics'),
  metrics('promoted_metrics'),
] as const

export const POST_FIELDS = new V2FieldTable<PostInputs, (typeof fields)[number]['name']>(fields)

function unlessEmpty(members: Record<string, unknown>): Record<string, unknown> | undefined {
  for (const _ in members) return members
  return undefined
}

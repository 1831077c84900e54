/**
 * Declares the fields of the v1.1 post object (spec/posts.md#post-object), in the order of recorded responses, with the
 * days of spec/retired-endpoints.md#fields-by-date. To add a field, add it here.
 */
import { Type } from 'typebox'
import type { Post } from '../../domain/posts/post.ts'
import { jsonNumber } from '../../lib/json.ts'
import type { Field } from '../fields/field.ts'
import { FieldTable } from '../fields/table.ts'
import { v11Date } from './date.ts'
import { ENTITIES, EXTENDED_ENTITIES, entitiesOf, extendedEntitiesOf, hasNoEntities } from './entities.ts'
import { EXTENDED_MEDIA_FIELDS } from './media.ts'
import { PLACE, POINT, placeObject, pointObject } from './place.ts'
import {
  FLAG,
  marked,
  own,
  ownTwins,
  type PostInputs,
  type Said,
  said,
  TEXT,
  usualPost,
  usualWords,
} from './post-field-kinds.ts'
import { count, date, INDICES, id, idText, idTwins, nullable } from './scalars.ts'
import { sourceAnchor } from './source.ts'

/** First day with the parameter `tweet_mode`. Before it, all texts were in compatibility mode. */
export const EXTENDED_SINCE = '2016-09-19'

/** Day of the first recording with the present order; the exact day is unknown. */
const ORDER_OF_TODAY = '2015-12-01'
const QUOTES_SINCE = '2015-06-01'

const NAMELESS_SINCE = '2022-12-20'

const ANSWERS_NOTHING = usualPost((post) => post.inReplyToPostId === null && post.inReplyToUserId === null)
const SOMEWHERE_UNKNOWN = usualPost(({ geo }) => geo === undefined)
const UNLIMITED = usualPost(
  ({ content: { kept }, withheldInCountries: { length } }) => kept === undefined && length === 0,
)
const QUOTES_NOTHING = usualWords(({ post }) => post.quotedId === null)
const HOLDS_NOTHING = usualWords(({ body, view }) => view.includeEntities && hasNoEntities(body))

const TRUNCATED = Type.Boolean({ description: 'True if the text is truncated.' })
const SOURCE = Type.String({ description: 'The program that wrote the post, as an HTML anchor.' })

function textIn(mode: Said['view']['mode']) {
  return ({ body, view }: Said) => (view.mode === mode ? body.text : undefined)
}

function entities({ body, view }: Said): unknown {
  return view.includeEntities ? entitiesOf(body, view) : undefined
}

function extendedEntities({ body, view }: Said): unknown {
  return view.includeEntities ? extendedEntitiesOf(body, view) : undefined
}

/**
 * True when a post has a link or media. The link to the rest of a truncated post does not count. If the recorded post
 * was already truncated, the rest of the post may have links; the post then counts as having a link if its
 * `possibly_sensitive` is recorded.
 */
function leads({ post: { content } }: Said): boolean {
  const { urls = [], media = [], possibly_sensitive: isSensitive, kept } = content
  return kept?.['truncated'] === true ? isSensitive !== undefined : urls.length + media.length > 0
}

function permalink({ post: { quotedId, content } }: Said): unknown {
  const { quoted_status_permalink: link } = content
  if (quotedId === null || link === undefined) return undefined
  return { url: link.url, expanded: link.expanded, display: link.display }
}

function screenNameAnswered({ inReplyToUserId, content }: Post): string | null {
  return inReplyToUserId === null ? null : (content.in_reply_to_screen_name ?? null)
}

function withheldIn({ withheldInCountries: countries }: Post): readonly string[] | undefined {
  return countries.length === 0 ? undefined : countries
}

type PostNested = 'user' | 'retweeted_status' | 'quoted_status'

const fields: readonly Field<PostInputs, PostNested>[] = [
  own('created_at', 'posts.created_at', date('When it was written.'), (post) => v11Date(post.createdAt)),
  own('id', 'posts.id', id('The post.'), (post) => post.id),
  own('id_str', 'posts.id', idText('The post. As text.'), (post) => String(post.id)),
  said(
    'text',
    'posts.content',
    Type.Optional(Type.String({ description: 'Cut to 140 characters; `&`, `<` and `>` are escaped.' })),
    textIn('compat'),
  ),
  said(
    'full_text',
    'posts.content',
    Type.Optional(Type.String({ description: 'The whole text; only with `tweet_mode=extended`.' })),
    textIn('extended'),
    { since: EXTENDED_SINCE },
  ),
  said('truncated', 'posts.content', TRUNCATED, ({ body }) => body.isTruncated, { since: ORDER_OF_TODAY }),
  said(
    'display_text_range',
    'posts.content',
    Type.Optional(INDICES),
    ({ body, view }) => (view.mode === 'extended' ? body.range : undefined),
    { since: EXTENDED_SINCE },
  ),
  said('entities', 'posts.content', Type.Optional(ENTITIES), entities, {
    since: ORDER_OF_TODAY,
    ...HOLDS_NOTHING,
  }),
  said('extended_entities', 'posts.content', Type.Optional(EXTENDED_ENTITIES), extendedEntities, {
    since: ORDER_OF_TODAY,
    ...HOLDS_NOTHING,
  }),
  own('source', 'posts.content', SOURCE, ({ content }) => sourceAnchor(content.source), {
    until: NAMELESS_SINCE,
  }),
  { name: 'source', since: NAMELESS_SINCE, schema: SOURCE, fixed: '' },
  said('truncated', 'posts.content', TRUNCATED, ({ body }) => body.isTruncated, { until: ORDER_OF_TODAY }),
  ...ownTwins(
    'in_reply_to_status_id',
    'posts.in_reply_to_post_id',
    'The post that this post answers.',
    (post) => post.inReplyToPostId,
    ANSWERS_NOTHING,
  ),
  ...ownTwins(
    'in_reply_to_user_id',
    'posts.in_reply_to_user_id',
    'The user whom this post answers.',
    (post) => post.inReplyToUserId,
    ANSWERS_NOTHING,
  ),
  own('in_reply_to_screen_name', 'posts.content', nullable(TEXT), screenNameAnswered, ANSWERS_NOTHING),
  { nested: 'user' },
  own(
    'geo',
    'post_geos.geo',
    nullable(POINT),
    ({ geo }) => pointObject(geo, 'latitude first'),
    SOMEWHERE_UNKNOWN,
  ),
  own(
    'coordinates',
    'post_geos.geo',
    nullable(POINT),
    ({ geo }) => pointObject(geo, 'longitude first'),
    SOMEWHERE_UNKNOWN,
  ),
  own('place', 'post_geos.geo', nullable(PLACE), ({ geo }) => placeObject(geo), SOMEWHERE_UNKNOWN),
  { name: 'contributors', schema: Type.Null(), fixed: null },
  { nested: 'retweeted_status' },
  said('is_quote_status', 'posts.quoted_id', FLAG, ({ post }) => post.quotedId !== null, {
    since: ORDER_OF_TODAY,
    ...QUOTES_NOTHING,
  }),
  // The post shows the id of the quoted post even if it does not show the quoted post itself.
  said(
    'quoted_status_id',
    'posts.quoted_id',
    Type.Optional(id('The quoted post.')),
    ({ post }) => post.quotedId ?? undefined,
    { since: QUOTES_SINCE, ...QUOTES_NOTHING },
  ),
  said(
    'quoted_status_id_str',
    'posts.quoted_id',
    Type.Optional(idText('The quoted post.')),
    ({ post }) => post.quotedId?.toString(),
    { since: QUOTES_SINCE, ...QUOTES_NOTHING },
  ),
  said(
    'quoted_status_permalink',
    'posts.content',
    Type.Optional(Type.Object({ url: TEXT, expanded: TEXT, display: TEXT })),
    permalink,
    { since: '2018-05-10', ...QUOTES_NOTHING },
  ),
  { nested: 'quoted_status', since: QUOTES_SINCE },
  said('retweet_count', 'post_counts.retweet_count', count('Reposts.'), ({ post }) => post.counts.retweets),
  // A repost has the repost count of its original and no likes, as in recorded responses.
  said('favorite_count', 'post_counts.like_count', count('Likes.'), ({ post, isRepost }) =>
    isRepost ? 0 : post.counts.likes,
  ),
  said('entities', 'posts.content', Type.Optional(ENTITIES), entities, {
    until: ORDER_OF_TODAY,
    ...HOLDS_NOTHING,
  }),
  said('extended_entities', 'posts.content', Type.Optional(EXTENDED_ENTITIES), extendedEntities, {
    until: ORDER_OF_TODAY,
    ...HOLDS_NOTHING,
  }),
  marked(
    'favorited',
    Type.Boolean({ description: 'True if the caller likes the post.' }),
    ({ liked }) => liked,
  ),
  marked(
    'retweeted',
    Type.Boolean({ description: 'True if the caller has reposted the post.' }),
    ({ reposted }) => reposted !== null,
  ),
  said(
    'possibly_sensitive',
    'posts.content',
    Type.Optional(
      Type.Boolean({ description: 'Sensitivity of the linked content; only for posts with links or media.' }),
    ),
    (words) => (leads(words) ? (words.post.content.possibly_sensitive ?? false) : undefined),
  ),
  said('possibly_sensitive_appealable', 'posts.content', Type.Optional(FLAG), (words) =>
    leads(words) ? false : undefined,
  ),
  said(
    'lang',
    'posts.content',
    Type.String({ description: 'BCP 47; `und` if the language is unknown.' }),
    ({ post }) => post.content.lang ?? 'und',
  ),
  said('card_uri', 'posts.content', Type.Optional(TEXT), ({ post, view }) =>
    view.includeCardUri ? post.content.card_uri : undefined,
  ),
  {
    ...marked(
      'current_user_retweet',
      Type.Optional(Type.Object(idTwins('id', "The caller's repost."))),
      ({ reposted }) =>
        reposted === null ? undefined : { id: jsonNumber(reposted), id_str: String(reposted) },
    ),
    shownIf: ({ includeMyRepost }) => includeMyRepost,
  },
  own(
    'scopes',
    'posts.content',
    Type.Optional(Type.Record(Type.String(), Type.Unknown())),
    ({ content }) => content.kept?.['scopes'],
    UNLIMITED,
  ),
  own(
    'withheld_copyright',
    'posts.content',
    Type.Optional(FLAG),
    ({ content }) => (content.kept?.['withheld_copyright'] === true ? true : undefined),
    UNLIMITED,
  ),
  own(
    'withheld_in_countries',
    'post_states.withheld_in_countries',
    Type.Optional(
      Type.Array(Type.String(), {
        description: 'Countries in which the post is not shown: ISO 3166-1 alpha-2, or `XX`.',
      }),
    ),
    withheldIn,
    UNLIMITED,
  ),
  own(
    'withheld_scope',
    'post_states.withheld_in_countries',
    Type.Optional(Type.Literal('status')),
    (post) => (withheldIn(post) === undefined ? undefined : 'status'),
    UNLIMITED,
  ),
]

/** All fields of posts. The list also has the days on which media change, because media are nested objects. */
export const POST_FIELDS = new FieldTable<PostInputs, PostNested>(fields, EXTENDED_MEDIA_FIELDS.changes)

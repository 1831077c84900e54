/**
 * Generates posts, authors and views for property tests. The texts contain sequences like those at which the
 * renderer splits texts.
 */

import type { FullUser } from '../../../src/domain/accounts/find-users.ts'
import { NO_PROFILE, type Profile, VERIFIED_TYPES } from '../../../src/domain/accounts/profile.ts'
import type { Relation } from '../../../src/domain/graph/relations.ts'
import type {
  ContextAnnotation,
  EntityAnnotation,
  Indices,
  Poll,
  PostContent,
  PostGeo,
  PostMedia,
  UrlEntity,
} from '../../../src/domain/posts/content.ts'
import type { Post } from '../../../src/domain/posts/post.ts'
import type { ViewerMarks } from '../../../src/domain/posts/read/viewer-marks.ts'
import { REPLY_SETTINGS } from '../../../src/domain/posts/reply-settings.ts'
import type { PostView, ShownPost } from '../../../src/formats/v1.1/post.ts'
import { indexMap } from '../../../src/text/index-units.ts'
import * as fc from '../properties.ts'

const TRICKY = [
  '","user":{"id":1}',
  ',"favorited":false,"retweeted":false',
  '"}',
  '\\",\\"user\\":',
  '/media/1.jpg',
  '&lt;&amp;',
  '\ud800',
  '\u0000',
  '\u202e',
]

export const trickyText = fc.oneof(fc.string({ unit: 'grapheme' }), fc.constantFrom(...TRICKY))

const mixedText = fc
  .array(fc.oneof(trickyText, fc.constantFrom('word ', 'слово ', '言葉', '👩‍👩‍👧', '& ', '<b>')), {
    maxLength: 60,
  })
  .map((parts) => parts.join(''))

/** Texts, including long texts with a weight above 280. */
const longText = fc.oneof(
  { arbitrary: mixedText, weight: 3 },
  { arbitrary: mixedText.map((text) => text + ' and more'.repeat(40)), weight: 1 },
)

const id = fc.bigInt({ min: 1n, max: 2n ** 63n - 1n })

export const fullUser: fc.Arbitrary<FullUser> = fc.record({
  id,
  screenName: fc.stringMatching(/^[A-Za-z0-9_]{1,15}$/),
  name: trickyText,
  createdAt: fc.nat(),
  isProtected: fc.boolean(),
  suspendedAt: fc.constant(null),
  deactivatedAt: fc.constant(null),
  withheldInCountries: fc.subarray(['DE', 'FR']),
  followersCount: fc.nat(),
  friendsCount: fc.nat(),
  statusesCount: fc.nat(),
  favouritesCount: fc.nat(),
  membershipsCount: fc.nat(),
  profile: fc.constant(NO_PROFILE),
})

const colour = fc.stringMatching(/^[0-9A-F]{6}$/)
const link = fc.record({ url: fc.constant('https://t.co/a'), expanded_url: fc.webUrl() })

const profile: fc.Arbitrary<Profile> = fc
  .record({
    location: fc.string(),
    description: fc.string().map((text) => `${text} https://t.co/a #tag @name $CASH`),
    descriptionLinks: fc.array(link, { maxLength: 2 }),
    link: fc.option(link, { nil: undefined }),
    imageUrl: fc.option(fc.webUrl(), { nil: undefined }),
    bannerUrl: fc.option(fc.webUrl(), { nil: undefined }),
    isVerified: fc.boolean(),
    verifiedType: fc.constantFrom(undefined, ...VERIFIED_TYPES),
    listedCount: fc.nat(),
    appearance: fc.record(
      {
        profile_link_color: colour,
        default_profile: fc.boolean(),
        profile_image_url: fc.option(fc.webUrl()),
      },
      { requiredKeys: [] },
    ),
  })
  .map((set) => ({ ...NO_PROFILE, ...set }))

/** Users with and without a profile. */
export const profiledUser: fc.Arbitrary<FullUser> = fc
  .record({ user: fullUser, profile: fc.oneof(fc.constant(NO_PROFILE), profile) })
  .map(({ user, profile }) => ({ ...user, profile }))

export const relation: fc.Arbitrary<Relation> = fc.record({
  following: fc.boolean(),
  followedBy: fc.boolean(),
  followingRequested: fc.boolean(),
  followingReceived: fc.boolean(),
  blocking: fc.boolean(),
  blockedBy: fc.boolean(),
  muting: fc.boolean(),
  wantsRetweets: fc.boolean(),
  wantsNotifications: fc.boolean(),
})

const marks: fc.Arbitrary<ViewerMarks> = fc.record({ liked: fc.boolean(), reposted: fc.option(id) })

const unwound = fc.record(
  {
    url: trickyText,
    status: fc.constantFrom(200, 404),
    title: trickyText,
    description: trickyText,
    images: fc.array(fc.record({ url: trickyText, width: fc.nat(), height: fc.nat() }), { maxLength: 2 }),
  },
  { requiredKeys: [] },
) as fc.Arbitrary<NonNullable<UrlEntity['unwound']>>

const annotation: fc.Arbitrary<EntityAnnotation> = fc.record({
  start: fc.nat(),
  end: fc.nat(),
  probability: fc.constantFrom(0, 0.5, 1),
  type: trickyText,
  normalized_text: trickyText,
})

const contextEntity = fc.record(
  { id: fc.constant('10'), name: trickyText, description: trickyText },
  { requiredKeys: ['id', 'name'] },
) as fc.Arbitrary<ContextAnnotation['domain']>

/** Polls with and without a time at which they end, and with and without a voting status. */
export const poll = fc.record(
  {
    id: fc.constantFrom('1', '2'),
    options: fc.array(fc.record({ position: fc.nat(), label: trickyText, votes: fc.nat() }), {
      maxLength: 3,
    }),
    duration_minutes: fc.nat(),
    end_at: fc.nat(),
    voting_status: fc.constantFrom('open', 'closed'),
  },
  { requiredKeys: ['id', 'options'] },
) as fc.Arbitrary<Poll>

/** Content whose entities lie inside its text. */
const content: fc.Arbitrary<PostContent> = longText.chain((text) => {
  const { length } = indexMap(text, 'escaped')
  const indices = fc
    .tuple(fc.nat({ max: length }), fc.nat({ max: length }))
    .map(([a, b]): Indices => [Math.min(a, b), Math.max(a, b)])
  const few = <T>(arbitrary: fc.Arbitrary<T>) => fc.array(arbitrary, { minLength: 1, maxLength: 3 })
  const digits = id.map(String)
  return fc.record<PostContent>(
    {
      text: fc.constant(text),
      hashtags: few(fc.record({ text: trickyText, indices })),
      symbols: few(fc.record({ text: trickyText, indices })),
      user_mentions: few(fc.record({ screen_name: trickyText, name: trickyText, id_str: digits, indices })),
      urls: few(
        fc.record(
          { url: trickyText, expanded_url: trickyText, display_url: trickyText, indices, unwound },
          { requiredKeys: ['url', 'expanded_url', 'display_url', 'indices'] },
        ),
      ),
      media: few(mediaOf(indices)),
      display_text_range: indices,
      source: fc.record({ name: trickyText, url: fc.webUrl() }, { requiredKeys: ['name'] }),
      lang: fc.constantFrom('en', 'und'),
      possibly_sensitive: fc.boolean(),
      in_reply_to_screen_name: trickyText,
      quoted_status_permalink: fc.record({ url: trickyText, expanded: trickyText, display: trickyText }),
      card_uri: trickyText,
      annotations: few(annotation),
      context_annotations: few(fc.record({ domain: contextEntity, entity: contextEntity })),
      poll,
      reply_settings: fc.constantFrom(...REPLY_SETTINGS),
      promoted: fc.boolean(),
      promoted_metrics: fc.record({ impression_count: fc.nat(), url_link_clicks: fc.nat() }),
      organic_offsets: fc.record({ like_count: fc.integer({ min: -3, max: 3 }) }),
      kept: fc.record(
        {
          truncated: fc.constant(true),
          scopes: fc.constant({ followers: false }),
          withheld_copyright: fc.boolean(),
          entities: fc.constant({ polls: [{ options: [] }] }),
        },
        { requiredKeys: [] },
      ),
    },
    { requiredKeys: ['text'] },
  ) as fc.Arbitrary<PostContent>
})

const THUMB = { w: 150, h: 150, resize: 'crop' }

function mediaOf(indices: fc.Arbitrary<Indices>): fc.Arbitrary<PostMedia> {
  const url = fc.constantFrom('/media/1.jpg', 'https://pbs.example.org/media/a.jpg')
  return fc.record(
    {
      id_str: id.map(String),
      type: fc.constantFrom('photo', 'video', 'animated_gif'),
      indices,
      url: trickyText,
      display_url: trickyText,
      expanded_url: trickyText,
      media_url_https: url,
      media_url: url,
      sizes: fc.constantFrom({ thumb: THUMB }, { thumb: THUMB, large: { w: 640, h: 480, resize: 'fit' } }),
      ext_alt_text: trickyText,
      video_info: fc.record(
        {
          aspect_ratio: fc.constant([16, 9]),
          duration_millis: fc.nat(),
          variants: fc.constant([{ bitrate: 0, content_type: 'video/mp4', url: '/media/1.mp4' }]),
        },
        { requiredKeys: [] },
      ),
      additional_media_info: fc.constant({ monetizable: false }),
      view_count: fc.nat(),
      source_status_id_str: id.map(String),
      source_user_id_str: id.map(String),
    },
    {
      requiredKeys: [
        'id_str',
        'type',
        'indices',
        'url',
        'display_url',
        'expanded_url',
        'media_url_https',
        'sizes',
      ],
    },
  ) as fc.Arbitrary<PostMedia>
}

const BOX = {
  type: 'Polygon',
  coordinates: [
    [
      [-1, 2],
      [3, 2],
      [3, 4],
      [-1, 4],
    ],
  ],
}

const geo: fc.Arbitrary<PostGeo> = fc.record(
  {
    coordinates: fc.record({ long: fc.integer(), lat: fc.integer() }),
    place: fc.record({
      id: trickyText,
      place_type: fc.constant('city'),
      name: trickyText,
      full_name: trickyText,
      country_code: fc.constantFrom('', 'DE'),
      country: trickyText,
      contained_within: fc.constantFrom([], ['a'], [{ id: 'b' }, 'c']),
      bounding_box: fc.constantFrom(null, BOX),
    }),
  },
  { requiredKeys: [] },
) as fc.Arbitrary<PostGeo>

function post(ties: { readonly quotes: fc.Arbitrary<bigint | null> }): fc.Arbitrary<Post> {
  return id.chain((own) =>
    fc.record({
      id: fc.constant(own),
      authorId: id,
      // The times include years before 2017, because reposts were truncated differently then.
      createdAt: fc.nat({ max: Date.UTC(2030, 0) }),
      initialId: fc.constant(own),
      latestId: fc.constant(own),
      history: fc.option(fc.constant({ ids: [own, own + 1n], createdAt: 0 }), { nil: undefined }),
      inReplyToPostId: fc.option(id),
      inReplyToUserId: fc.option(id),
      quotedId: ties.quotes,
      repostedId: fc.constant(null),
      conversationId: fc.constant(own),
      content,
      geo: fc.option(geo, { nil: undefined }),
      counts: fc.record({
        retweets: fc.nat(),
        replies: fc.nat(),
        likes: fc.nat(),
        quotes: fc.nat(),
        impressions: fc.nat(),
        urlLinkClicks: fc.nat(),
        userProfileClicks: fc.nat(),
        bookmarks: fc.nat(),
      }),
      droppedAt: fc.constant(null),
      hiddenAt: fc.constant(null),
      withheldInCountries: fc.subarray(['DE', 'FR', 'IT']),
    }),
  )
}

function shown(ties: { readonly quotes: fc.Arbitrary<bigint | null> }): fc.Arbitrary<ShownPost> {
  return fc
    .record({
      post: post(ties),
      author: fullUser,
      relation: fc.oneof(fc.constantFrom(null, 'self' as const), relation),
      marks,
    })
    .map((one) => ({ ...one, post: { ...one.post, authorId: one.author.id } }))
}

const plain = shown({ quotes: fc.constant(null) })
const quoting = fc
  .record({ outer: shown({ quotes: id }), quoted: fc.option(plain, { nil: undefined }) })
  .map(({ outer, quoted }) => ({
    ...outer,
    post: { ...outer.post, quotedId: quoted?.post.id ?? outer.post.quotedId },
    quoted,
  }))
const reposting = fc
  .record({ outer: plain, original: fc.oneof(plain, quoting) })
  .map(({ outer, original }) => ({
    ...outer,
    post: { ...outer.post, repostedId: original.post.id, content: { text: '' } },
    original,
  }))

/** Posts, quotes with and without the quoted post, and reposts of both. */
export const shownPost: fc.Arbitrary<ShownPost> = fc.oneof(plain, quoting, reposting)

export const postView: fc.Arbitrary<PostView> = fc.record({
  mode: fc.constantFrom('compat', 'extended'),
  includeEntities: fc.boolean(),
  includeAltText: fc.boolean(),
  includeCardUri: fc.boolean(),
  includeMyRepost: fc.boolean(),
  trimUser: fc.boolean(),
  origin: fc.constantFrom('https://a.example', 'http://localhost:1'),
  defaultPicture: fc.constantFrom(null, 'https://a.example/p.png'),
})

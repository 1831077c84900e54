import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { PostContent, PostMedia } from '../../domain/posts/content.ts'
import { NO_COUNTS, type Post } from '../../domain/posts/post.ts'
import { LABS_DAY } from '../fields/day.ts'
import { MEDIA, PLACE, POLL, POST } from './fields.ts'
import { mediaObject } from './media.ts'
import { MEDIA_FIELDS } from './media-fields.ts'
import { mediaKey } from './media-key.ts'
import { placeObject } from './place.ts'
import { pollObject } from './poll.ts'
import { postObject } from './post.ts'
import { POST_FIELDS } from './post-fields.ts'
import { shownContent } from './shown-post.ts'

const ALL = -1

function postWith(content: Partial<PostContent>, more: Partial<Post> = {}): Post {
  return {
    id: 10n,
    authorId: 20n,
    createdAt: Date.UTC(2020, 5, 18, 16, 0, 33),
    initialId: 10n,
    latestId: 10n,
    inReplyToPostId: null,
    inReplyToUserId: null,
    quotedId: null,
    repostedId: null,
    conversationId: 10n,
    content: { text: '', ...content },
    geo: undefined,
    counts: NO_COUNTS,
    droppedAt: null,
    hiddenAt: null,
    withheldInCountries: [],
    ...more,
  }
}

function photo(more: Partial<PostMedia> = {}): PostMedia {
  return {
    id_str: '7',
    type: 'photo',
    indices: [0, 23],
    url: 'https://t.co/mediamedia',
    display_url: 'pic.twitter.com/mediamedia',
    expanded_url: 'https://twitter.com/a/status/10/photo/1',
    media_url_https: 'https://pbs.example/7.jpg',
    sizes: {},
    ...more,
  }
}

/** The object on the day of Labs v2. */
function postOf(...[post, fields, original]: Parameters<typeof postObject>): Record<string, unknown> {
  return postObject(post, fields, original, LABS_DAY)
}

describe('spec/v2-objects.md#post: the post', () => {
  test('media without a link in the text are not in the entities', () => {
    const media = [photo({ url: '', indices: [4, 4] }), photo({ id_str: '8', indices: [0, 0] })]
    const { entities, attachments } = postOf(postWith({ text: 'text', media }), ALL)
    assert.deepEqual([entities, attachments], [undefined, { media_keys: ['3_7', '3_8'] }])
  })
  test('imported media without a file have no URL, for any kind', () => {
    for (const type of ['photo', 'video', 'animated_gif'] as const) {
      const media = photo({ type, media_url_https: '' })
      assert.deepEqual(mediaObject(media, ALL, 'https://here'), { media_key: mediaKey(media), type })
    }
  })

  test('a minimal post has all fields that are not empty', () => {
    assert.deepEqual(postOf(postWith({ text: 'a < b & c' }), ALL), {
      id: '10',
      text: 'a &lt; b &amp; c',
      created_at: '2020-06-18T16:00:33.000Z',
      author_id: '20',
      conversation_id: '10',
      public_metrics: { retweet_count: 0, reply_count: 0, like_count: 0, quote_count: 0 },
      possibly_sensitive: false,
      lang: 'und',
    })
  })

  test('spec/v2.md#later-members: a minimal post of API v2 has all fields that are not empty', () => {
    const post = postWith({ text: 'a < b & c' })
    assert.deepEqual(postObject(post, ALL), {
      ...postOf(post, ALL),
      edit_history_tweet_ids: ['10'],
      public_metrics: {
        ...{ retweet_count: 0, reply_count: 0, like_count: 0, quote_count: 0 },
        ...{ bookmark_count: 0, impression_count: 0 },
      },
      reply_settings: 'everyone',
      edit_controls: {
        ...{ edits_remaining: 5, is_edit_eligible: true },
        editable_until: '2020-06-18T16:30:33.000Z',
      },
    })
  })

  test('spec/v2-objects.md#entities: entities have the field names of Labs, and links of all kinds are in the order of the text', () => {
    const unwound = {
      url: 'https://example.org/long',
      status: 200,
      title: 'T',
      description: '',
      images: [{ url: 'https://example.org/i.png', width: 4, height: 3 }],
    }
    const link = { url: 'https://t.co/a', expanded_url: 'https://example.org', display_url: 'example.org' }
    const annotations = [{ start: 0, end: 3, probability: 0.9, type: 'Person', normalized_text: 'Jane' }]
    const { entities } = postOf(
      postWith({
        text: 'x',
        hashtags: [{ text: 'birds', indices: [1, 7] }],
        symbols: [{ text: 'TWTR', indices: [8, 13] }],
        user_mentions: [{ screen_name: 'ada', name: 'Ada', id_str: '5', indices: [14, 18] }],
        urls: [{ ...link, indices: [40, 54], unwound }],
        media: [photo({ indices: [20, 39] }), photo({ id_str: '8', indices: [20, 39] })],
        annotations,
      }),
      POST.entities,
    )
    assert.deepEqual(entities, {
      urls: [
        {
          start: 20,
          end: 39,
          url: 'https://t.co/mediamedia',
          expanded_url: 'https://twitter.com/a/status/10/photo/1',
          display_url: 'pic.twitter.com/mediamedia',
        },
        {
          start: 40,
          end: 54,
          ...link,
          unwound_url: 'https://example.org/long',
          status: 200,
          title: 'T',
          images: unwound.images,
        },
      ],
      hashtags: [{ start: 1, end: 7, tag: 'birds' }],
      cashtags: [{ start: 8, end: 13, tag: 'TWTR' }],
      mentions: [{ start: 14, end: 18, username: 'ada' }],
      // The end of an annotation is the index of its last code point.
      annotations,
    })
  })

  test('source is plain text, context annotations are as stored, and a post can be withheld for copyright', () => {
    const context = [{ domain: { id: '10', name: 'Person' }, entity: { id: '5', name: 'Jane' } }]
    const object = postOf(
      postWith(
        {
          source: { name: 'Web App', url: 'https://example.org' },
          context_annotations: context,
          kept: { withheld_copyright: true },
        },
        { withheldInCountries: ['DE'] },
      ),
      POST.source | POST.context_annotations | POST.withheld,
    )
    assert.deepEqual(object, {
      id: '10',
      text: '',
      context_annotations: context,
      withheld: { copyright: true, country_codes: ['DE'], scope: 'tweet' },
      source: 'Web App',
    })
  })

  test("a repost has the text of its original's newest version, shifted entities and the repost count of the original", () => {
    const counts = { ...NO_COUNTS, retweets: 4, likes: 9 }
    const original = postWith(
      {
        text: 'a & b #birds',
        hashtags: [{ text: 'birds', indices: [10, 16] }],
        lang: 'en',
        media: [photo()],
      },
      { id: 31n, counts },
    )
    const again = postWith({ source: { name: 'Elsewhere' } }, { repostedId: 30n })
    const author = { id: 5n, screenName: 'ada', name: 'Ada' }
    const object = postOf(
      again,
      POST.entities |
        POST.lang |
        POST.source |
        POST.public_metrics |
        POST.referenced_tweets |
        POST.attachments,
      { post: original, author },
    )
    assert.deepEqual(object, {
      id: '10',
      text: 'RT @ada: a &amp; b #birds',
      referenced_tweets: [{ type: 'retweeted', id: '31' }],
      attachments: { media_keys: ['3_7'] },
      // The link to the medium follows the end of the text.
      entities: {
        hashtags: [{ start: 19, end: 25, tag: 'birds' }],
        mentions: [{ start: 3, end: 7, username: 'ada' }],
      },
      public_metrics: { retweet_count: 4, reply_count: 0, like_count: 0, quote_count: 0 },
      lang: 'en',
      source: 'Elsewhere',
    })
  })

  test('a truncated repost has only complete entities, each at its word', () => {
    const words = Array.from({ length: 30 }, (_, index) => `#tag${index}`)
    const text = `& ${words.join(' ')}`
    let at = '&amp; '.length
    const hashtags = words.map((word) => {
      const indices = [at, at + word.length] as const
      at += word.length + 1
      return { text: word.slice(1), indices }
    })
    const author = { id: 5n, screenName: 'ada', name: 'Ada' }
    const original = { post: postWith({ text, hashtags }), author }
    const shown = shownContent(postWith({}, { repostedId: 30n }), original)
    const object = postOf(postWith({}, { repostedId: 30n }), POST.entities, original)
    const escaped = [...String(object['text'])]
    assert.ok(shown.text.endsWith('…') && shown.text.length <= 140)
    const tags = shown.hashtags ?? []
    assert.ok(tags.length > 10 && tags.length < 30)
    for (const { text: tag, indices } of tags) {
      assert.equal(escaped.slice(...indices).join(''), `#${tag}`)
    }
  })
})

describe('spec/v2-objects.md#media: media, polls, places', () => {
  test('keys encode the kind of a medium', () => {
    assert.equal(mediaKey(photo()), '3_7')
    assert.equal(mediaKey(photo({ type: 'video' })), '7_7')
    assert.equal(mediaKey(photo({ type: 'animated_gif' })), '16_7')
    const amplified = {
      type: 'video',
      media_url_https: 'https://pbs.example/amplify_video_thumb/7.jpg',
    } as const
    assert.equal(mediaKey(photo(amplified)), '13_7')
  })

  test('a video has a preview and a duration, and a photo has a URL', () => {
    const sizes = { small: { w: 10, h: 5, resize: 'fit' }, large: { w: 100, h: 50, resize: 'fit' } }
    const video = photo({ type: 'video', video_info: { duration_millis: 900 }, view_count: 3, sizes })
    assert.deepEqual(mediaObject(video, ALL, 'https://here'), {
      media_key: '7_7',
      type: 'video',
      height: 50,
      width: 100,
      preview_image_url: 'https://pbs.example/7.jpg',
      duration_ms: 900,
      public_metrics: { view_count: 3 },
    })
    const tiny = photo({
      sizes: { thumb: { w: 150, h: 150, resize: 'crop' }, large: { w: 64, h: 48, resize: 'fit' } },
    })
    assert.deepEqual(mediaObject(tiny, MEDIA.height | MEDIA.width, 'https://here'), {
      media_key: '3_7',
      type: 'photo',
      height: 48,
      width: 64,
    })
    const own = photo({ media_url_https: '/media/7.jpg', kept: { original_info: { width: 9, height: 8 } } })
    assert.deepEqual(mediaObject(own, MEDIA.url | MEDIA.height | MEDIA.width, 'https://here'), {
      media_key: '3_7',
      type: 'photo',
      height: 8,
      width: 9,
      url: 'https://here/media/7.jpg',
    })
  })

  test('spec/v2-objects.md#poll: a poll is closed when its end has passed', () => {
    const poll = { id: '1', options: [], end_at: 1_000, voting_status: 'open' as const }
    const status = (more: object, now: number) =>
      pollObject({ ...poll, ...more }, POLL.voting_status, now)['voting_status']
    assert.deepEqual([status({}, 999), status({}, 1_000)], ['open', 'closed'])
    assert.equal(status({ voting_status: 'closed' }, 0), 'closed')
  })

  test('spec/v2-objects.md#place: a place has the ids of the places that contain it, and a box', () => {
    const place = {
      id: 'a',
      place_type: 'poi',
      name: 'Café',
      full_name: 'Café',
      country: '',
      country_code: '',
      contained_within: ['b', { id: 'c', name: 'C' }, 5, null],
      bounding_box: {
        coordinates: [
          [
            [2, -1],
            [1, 4],
          ],
        ],
      },
    }
    assert.deepEqual(placeObject(place, ALL), {
      id: 'a',
      full_name: 'Café',
      name: 'Café',
      place_type: 'poi',
      contained_within: ['b', 'c'],
      geo: { type: 'Feature', bbox: [1, -1, 2, 4], properties: {} },
    })
    assert.deepEqual(placeObject({ ...place, bounding_box: null }, PLACE.geo), { id: 'a', full_name: 'Café' })
  })
})

describe('spec/versioning.md#dates: each field of Labs v2 begins on its day', () => {
  const before = (day: string) => new Date(Date.parse(day) - 1).toISOString().slice(0, 10)

  test('context_annotations, and groups of private metrics of posts and media, begin on their days', () => {
    for (const [name, first] of [
      ['context_annotations', '2020-03-23'],
      ['non_public_metrics', '2020-05-06'],
      ['organic_metrics', '2020-05-28'],
      ['promoted_metrics', '2020-05-28'],
    ] as const) {
      for (const table of name === 'context_annotations' ? [POST_FIELDS] : [POST_FIELDS, MEDIA_FIELDS]) {
        const names = (day: string): readonly string[] => table.names(['labs'], day)
        assert.deepEqual([names(before(first)).includes(name), names(first).includes(name)], [false, true])
      }
    }
  })

  test('annotations of a text begin on their day', () => {
    const annotations = [{ start: 0, end: 3, probability: 0.9, type: 'Person', normalized_text: 'Jane' }]
    const post = postWith({ text: 'Jane', annotations })
    const entitiesOn = (day: string) => postObject(post, ALL, undefined, day)['entities']
    assert.equal(entitiesOn('2020-03-22'), undefined)
    assert.deepEqual(entitiesOn('2020-03-23'), { annotations })
  })

  test('clicks on links and profiles begin on their day, in objects and in errors', () => {
    const post = postWith({ text: 'a' })
    const metricsOn = (day: string, viewerId: bigint | null) =>
      ({
        members: Object.keys(
          Object(
            POST_FIELDS.members(
              { viewer: { post, viewerId, now: post.createdAt } },
              POST_FIELDS.bits.organic_metrics,
              day,
            )['organic_metrics'],
          ),
        ),
        refused: POST_FIELDS.refused(
          { viewer: { post, viewerId, now: post.createdAt } },
          POST_FIELDS.bits.organic_metrics,
          day,
        ),
      }) as const
    assert.deepEqual(metricsOn('2020-06-30', post.authorId).members, [
      ...['impression_count', 'retweet_count', 'reply_count', 'like_count'],
    ])
    assert.ok(metricsOn('2020-07-01', post.authorId).members.includes('user_profile_clicks'))
    const clicks = (day: string) => metricsOn(day, null).refused.filter((name) => name.endsWith('clicks'))
    assert.deepEqual(clicks('2020-06-30'), [])
    assert.deepEqual(clicks('2020-07-01'), [
      'organic_metrics.url_link_clicks',
      'organic_metrics.user_profile_clicks',
    ])
  })
})

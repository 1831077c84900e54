import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import type { PostContent } from '../../domain/posts/content.ts'
import type { ImportedPost, PostBundle } from '../../domain/posts/import/imported-post.ts'
import { parsePosts } from './posts.ts'

const FIXTURE = fileURLToPath(new URL('../../../test/fixtures/posts/v2.jsonl', import.meta.url))

function bundleOf(object: object | string): PostBundle {
  const bundle = parsePosts(typeof object === 'string' ? object : JSON.stringify(object))
  assert.ok(typeof bundle === 'object', String(bundle))
  return bundle
}

function only(bundle: PostBundle): { post: ImportedPost; content: PostContent } {
  const [post, ...others] = bundle.posts
  assert.ok(post !== undefined && others.length === 0)
  return { post, content: JSON.parse(post.content) as PostContent }
}

const POST = { id: '1290000000000000001', author_id: '11', text: 'hi' }

describe('spec/v2-objects.md#post: v2 objects in an import of posts', () => {
  test('an empty page is a response without posts', () => {
    const { posts, referenced, faults } = bundleOf({ meta: { result_count: 0 } })
    assert.deepEqual([posts, referenced, faults ?? []], [[], [], []])
  })

  test('includes that are not an object are treated as missing', () => {
    for (const includes of [null, [], 'no', 5]) {
      const { posts, faults } = bundleOf({ data: [POST], includes })
      assert.deepEqual([posts.map(({ id }) => String(id)), faults ?? []], [[POST.id], []])
    }
  })

  test('are read completely in a recorded response with includes', async () => {
    const [line = ''] = (await readFile(FIXTURE, 'utf8')).split('\n')
    const { post, content } = only(bundleOf(line))
    assert.deepEqual(
      [
        post.id,
        post.author.id,
        post.createdAt,
        post.conversationId,
        post.inReplyToPostId,
        post.inReplyToUserId,
      ],
      [
        1224044675406925824n,
        9920272n,
        Date.UTC(2020, 1, 2, 18, 59, 26, 924),
        1224041905333379073n,
        1224041905333379073n,
        1120050519182016513n,
      ],
    )
    const author = post.author.readUser?.()
    assert.deepEqual(
      [author?.screenName, author?.profile?.location, author?.profile?.listedCount],
      ['marcomornati', 'Ronchin, France', 26],
    )
    assert.deepEqual(content.source, { name: 'Twitter for Android' })
    assert.deepEqual(content.hashtags, [{ text: 'blacklivesmatter', indices: [0, 17] }])
    assert.deepEqual(content.symbols, [{ text: 'twtr', indices: [18, 23] }])
    assert.equal(content.user_mentions, undefined, 'these users have no id')
    assert.deepEqual(content.urls?.[0]?.unwound?.status, 200)
    assert.equal(content.context_annotations?.[1]?.entity.name, 'Computer programming')
    const [medium] = content.media ?? []
    assert.deepEqual(
      [
        medium?.id_str,
        medium?.type,
        medium?.view_count,
        medium?.ext_alt_text,
        medium?.video_info?.aspect_ratio,
      ],
      ['1365362339449561088', 'video', 279438, 'test', [16, 9]],
    )
    assert.deepEqual(post.geo?.coordinates, { long: -73.99960455, lat: 40.74168819 })
    assert.deepEqual([post.geo?.place?.full_name, post.geo?.place?.country_code], ['Manhattan, NY', 'US'])
    assert.deepEqual([post.counts?.replies, post.counts?.likes], [2, 2])
    assert.deepEqual(content.kept, {
      reply_settings: 'everyone',
      named_mentions: [
        { username: 'RedouaneBali', start: 0, end: 13 },
        { username: 'TwitterAPI', start: 14, end: 25 },
      ],
    })
  })

  test('keep references to posts outside the response, and have their text stored unescaped', async () => {
    const [, line = ''] = (await readFile(FIXTURE, 'utf8')).split('\n')
    const { content } = only(bundleOf(line))
    assert.match(content.text, /malades & du nosocomial/)
    assert.deepEqual(content.hashtags?.[0]?.indices, [280, 288], 'places of the escaped text')
    assert.deepEqual(content.kept?.['attachments'], { media_keys: ['3_1359517038289510400'] })
    assert.equal(content.urls?.[0]?.display_url, 'pic.twitter.com/FcxreY6TDX')
  })

  test('have reposts, quotes and mentions that are read from the includes', () => {
    const bundle = bundleOf({
      data: [
        {
          ...POST,
          id: '1290000000000000005',
          text: 'RT @ann: x',
          referenced_tweets: [{ type: 'retweeted', id: POST.id }],
        },
        {
          ...POST,
          id: '1290000000000000006',
          text: '@Ann quotes',
          referenced_tweets: [{ type: 'quoted', id: POST.id }],
          entities: {
            mentions: [{ start: 0, end: 4, username: 'Ann' }],
            annotations: [{ start: 5, end: 10, probability: 0.5, type: 'Other', normalized_text: 'quotes' }],
          },
        },
        { ...POST, id: '1290000000000000007', author_id: undefined },
      ],
      includes: {
        tweets: [POST, { id: '5', text: 'without author' }],
        users: [{ id: '11', username: 'ann', name: 'Ann' }],
      },
      errors: [{ title: 'Not Found Error' }],
    })
    const [repost, quote] = bundle.posts
    assert.deepEqual(bundle.faults ?? [], [
      'there is no author_id; ask for it with tweet.fields=author_id, or name the author of all posts with --author ID',
    ])
    assert.deepEqual([repost?.repostedId, JSON.parse(repost?.content ?? '').text], [1290000000000000001n, ''])
    const content = JSON.parse(quote?.content ?? '') as PostContent
    assert.deepEqual([quote?.quotedId, quote?.mentioned], [1290000000000000001n, [11n]])
    assert.deepEqual(content.user_mentions, [
      { screen_name: 'Ann', name: 'Ann', id_str: '11', indices: [0, 4] },
    ])
    assert.deepEqual(content.annotations?.[0]?.end, 10, 'inclusive, as it came')
    assert.deepEqual(
      bundle.referenced.map(({ id }) => id),
      [1290000000000000001n],
    )
  })

  test('may be flattened, with author, media and referenced posts inside the post', () => {
    const bundle = bundleOf({
      ...POST,
      author: { id: '11', username: 'ann', description: '' },
      attachments: {
        media_keys: ['3_7'],
        media: [{ media_key: '3_7', type: 'photo', url: 'https://example.org/a.jpg', width: 4, height: 3 }],
      },
      referenced_tweets: [
        {
          type: 'replied_to',
          id: '1280000000000000001',
          text: 'before',
          author_id: '12',
          author: { id: '12', username: 'ben' },
        },
      ],
      geo: { place_id: 'x', full_name: 'Berlin, Germany', country_code: 'DE' },
    })
    const { post, content } = only(bundle)
    assert.equal(post.author.readUser?.()?.screenName, 'ann')
    assert.deepEqual(
      content.media?.map(({ id_str, media_url_https }) => [id_str, media_url_https]),
      [['7', 'https://example.org/a.jpg']],
    )
    assert.equal(bundle.referenced[0]?.author.readUser?.()?.screenName, 'ben')
    assert.equal(post.geo?.place?.full_name, 'Berlin, Germany')
    assert.equal(post.createdAt, Number(BigInt(POST.id) >> 22n) + 1_288_834_974_657, 'from the id')
  })

  test('spec/odd-values.md#odd-values: have invalid parts dropped and reported, and are imported', () => {
    const notesOf = (object: object) => {
      const notes: string[] = []
      const parsed = parsePosts(JSON.stringify(object), (path, fault) => notes.push(`${path}: ${fault}`))
      assert.ok(typeof parsed === 'object' && parsed.posts.length === 1, JSON.stringify(object))
      return notes
    }
    for (const [part, note] of [
      [{ referenced_tweets: [{ type: 'quoted', id: POST.id }] }, 'referenced_tweets: refers to its own post'],
      [{ referenced_tweets: [{ type: 'quoted', id: null }, 7] }, 'referenced_tweets: no id'],
      [{ created_at: '2020-02-30T00:00:00.000Z' }, 'created_at: no date'],
      [{ withheld: { country_codes: ['Germany'] } }, 'withheld.country_codes: out of range'],
      [
        { entities: { hashtags: [{ start: 3, end: 1, tag: 'a' }] } },
        'entities.hashtags: at no place of the text',
      ],
      [{ entities: { urls: [{ url: 7, start: 0, end: 1 }] } }, 'entities.urls.url: another type'],
      [{ entities: { urls: [{ url: null, start: 0, end: 1 }] } }, 'entities.urls: incomplete'],
      [{ entities: 7 }, 'entities: another type'],
      [{ context_annotations: [{ domain: { id: '1' } }, null] }, 'context_annotations: incomplete'],
      [{ geo: { place_id: [] } }, 'geo.place_id: another type'],
      [{ geo: { coordinates: { coordinates: [200, 0] } } }, 'geo.coordinates: out of range'],
      [
        { public_metrics: { like_count: -1, retweet_count: '1.2K' } },
        'public_metrics.like_count: out of range',
      ],
      [{ attachments: { media_keys: [3] } }, 'attachments.media_keys: another type'],
      [{ conversation_id: 'x' }, 'conversation_id: no id'],
      [{ possibly_sensitive: 'True' }, 'possibly_sensitive: another type'],
      [{ unknown: ['\0'] }, '*: NUL or half a character'],
    ] as const) {
      assert.ok(notesOf({ ...POST, ...part }).includes(note), `${note}, not ${notesOf({ ...POST, ...part })}`)
    }
  })

  test('are rejected if their values are impossible', () => {
    const wrong: readonly (readonly [object, RegExp])[] = [
      [{ ...POST, author_id: undefined }, /^there is no author_id/],
      [{ ...POST, referenced_tweets: [{ type: 'retweeted', id: POST.id }] }, /^it reposts itself$/],
      [{ ...POST, id: '12' }, /contains no time/],
    ]
    for (const [object, reason] of wrong) assert.match(String(parsePosts(JSON.stringify(object))), reason)
    assert.deepEqual(bundleOf({ errors: [{ title: 'x' }] }).posts, [])
  })
})

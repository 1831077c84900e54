import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { ENGINES } from '../../../../test/support/engines.ts'
import { slowOnPostgres } from '../../../../test/support/part.ts'
import { outOfLabsTest } from '../../../../test/support/streams/out-of-labs.ts'
import { LookupStage } from '../../../../test/support/v2-lookup/stage.ts'
import { repost } from '../../../domain/posts/write/repost.ts'

/** A day on which the lookups of Labs v1 exist. */
const LIVING = { api_date: '2020-07-07' }

const PHOTO = {
  id_str: '31',
  type: 'photo',
  media_url_https: 'https://example.org/owl.jpg',
  indices: [9, 32],
  url: 'https://t.co/abcdefghij',
  expanded_url: 'https://example.org/photo/1',
  display_url: 'example.org/photo',
  sizes: { large: { w: 640, h: 480, resize: 'fit' } },
} as const

const PLACE = {
  id: 'abc',
  name: 'Owlville',
  full_name: 'Owlville, Woods',
  country: 'Woods',
  country_code: 'WO',
  place_type: 'city',
} as const

for (const engine of ENGINES) {
  const test = slowOnPostgres(engine)
  describe(`spec/retired-endpoints.md#labs-v1-calls: posts on ${engine}`, () => {
    test('formats, expansions, errors and limits', async (t) => {
      const stage = await LookupStage.open(t, 'labs-1', engine, 'documented', LIVING)
      const author = await stage.user()
      const begun = await stage.post(author.id, 'who?')
      const id = await stage.post(author.id, 'an #owl: https://t.co/abcdefghij', {
        content: {
          hashtags: [{ text: 'owl', indices: [3, 7] }],
          media: [PHOTO],
          source: { name: 'Owl & Co', url: 'https://example.org/' },
          lang: 'en',
          context_annotations: [{ domain: { id: '10', name: 'Person' }, entity: { id: '1', name: 'Owl' } }],
        },
        geo: { place: PLACE },
        inReplyTo: { id: begun, authorId: author.id },
        counts: { likes: 3, quotes: 2 },
      })

      await t.test('200 the default format: a list, in the recorded order, without stats', async () => {
        const { data, ...rest } = await stage.got(`/tweets?ids=${id}`)
        assert.deepEqual(rest, {})
        assert.deepEqual(Object.keys(data[0]), [
          'id',
          'created_at',
          'text',
          'author_id',
          'in_reply_to_user_id',
          'referenced_tweets',
          'attachments',
          'geo',
          'entities',
          'format',
        ])
        assert.deepEqual(data[0].entities, {
          urls: [{ start: 9, end: 32, url: 'https://t.co/abcdefghij' }],
          hashtags: [{ start: 3, end: 7, tag: 'owl' }],
        })
        assert.equal(data[0].format, 'default')
      })
      await t.test('200 compact and detailed: `tweet.format` overrides `format`', async () => {
        const compact = await stage.got(`/tweets?ids=${begun}&format=compact`)
        assert.deepEqual(Object.keys(compact.data[0]), ['id', 'created_at', 'text', 'author_id', 'format'])
        const detailed = await stage.got(`/tweets?ids=${id}&format=compact&tweet.format=detailed`)
        const [post] = detailed.data
        assert.deepEqual(Object.keys(post).slice(-6), [
          'stats',
          'possibly_sensitive',
          'lang',
          'source',
          'context_annotations',
          'format',
        ])
        assert.equal(
          JSON.stringify(post.stats),
          '{"retweet_count":0,"reply_count":0,"like_count":3,"quote_count":2}',
        )
        assert.equal(post.source, '<a href="https://example.org/" rel="nofollow">Owl &amp; Co</a>')
      })
      await t.test('200 a repost has truncated text, and only its retweet count is not zero', async () => {
        const fan = await stage.user()
        const again = await repost(stage.context, { userId: fan.id, postId: id })
        const { data } = await stage.got(`/tweets?ids=${again.id}&format=detailed`)
        assert.ok(data[0].text.startsWith(`RT @${author.screenName}: an #owl`))
        assert.deepEqual(data[0].stats, { retweet_count: 1, reply_count: 0, like_count: 0, quote_count: 0 })
      })
      await t.test(
        '200 expansions: each object once, with `format` in posts, users and places only',
        async () => {
          const expansions = 'author_id,geo.place_id,attachments.media_keys,referenced_tweets.id'
          const { includes } = await stage.got(
            `/tweets?ids=${id}&expansions=${expansions}&user.format=compact`,
          )
          assert.deepEqual(Object.keys(includes), ['tweets', 'users', 'places', 'media'])
          assert.deepEqual([includes.tweets[0].id, includes.tweets[0].format], [String(begun), 'default'])
          assert.equal(includes.users.length, 1)
          assert.deepEqual(Object.keys(includes.users[0]), [
            'id',
            'created_at',
            'name',
            'username',
            'protected',
            'verified',
            'profile_image_url',
            'format',
          ])
          const { id: placeId, format } = includes.places[0]
          assert.deepEqual([placeId, format], ['abc', 'default'])
          assert.deepEqual(includes.media, [
            { media_key: '3_31', type: 'photo', height: 480, width: 640, url: PHOTO.media_url_https },
          ])
        },
      )
      await t.test('200 the partial error for a missing post has no `resource_id`', async () => {
        const recluse = await stage.user({ isProtected: true })
        const secret = await stage.post(recluse.id, 'a secret')
        const { data, errors } = await stage.got(`/tweets?ids=5,${secret},${begun}`)
        assert.deepEqual(
          data.map((post: { id: string }) => post.id),
          [String(begun)],
        )
        assert.deepEqual(errors, [
          stage.notFound('tweet', 'ids', 5n),
          stage.notAuthorized('tweet', 'ids', secret),
        ])
      })
      await t.test('200 limits: 900 for an app, also for its requests for a user', async () => {
        const { headers } = await stage.get(`/tweets?ids=${begun}`, await stage.app.asUser(author.id))
        assert.equal(headers.get('x-rate-limit-limit'), '900')
      })
      await t.test(
        '200 spec/versioning.md#deprecation-headers: the response is marked as deprecated, with a link to the successor',
        async () => {
          const { headers } = await stage.get(`/tweets?ids=${begun}`)
          assert.deepEqual(
            ['deprecation', 'sunset'].map((name) => headers.get(name)),
            ['@1582588800', 'Wed, 08 Jul 2020 00:00:00 GMT'],
          )
          assert.match(headers.get('link') ?? '', /<\/labs\/2\/tweets>; rel="successor-version"/)
        },
      )
      await t.test('400/2 errors with the texts and the order of Labs v1', async () => {
        const { status, body } = await stage.get('/tweets?user=1&format=whole')
        assert.deepEqual(
          [status, JSON.stringify(body)],
          [
            400,
            JSON.stringify({
              errors: [
                { parameters: { user: ['1'] }, message: 'Unknown parameters in request: user' },
                { parameters: { '': [] }, message: 'Request parameter `ids` can not be empty' },
                {
                  parameters: { format: ['whole'] },
                  message:
                    'The `format` query parameter value [whole] is not one of [compact,default,detailed]',
                },
              ],
              type: `${stage.base}invalid-request`,
              title: 'Invalid Request',
              detail: 'One or more parameters to your request was invalid.',
            }),
          ],
        )
        assert.equal((await stage.get(`/tweets?ids=${'1,'.repeat(100)}1`)).status, 400)
      })
    })
  })
}

test('spec/versioning.md#clock: members and expansions exist from their first days; 404 before the first day, 410 after the last', async (t) => {
  const on = async (api_date: string) => {
    const stage = await LookupStage.open(t, 'labs-1', 'sqlite', 'off', { api_date })
    const { id: authorId } = await stage.user()
    const id = await stage.post(authorId, 'an owl', {
      content: {
        context_annotations: [{ domain: { id: '10', name: 'Person' }, entity: { id: '1', name: 'Owl' } }],
      },
    })
    const { status, body } = await stage.get(`/tweets?ids=${id}&format=detailed`)
    const named = await stage.get(`/tweets?ids=${id}&expansions=entities.mentions.username`)
    const [post] = body.data ?? []
    return { status, expands: named.status, post, body }
  }
  assert.equal((await on('2019-06-10')).status, 404)
  const first = await on('2019-06-19')
  assert.deepEqual([first.status, first.expands], [200, 400])
  assert.deepEqual(Object.keys(first.post.stats), ['retweet_count', 'reply_count', 'like_count'])
  assert.equal('context_annotations' in first.post, false)
  const eve = await on('2020-03-22')
  assert.deepEqual([eve.expands, 'context_annotations' in eve.post], [200, false])
  assert.deepEqual(
    [(await on('2019-06-20')).expands, 'quote_count' in (await on('2019-07-30')).post.stats],
    [200, false],
  )
  assert.equal('quote_count' in (await on('2019-07-31')).post.stats, true)
  assert.equal((await on('2020-07-07')).status, 200)
  const later = await on('2020-03-23')
  assert.deepEqual([later.expands, later.post.stats.quote_count], [200, 0])
  assert.equal(later.post.context_annotations.length, 1)
  const gone = await on('2020-07-08')
  assert.equal(gone.status, 410)
  assert.equal(gone.body.detail, 'This endpoint was retired on 2020-07-08. Use /labs/2/tweets.')
  assert.equal((await on('latest')).status, 200)
})

outOfLabsTest('/labs/1/tweets?ids=5', { settings: LIVING })

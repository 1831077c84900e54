/** Declares tests of metrics that only authors see (spec/labs-lookup.md#private-metrics). */
import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import { importPosts } from '../../../src/domain/posts/import/import-posts.ts'
import { countSeen } from '../../../src/domain/posts/write/count-seen.ts'
import { parsePosts } from '../../../src/importers/posts/posts.ts'
import { firstSnowflakeAt } from '../../../src/lib/ids/snowflake.ts'
import type { LookupStage } from './stage.ts'

const DAY = 24 * 60 * 60 * 1000

const NON_PUBLIC = ['impression_count', 'url_link_clicks', 'user_profile_clicks']
const ORGANIC = [
  'impression_count',
  'retweet_count',
  'reply_count',
  'like_count',
  'url_link_clicks',
  'user_profile_clicks',
]

const ALL = 'tweet.fields=public_metrics,non_public_metrics,organic_metrics,promoted_metrics'

const LINK = [
  {
    url: 'https://t.co/abcdefghij',
    expanded_url: 'https://example.org/',
    display_url: 'example.org',
    indices: [0, 23],
  },
] as const

export async function metricTests(t: TestContext, stage: LookupStage): Promise<void> {
  const { context, app } = stage
  const author = await stage.user()
  const asAuthor = await app.asUser(author.id)
  const counts = { retweets: 3, replies: 1, likes: 7, quotes: 2 }
  const said = { counts, content: { urls: LINK } }
  const id = await stage.post(author.id, 'https://t.co/abcdefghij', said)
  await countSeen(context, [{ postId: id, impressions: 40, urlLinkClicks: 5, userProfileClicks: 6 }])
  const promotedErrors = (post: bigint) =>
    ORGANIC.map((name) => stage.fieldNotAuthorized(`promoted_metrics.${name}`, 'id', post))
  const allErrors = (post: bigint, parameter = 'id', section: 'data' | 'includes' = 'data') => [
    ...NON_PUBLIC.map((name) =>
      stage.fieldNotAuthorized(`non_public_metrics.${name}`, parameter, post, section),
    ),
    ...['organic_metrics', 'promoted_metrics'].flatMap((group) =>
      ORGANIC.map((name) => stage.fieldNotAuthorized(`${group}.${name}`, parameter, post, section)),
    ),
  ]
  const public_metrics = {
    ...{ retweet_count: 3, reply_count: 1, like_count: 7, quote_count: 2 },
    ...(stage.generation === '2' ? { bookmark_count: 0, impression_count: 40 } : {}),
  }

  await t.test(
    '200 spec/labs-lookup.md#private-metrics: the author sees private metrics with the clicks',
    async () => {
      const { data, errors } = await stage.got(`/tweets/${id}?${ALL}`, asAuthor)
      assert.deepEqual(data, {
        id: String(id),
        text: 'https://t.co/abcdefghij',
        ...stage.history(id),
        public_metrics,
        non_public_metrics: { impression_count: 40, url_link_clicks: 5, user_profile_clicks: 6 },
        organic_metrics: {
          impression_count: 40,
          retweet_count: 3,
          reply_count: 1,
          like_count: 7,
          url_link_clicks: 5,
          user_profile_clicks: 6,
        },
      })
      assert.deepEqual(errors, promotedErrors(id), 'of a post that was never promoted')
    },
  )
  await t.test('200 spec/labs-lookup.md#private-metrics: promoted metrics of a promoted post', async () => {
    const promoted = await stage.post(author.id, 'buy', { content: { promoted: true } })
    const path = `/tweets/${promoted}?tweet.fields=promoted_metrics`
    const { data, errors } = await stage.got(path, asAuthor)
    assert.equal(errors, undefined)
    assert.deepEqual(
      Object.keys(data.promoted_metrics),
      ORGANIC.filter((name) => name !== 'url_link_clicks'),
    )
  })
  await t.test(
    '200 spec/labs-lookup.md#private-metrics: imported metrics are equal to the file, and later organic events are added',
    async () => {
      const figures = (count: number) => ({
        ...{ impression_count: count, retweet_count: 1, reply_count: 2, like_count: 3 },
        ...{ url_link_clicks: 4, user_profile_clicks: 5 },
      })
      const imported = {
        ...{ id: String(firstSnowflakeAt(stage.clock.now() - 60_000) + 77n), author_id: String(author.id) },
        ...{ text: 'sold', organic_metrics: figures(70), promoted_metrics: figures(30) },
        ...{ public_metrics: { retweet_count: 2, reply_count: 4, like_count: 6, quote_count: 0 } },
        non_public_metrics: { impression_count: 100, url_link_clicks: 8, user_profile_clicks: 10 },
      }
      const bundle = parsePosts(JSON.stringify(imported))
      assert.ok(typeof bundle === 'object')
      await importPosts(context, [bundle], async () => undefined)
      const { non_public_metrics, organic_metrics, promoted_metrics } = imported
      const path = `/tweets/${imported.id}?tweet.fields=non_public_metrics,organic_metrics,promoted_metrics`
      const { data, errors } = await stage.got(path, asAuthor)
      assert.equal(errors, undefined)
      assert.deepEqual(data, {
        id: imported.id,
        text: 'sold',
        ...stage.history(imported.id),
        non_public_metrics,
        organic_metrics,
        promoted_metrics,
      })
      await countSeen(context, [
        { postId: BigInt(imported.id), impressions: 2, urlLinkClicks: 0, userProfileClicks: 0 },
      ])
      const later = (await stage.got(path, asAuthor)).data
      assert.deepEqual(
        [later.non_public_metrics, later.organic_metrics, later.promoted_metrics].map(
          (each) => each.impression_count,
        ),
        [102, 72, 30],
      )
    },
  )
  await t.test('200 spec/v2-objects.md#metrics: link clicks only for posts with a link', async () => {
    const plain = await stage.post(author.id, 'plain')
    const { data } = await stage.got(`/tweets/${plain}?tweet.fields=non_public_metrics`, asAuthor)
    assert.deepEqual(data.non_public_metrics, { impression_count: 0, user_profile_clicks: 0 })
  })
  await t.test(
    '200 spec/labs-lookup.md#private-metrics: other users and apps get an error for each sub-field',
    async () => {
      const other = await stage.user()
      for (const as of [app.asApp, await app.asUser(other.id)]) {
        const { data, errors } = await stage.got(`/tweets/${id}?${ALL}`, as)
        const text = 'https://t.co/abcdefghij'
        assert.deepEqual(data, { id: String(id), text, public_metrics, ...stage.history(id) })
        assert.deepEqual(errors, allErrors(id))
      }
    },
  )
  await t.test(
    '200 spec/labs-lookup.md#private-metrics: none after 30 days, and none for a repost',
    async () => {
      const young = await stage.post(author.id, 'young', { age: 30 * DAY })
      const old = await stage.post(author.id, 'old', { age: 30 * DAY + 1 })
      const field = 'tweet.fields=non_public_metrics'
      assert.equal((await stage.got(`/tweets/${young}?${field}`, asAuthor)).errors, undefined)
      const refused = NON_PUBLIC.map((name) =>
        stage.fieldNotAuthorized(`non_public_metrics.${name}`, 'id', old),
      )
      assert.deepEqual((await stage.got(`/tweets/${old}?${field}`, asAuthor)).errors, refused)
      const again = await stage.post(author.id, '', { repostedId: id })
      assert.equal((await stage.got(`/tweets/${again}?${field}`, asAuthor)).errors.length, NON_PUBLIC.length)
    },
  )
  await t.test(
    '200 spec/labs-lookup.md#private-metrics: errors of included posts have the section of included objects',
    async () => {
      const other = await stage.user()
      const quoting = await stage.post(other.id, 'look', { quotedId: id })
      const path = `/tweets/${quoting}?expansions=referenced_tweets.id&tweet.fields=non_public_metrics`
      const { errors } = await stage.got(path, asAuthor)
      assert.deepEqual(
        errors,
        NON_PUBLIC.map((name) => stage.fieldNotAuthorized(`non_public_metrics.${name}`, 'id', quoting)),
      )
      const asApp = await stage.got(path)
      assert.deepEqual(
        asApp.errors.slice(NON_PUBLIC.length),
        NON_PUBLIC.map((name) =>
          stage.fieldNotAuthorized(`non_public_metrics.${name}`, 'referenced_tweets.id', id, 'includes'),
        ),
      )
    },
  )
}

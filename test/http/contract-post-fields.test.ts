/** Tests the post fields that the change history of the contract names (spec/contract.md#post-fields). */
import assert from 'node:assert/strict'
import { describe, type TestContext } from 'node:test'
import type { Engine } from '../../src/db/query.ts'
import { countSeen } from '../../src/domain/posts/write/count-seen.ts'
import { createPost } from '../../src/domain/posts/write/create-post.ts'
import { pinPost } from '../../src/domain/posts/write/pin-post.ts'
import { ENGINES } from '../support/engines.ts'
import { slowOnPostgres } from '../support/part.ts'
import { LookupStage } from '../support/v2-lookup/stage.ts'

const CLICKS = { url_link_clicks: 5, user_profile_clicks: 6 }

for (const engine of ENGINES) {
  const test = slowOnPostgres(engine)
  describe(`spec/contract.md#post-fields on ${engine}`, () => {
    test('the preview lookup returns the post fields of the contract', (t) => fields(t, engine))
  })
}

async function fields(t: TestContext, engine: Engine): Promise<void> {
  const stage = await LookupStage.open(t, 'labs', engine)
  const { context, app } = stage
  const [author, fan] = [await stage.user(), await stage.user()]
  const asAuthor = await app.asUser(author.id)
  const source = { name: 'A program', url: 'https://example.org' }
  const mentioned = {
    screen_name: fan.screenName,
    name: fan.name,
    id_str: String(fan.id),
    indices: [0, 5],
  } as const
  const annotation = { start: 0, end: 4, probability: 0.5, type: 'Person', normalized_text: 'Paris' }
  const url = {
    url: 'https://t.co/abcdefghij',
    expanded_url: 'https://example.org/',
    display_url: 'example.org',
  }
  const content = {
    source,
    urls: [{ ...url, indices: [0, 23] as const }],
    user_mentions: [mentioned],
    annotations: [annotation],
    promoted: true,
  }
  const id = await stage.post(author.id, `@${fan.screenName} in Paris`, { content })
  await countSeen(context, [{ postId: id, impressions: 40, urlLinkClicks: 5, userProfileClicks: 6 }])
  const shown = async (fields: string, as?: typeof asAuthor) =>
    (await stage.got(`/tweets/${id}?tweet.fields=${fields}`, as)).data

  await t.test(
    'the fields parameter takes non_public_metrics, organic_metrics, promoted_metrics',
    async () => {
      const data = await shown('non_public_metrics,organic_metrics,promoted_metrics', asAuthor)
      assert.deepEqual(Object.keys(data).sort(), [
        'id',
        'non_public_metrics',
        'organic_metrics',
        'promoted_metrics',
        'text',
      ])
    },
  )

  await t.test('user_profile_clicks and url_link_clicks are in all three groups of metrics', async () => {
    const data = await shown('non_public_metrics,organic_metrics,promoted_metrics', asAuthor)
    for (const group of ['non_public_metrics', 'organic_metrics']) {
      const { url_link_clicks, user_profile_clicks } = data[group]
      assert.deepEqual({ url_link_clicks, user_profile_clicks }, CLICKS, group)
    }
    // The promoted metrics are zero, because no counted view came from a promoted post.
    const { url_link_clicks, user_profile_clicks } = data.promoted_metrics
    assert.deepEqual({ url_link_clicks, user_profile_clicks }, { url_link_clicks: 0, user_profile_clicks: 0 })
  })

  await t.test('the post has public_metrics, and the old name `stats` is refused', async () => {
    const { public_metrics } = await shown('public_metrics')
    assert.deepEqual(public_metrics, { retweet_count: 0, reply_count: 0, like_count: 0, quote_count: 0 })
    const faults = await stage.faults(`/tweets/${id}?tweet.fields=stats`)
    assert.deepEqual(Object.keys(faults[0]?.parameters ?? {}), ['tweet.fields'])
  })

  await t.test('quote_count counts each account that quoted the post once', async () => {
    for (const text of ['so true', 'indeed'])
      await createPost(context, { authorId: fan.id, text, quoteId: id })
    await createPost(context, { authorId: author.id, text: 'I said', quoteId: id })
    const { public_metrics } = await shown('public_metrics')
    assert.equal(public_metrics.quote_count, 2)
    assert.equal(public_metrics.retweet_count, 0)
  })

  await t.test('source is plain text without markup', async () => {
    assert.equal((await shown('source')).source, 'A program')
  })

  await t.test('annotations are part of the post', async () => {
    assert.deepEqual((await shown('entities')).entities.annotations, [annotation])
  })

  await t.test(
    'expansions: pinned_tweet_id, entities.mentions.username, referenced_tweets.id.author_id',
    async () => {
      await pinPost(context, { userId: author.id, postId: id })
      const user = await stage.got(`/users/${author.id}?expansions=pinned_tweet_id`)
      assert.deepEqual(
        user.includes.tweets.map((post: { id: string }) => post.id),
        [String(id)],
      )
      const post = await stage.got(`/tweets/${id}?expansions=entities.mentions.username`)
      assert.deepEqual(
        post.includes.users.map((one: { id: string }) => one.id),
        [String(fan.id)],
      )
      const reply = await stage.post(fan.id, 'yes', { inReplyTo: { id, authorId: author.id } })
      const answer = await stage.got(`/tweets/${reply}?expansions=referenced_tweets.id.author_id`)
      assert.deepEqual(
        answer.includes.users.map((one: { id: string }) => one.id),
        [String(author.id)],
      )
    },
  )
}

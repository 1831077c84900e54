import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ask, createTestApp } from '../../../../../test/support/api-client.ts'
import { streamEdgeSuite, streamStage, streamSuite } from '../../../../../test/support/post-stream-suite.ts'
import { startTestServer } from '../../../../../test/support/server.ts'
import { createOneUser } from '../../../../../test/support/users.ts'

const PLACE = {
  path: '/2/tweets/search/stream',
  rules: '/2/tweets/search/stream/rules',
  base: 'https://api.twitter.com/2/problems/',
  usage: '2',
} as const

// Only the differences from Labs are tested here.
streamSuite(PLACE, ['sqlite'])
streamEdgeSuite(PLACE)

test('403/3 spec/labs-lookup.md#early-access: an app outside of projects is not enrolled', async (t) => {
  const { url, context } = await startTestServer(t)
  const { asApp } = await createTestApp(context)
  const { status, text } = await ask(`${url}${PLACE.path}`, asApp)
  assert.equal(status, 403)
  assert.equal(JSON.parse(text).title, 'Client Forbidden')
})

test('fields and expansions as of posts that are looked up', async (t) => {
  const { open, post, context } = await streamStage(t, PLACE)
  const reader = await open(
    '?tweet.fields=author_id,conversation_id,created_at,entities,lang,public_metrics,source&user.fields=public_metrics,' +
      'profile_image_url&expansions=author_id,in_reply_to_user_id,referenced_tweets.id,referenced_tweets.id.author_id,' +
      'entities.mentions.username',
  )
  const other = await createOneUser(context)
  const first = await post('hello', { authorId: other.id })
  await post(`@${other.screenName} a cat #pets`, { inReplyToId: first.id })
  const [{ data, includes }] = await reader.some(1)
  assert.equal(data.conversation_id, String(first.id))
  assert.equal(data.entities.hashtags[0].tag, 'pets')
  assert.deepEqual(data.referenced_tweets, [{ type: 'replied_to', id: String(first.id) }])
  assert.equal(data.public_metrics.like_count, 0)
  assert.equal(includes.tweets[0].text, 'hello')
  assert.equal(includes.users.length, 2)
  assert.equal(includes.users[1].username, other.screenName)
  assert.match(includes.users[0].profile_image_url, /default_profile_normal\.png$/)
})

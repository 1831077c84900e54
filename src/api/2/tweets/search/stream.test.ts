import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ask, createTestApp } from '../../../../../test/support/api-client.ts'
import { sharedServer, startTestServer } from '../../../../../test/support/server.ts'
import {
  streamEdgeSuite,
  streamStage,
  streamSuite,
} from '../../../../../test/support/streams/post-stream-suite.ts'
import { createOneUser } from '../../../../../test/support/users.ts'
import { joinOwnProject } from '../../../../domain/apps/projects/own-project.ts'

const PLACE = {
  path: '/2/tweets/search/stream',
  rules: '/2/tweets/search/stream/rules',
  base: 'https://api.twitter.com/2/problems/',
  usage: '2',
} as const

// The test of Labs v1 runs the same suite on both engines. The tests below are about the differences from Labs.
streamSuite(PLACE, ['sqlite'])

/** One server for the tests below that need no settings. */
const shared = sharedServer()

streamEdgeSuite(PLACE, shared)

test('403/3 spec/labs-lookup.md#early-access: an app outside of projects is not enrolled', async () => {
  const { url, context } = await shared()
  const { asApp } = await createTestApp(context)
  const { status, text } = await ask(`${url}${PLACE.path}`, asApp)
  assert.equal(status, 403)
  assert.equal(JSON.parse(text).title, 'Client Forbidden')
})

test('fields and expansions are the same as in look-ups', async (t) => {
  const { open, post, context } = await streamStage(t, PLACE, shared)
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

test('409/2 spec/v2-messages-and-media.md#streams: from 2022-05 a connection requires rules; on the latest day it does not', async (t) => {
  const connect = async (api_date: string, second_generation: string) => {
    const { url, context } = await startTestServer(t, { settings: { api_date, second_generation } })
    const app = await createTestApp(context)
    await joinOwnProject(context, app.appId)
    const stop = new AbortController()
    const send = (path: string, init: RequestInit = {}) => {
      const headers = { authorization: app.asApp('GET', ''), 'content-type': 'application/json' }
      return fetch(`${url}${path}`, { ...init, headers, signal: stop.signal })
    }
    const first = await send(PLACE.path)
    const body = first.status === 200 ? undefined : await first.json()
    const rule = JSON.stringify({ add: [{ value: 'cat' }] })
    assert.equal((await send(PLACE.rules, { method: 'POST', body: rule })).status, 201)
    const second = first.status === 200 ? first : await send(PLACE.path)
    stop.abort()
    return { first: first.status, body, second: second.status }
  }
  assert.deepEqual(await connect('2022-05-01', 'dated'), {
    first: 409,
    body: {
      title: 'ConnectionException',
      type: 'https://api.twitter.com/2/problems/streaming-connection',
      detail:
        'You must define rules using the POST /2/tweets/search/stream/rules endpoint before connecting to filtered stream.',
      connection_issue: 'RuleConfigurationIssue',
    },
    second: 200,
  })
  for (const [day, mode] of [
    ['2022-04-30', 'dated'],
    ['2022-05-01', 'open'],
  ] as const) {
    assert.equal((await connect(day, mode)).first, 200)
  }
})

test('spec/v2-messages-and-media.md#streams: backfill_minutes=0 is not a backfill', async (t) => {
  const { open, post } = await streamStage(t, PLACE, shared)
  await post('a cat before')
  const reader = await open('?backfill_minutes=0')
  const { id } = await post('a cat now #pets')
  const [{ data }] = await reader.some(1)
  assert.equal(data.id, String(id))
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sharedServer } from '../../../../../../test/support/server.ts'
import { outOfLabsTest } from '../../../../../../test/support/streams/out-of-labs.ts'
import { PostReader } from '../../../../../../test/support/streams/post-stream.ts'
import {
  reopened,
  streamEdgeSuite,
  streamStage,
  streamSuite,
} from '../../../../../../test/support/streams/post-stream-suite.ts'
import { TestClock } from '../../../../../../test/support/test-clock.ts'
import { changeLabsEnrolment } from '../../../../../domain/apps/enrolment.ts'

const PLACE = {
  path: '/labs/1/tweets/stream/filter',
  rules: '/labs/1/tweets/stream/filter/rules',
  base: 'https://api.twitter.com/labs/1/problems/',
  usage: 'labs-1-stream',
} as const

const shared = sharedServer()

streamSuite(PLACE)
streamEdgeSuite(PLACE, shared)

test('spec/labs-v1.md#formats: formats of posts and users, each with `format`; the detailed format has stats and a source in HTML', async (t) => {
  const stage = await streamStage(t, PLACE, shared)
  const { open, post } = stage
  const source = { name: 'Bird & Co', url: 'https://example.com/' }
  const shown = async (query: string) => {
    const reader = await reopened(() => open(query))
    await post(`a cat ${query}`, { source })
    const [line] = await reader.some(1)
    reader.close()
    return line
  }
  const compact = await shown('?format=compact&expansions=author_id')
  assert.deepEqual(Object.keys(compact.data), ['id', 'created_at', 'text', 'author_id', 'format'])
  assert.deepEqual(Object.keys(compact.includes.users[0]), [
    'id',
    'created_at',
    'name',
    'username',
    'protected',
    'verified',
    'profile_image_url',
    'format',
  ])
  const detailed = await shown('?tweet.format=detailed&user.format=detailed&expansions=author_id')
  assert.equal(detailed.data.format, 'detailed')
  assert.equal(detailed.data.source, '<a href="https://example.com/" rel="nofollow">Bird &amp; Co</a>')
  assert.deepEqual(detailed.data.stats, { retweet_count: 0, reply_count: 0, like_count: 0, quote_count: 0 })
  assert.deepEqual(Object.keys(detailed.includes.users[0].stats), [
    'followers_count',
    'following_count',
    'tweet_count',
    'listed_count',
  ])
  const plain = await shown('?user.format=compact&expansions=author_id')
  assert.deepEqual([plain.data.format, plain.includes.users[0].format], ['default', 'compact'])
  assert.equal('stats' in plain.data, false)
})

test('spec/versioning.md#retired-paths: at the sunset an open stream is disconnected, and new connections get 410', async (t) => {
  const clock = new TestClock(Date.UTC(2020, 9, 11, 23, 59, 50))
  const { open, post } = await streamStage(t, PLACE, { clock, settings: { api_date: 'live' } })
  const reader = await open()
  assert.ok('sunset' in reader.headers && 'deprecation' in reader.headers)
  await post('cat')
  await reader.some(1)
  clock.advance(10_000)
  assert.equal((await reader.last()).errors[0].disconnect_type, 'UpstreamOperationalDisconnect')
  assert.equal((await open()).status, 410)
})

outOfLabsTest(PLACE.path, { shared })

test('an app that is removed from Labs loses its stream of Labs, and keeps its stream of API v2', async (t) => {
  const { open, context, app, url } = await streamStage(t, PLACE, shared)
  const reader = await open()
  const other = await PostReader.open(`${url}/2/tweets/search/stream`, app.asApp)
  t.after(() => other.close())
  await changeLabsEnrolment(context, app.appId, false)
  const { errors } = await reader.last()
  assert.equal(errors[0].disconnect_type, 'ForceDisconnect')
  await changeLabsEnrolment(context, app.appId, true)
  await reopened(() => open())
  assert.equal(other.hasEnded, false)
})

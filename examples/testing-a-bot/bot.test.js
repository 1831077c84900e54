import assert from 'node:assert/strict'
import { Agent } from 'node:http'
import { after, before, beforeEach, test } from 'node:test'
import { useAviary } from 'aviary-server/testing'
import { connect, likePosts, patiently } from './bot.js'

const hooks = { before, after, beforeEach }
const aviary = useAviary(hooks, { settings: { limits: 'documented' } })

/** An HTTP agent and a prefix of paths give the unmodified library the address of the server. */
function clientOf(credentials) {
  const client = connect(credentials, { httpAgent: new Agent() })
  client.v2.setPrefix(`${aviary.url}/2/`)
  return client
}

const appClient = () => clientOf(aviary.app.bearerToken)

const userClient = () =>
  clientOf({
    appKey: aviary.app.consumerKey,
    appSecret: aviary.app.consumerSecret,
    accessToken: aviary.token.accessToken,
    accessSecret: aviary.token.accessTokenSecret,
  })

test('the bot repeats a call that was answered by 429', async () => {
  aviary.faults.set({ path: '/2/users/:id/followers', calls: 1, do: { error: 429 } })
  const ends = []
  const call = () => appClient().v2.followers(aviary.user.id)
  const { data } = await patiently(call, async (end) => ends.push(end))
  assert.equal(data[0].username, 'friend')
  assert.equal(ends.length, 1)
  const statuses = aviary.requests.list({ path: '/2/users/:id/followers' }).map(({ status }) => status)
  assert.deepEqual(statuses, [429, 200])
})

test('the limit of 15 calls ends after a quarter of an hour', async () => {
  const call = () => appClient().v2.followers(aviary.user.id)
  for (let count = 0; count < 15; count += 1) await call()
  const start = aviary.clock.now()
  // The test moves the clock of the server and does not wait.
  await patiently(call, (end) => aviary.clock.set(end))
  const minutes = (aviary.clock.now() - start) / 60_000
  assert.ok(minutes > 14 && minutes < 16, `${minutes} minutes`)
})

test('the bot connects again when its stream is dropped', async (t) => {
  const connections = { kind: 'stream', path: '/2/tweets/search/stream' }
  const likes = { method: 'POST', path: '/2/users/:id/likes' }
  const [, friend] = aviary.users
  aviary.faults.set({ on: 'streams', calls: 1, do: { after: 1, cut: true } })
  await aviary.createRule({ app: aviary.app, value: 'heron' })
  const stream = await likePosts(appClient(), userClient(), aviary.user.id)
  t.after(() => stream.destroy())

  const first = await aviary.createPost({ author: friend, text: 'a heron' })
  const { id: firstLike } = await aviary.requests.waitFor(likes)
  await aviary.createPost({ author: friend, text: 'a heron that is lost in the cut' })
  const { id: firstConnection } = await aviary.requests.waitFor(connections)
  await aviary.requests.waitFor({ ...connections, since: firstConnection })
  const third = await aviary.createPost({ author: friend, text: 'another heron' })
  await aviary.requests.waitFor({ ...likes, since: firstLike })

  const liked = aviary.requests.list(likes).map(({ request }) => JSON.parse(request.body).tweet_id)
  assert.deepEqual(liked, [first.id, third.id])
})

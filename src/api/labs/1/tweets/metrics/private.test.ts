import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { ask, createTestApp } from '../../../../../../test/support/api-client.ts'
import { ENGINES } from '../../../../../../test/support/engines.ts'
import { slowOnPostgres } from '../../../../../../test/support/part.ts'
import { startTestServer } from '../../../../../../test/support/server.ts'
import { outOfLabsTest } from '../../../../../../test/support/streams/out-of-labs.ts'
import { createOneUser } from '../../../../../../test/support/users.ts'
import { createPost } from '../../../../../domain/posts/write/create-post.ts'
import { like } from '../../../../../domain/posts/write/like.ts'
import { repost } from '../../../../../domain/posts/write/repost.ts'

const PATH = '/labs/1/tweets/metrics/private'

for (const engine of ENGINES) {
  const test = slowOnPostgres(engine)
  describe(`spec/labs-lookup.md#labs-v1-metrics: private metrics on ${engine}`, () => {
    test('users get metrics of their own posts; posts of other users, reposts and unknown posts are partial errors', async (t) => {
      const { url, context } = await startTestServer(t, { engine })
      const app = await createTestApp(context)
      const [me, other] = [await createOneUser(context), await createOneUser(context)]
      const mine = await createPost(context, { authorId: me.id, text: 'mine' })
      const theirs = await createPost(context, { authorId: other.id, text: 'theirs' })
      const again = await repost(context, { userId: me.id, postId: theirs.id })
      await like(context, { userId: other.id, postId: mine.id })
      const asUser = await app.asUser(me.id)
      const answer = await ask(
        `${url}${PATH}?ids=${mine.id},${theirs.id},${again.id},5,9999999999999999999`,
        asUser,
      )
      assert.equal(answer.status, 200)
      const { data, errors } = JSON.parse(answer.text)
      assert.deepEqual(data, [
        {
          tweet_id: String(mine.id),
          tweet: { like_count: 1, retweet_count: 0, quote_count: 0, reply_count: 0, impression_count: 0 },
        },
      ])
      assert.deepEqual(
        errors.map(({ value, title }: Record<string, string>) => [value, title]),
        [
          [String(theirs.id), 'Not Found Error'],
          [String(again.id), 'Not Found Error'],
          ['5', 'Not Found Error'],
          ['9999999999999999999', 'Not Found Error'],
        ],
      )
      assert.equal(answer.headers.get('x-rate-limit-limit'), '15')
    })
  })
}

test('400/2 for no ids, more than 50 ids, an id that is no 64-bit number, and unknown parameters', async (t) => {
  const { url, context } = await startTestServer(t)
  const app = await createTestApp(context)
  const { id } = await createOneUser(context)
  const many = Array.from({ length: 51 }, (_, index) => index + 1).join(',')
  for (const query of [
    '',
    '?ids=',
    '?ids=x',
    '?ids=1,',
    `?ids=${'9'.repeat(20)}`,
    `?ids=${many}`,
    '?ids=1&format=compact',
  ]) {
    const { status, text } = await ask(`${url}${PATH}${query}`, await app.asUser(id))
    assert.deepEqual([status, JSON.parse(text).title], [400, 'Invalid Request'], query)
  }
})

test('a bearer token gets 403 unsupported-authentication', async (t) => {
  const { url, context } = await startTestServer(t)
  const { asApp } = await createTestApp(context)
  const { status, text } = await ask(`${url}${PATH}?ids=1`, asApp)
  assert.equal(status, 403)
  assert.equal(JSON.parse(text).type, 'https://api.twitter.com/labs/1/problems/unsupported-authentication')
})

outOfLabsTest(`${PATH}?ids=1`, { isForUsers: true })

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTestApp } from '../../../../test/support/api-client.ts'
import { v11Caller } from '../../../../test/support/http/v11-calls.ts'
import { startTestServer } from '../../../../test/support/server.ts'
import { createOneUser } from '../../../../test/support/users.ts'
import { createPost } from '../../../domain/posts/write/create-post.ts'

test('trends/place', async (t) => {
  const { url, context } = await startTestServer(t, { settings: { limits: 'off' } })
  const call = v11Caller(url, (await createTestApp(context)).asApp)
  const write = async (text: string, isProtected = false) => {
    const { id: authorId } = await createOneUser(context, { isProtected })
    await createPost(context, { authorId, text, isLimited: false })
  }
  await write('#Birds and #Herons')
  await write('more #birds & more')
  await write('#Secret', true)

  await t.test(
    'spec/v1-streams-and-lists.md#trends-and-places: hashtags of public posts, the most frequent first',
    async () => {
      const { status, body } = await call('trends/place.json?id=1')
      assert.equal(status, 200)
      const [{ trends, locations, as_of }] = body
      assert.deepEqual(
        trends.map(({ name, tweet_volume }: { name: string; tweet_volume: number }) => [name, tweet_volume]),
        [
          ['#birds', 2],
          ['#Herons', 1],
        ],
      )
      assert.deepEqual(
        [trends[0].query, trends[0].url, trends[0].promoted_content],
        ['%23birds', 'http://twitter.com/search?q=%23birds', null],
      )
      assert.deepEqual(locations, [{ name: 'Worldwide', woeid: 1 }])
      assert.match(as_of, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/)
      assert.deepEqual((await call('trends/place.json?id=1&exclude=hashtags')).body[0].trends, [])
    },
  )
  await t.test('404/34 another place', async () => {
    const { status, code } = await call('trends/place.json?id=23424977')
    assert.deepEqual([status, code], [404, 34])
  })
  await t.test('403/38 without a place', async () => {
    const { status, code } = await call('trends/place.json')
    assert.deepEqual([status, code], [403, 38])
  })
  await t.test('400/44 a place that is not a number', async () => {
    const { status, code } = await call('trends/place.json?id=x')
    assert.deepEqual([status, code], [400, 44])
  })
})

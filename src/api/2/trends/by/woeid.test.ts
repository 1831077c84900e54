/** Tests GET 2/trends/by/woeid/:woeid over HTTP. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ask, createTestApp } from '../../../../../test/support/api-client.ts'
import { LookupStage } from '../../../../../test/support/v2-lookup/stage.ts'
import { createPost } from '../../../../domain/posts/write/create-post.ts'
import { editPost } from '../../../../domain/posts/write/edit-post.ts'
import { repost } from '../../../../domain/posts/write/repost.ts'

test('GET 2/trends/by/woeid/:woeid', async (t) => {
  const stage = await LookupStage.open(t, '2', 'sqlite')
  const { context } = stage
  const author = await stage.user()
  const hermit = await stage.user({ isProtected: true })
  const write = (text: string, { id: authorId } = author) => createPost(context, { authorId, text })

  await t.test('200 spec/v2.md#spaces-and-trends: the list is empty when no post has a hashtag', async () => {
    assert.deepEqual(await stage.got('/trends/by/woeid/1'), {})
    stage.clock.advance(5 * 60_000)
  })
  await t.test(
    '200 spec/v2.md#spaces-and-trends: the most used hashtags come first, and protected posts do not count',
    async () => {
      await write('#Birds and #Herons')
      await write('more #birds')
      await write('#Secret', hermit)
      const trends = [
        { trend_name: '#birds', tweet_count: 2 },
        { trend_name: '#Herons', tweet_count: 1 },
      ]
      assert.deepEqual(await stage.got('/trends/by/woeid/1'), { data: trends })
      const one = await stage.got('/trends/by/woeid/1?max_trends=1&trend.fields=trend_name,tweet_count')
      assert.deepEqual(one, { data: trends.slice(0, 1) })
    },
  )
  await t.test(
    '200 spec/v2.md#spaces-and-trends: each post of the last 24 hours counts once for a hashtag; reposts and replaced versions do not count',
    async () => {
      const post = await write('#Owls #owls #OWLS')
      const edited = await write('#Eagles')
      await editPost(context, { postId: edited.id, userId: author.id, text: '#Kites' })
      await repost(context, { userId: (await stage.user()).id, postId: post.id })
      const hashtags = [{ text: 'Old', indices: [0, 4] as const }]
      await stage.post(author.id, '#Old', { content: { hashtags }, age: 25 * 3_600_000 })
      const before = await stage.got('/trends/by/woeid/1')
      assert.equal(before.data.length, 2, 'trends are up to five minutes old')
      stage.clock.advance(5 * 60_000)
      const { data } = await stage.got('/trends/by/woeid/1?max_trends=50')
      const counts = Object.fromEntries(
        data.map((trend: { trend_name: string; tweet_count: number }) => [
          trend.trend_name.toLowerCase(),
          trend.tweet_count,
        ]),
      )
      assert.deepEqual(counts, { '#birds': 2, '#herons': 1, '#owls': 1, '#kites': 1 })
    },
  )
  await t.test(
    '200 spec/v2.md#spaces-and-trends: the response for another place has a not-found error',
    async () => {
      const { errors, data } = await stage.got('/trends/by/woeid/23424977')
      assert.equal(data, undefined)
      assert.match(errors[0].type, /resource-not-found$/)
      assert.deepEqual([errors[0].parameter, errors[0].value], ['woeid', '23424977'])
    },
  )
  await t.test(
    '400/2 spec/errors.md#invalid-parameters: an invalid place, an invalid number and invalid fields',
    async () => {
      for (const path of [
        'x',
        '1?max_trends=0',
        '1?max_trends=51',
        '1?trend.fields=x',
        '1?woeid=2',
        '1?a=1',
      ]) {
        const { status, body } = await stage.get(`/trends/by/woeid/${path}`)
        assert.deepEqual([status, body.title], [400, 'Invalid Request'], path)
      }
    },
  )
  await t.test('403/3 spec/labs-lookup.md#early-access: an app without a project', async () => {
    const alone = await createTestApp(context)
    const { status, text } = await ask(`${stage.server.url}/2/trends/by/woeid/1`, alone.asApp)
    assert.equal(status, 403)
    assert.match(JSON.parse(text).type, /client-forbidden$/)
  })
})

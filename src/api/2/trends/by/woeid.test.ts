/** GET 2/trends/by/woeid/:woeid over HTTP. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ask, createTestApp } from '../../../../../test/support/api-client.ts'
import { LookupStage } from '../../../../../test/support/v2-lookup/stage.ts'
import { createPost } from '../../../../domain/posts/write/create-post.ts'

test('GET 2/trends/by/woeid/:woeid', async (t) => {
  const stage = await LookupStage.open(t, '2', 'sqlite')
  const { context } = stage
  const author = await stage.user()
  const hermit = await stage.user({ isProtected: true })
  const write = (text: string, { id: authorId } = author) => createPost(context, { authorId, text })

  await t.test('200 spec/v2.md#spaces-and-trends: no hashtags', async () => {
    assert.deepEqual(await stage.got('/trends/by/woeid/1'), {})
    stage.clock.advance(5 * 60_000)
  })
  await t.test(
    '200 spec/v2.md#spaces-and-trends: the most used hashtags first; protected posts do not count',
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
  await t.test('200 spec/v2.md#spaces-and-trends: another place is not found', async () => {
    const { errors, data } = await stage.got('/trends/by/woeid/23424977')
    assert.equal(data, undefined)
    assert.match(errors[0].type, /resource-not-found$/)
    assert.deepEqual([errors[0].parameter, errors[0].value], ['woeid', '23424977'])
  })
  await t.test('400/2 spec/errors.md#invalid-parameters: place, number, fields', async () => {
    for (const path of ['x', '1?max_trends=0', '1?max_trends=51', '1?trend.fields=x', '1?woeid=2', '1?a=1']) {
      const { status, body } = await stage.get(`/trends/by/woeid/${path}`)
      assert.deepEqual([status, body.title], [400, 'Invalid Request'], path)
    }
  })
  await t.test('403/3 spec/labs-lookup.md#early-access: an app that is in no project', async () => {
    const alone = await createTestApp(context)
    const { status, text } = await ask(`${stage.server.url}/2/trends/by/woeid/1`, alone.asApp)
    assert.equal(status, 403)
    assert.match(JSON.parse(text).type, /client-forbidden$/)
  })
})

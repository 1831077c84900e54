import assert from 'node:assert/strict'
import { ENGINES } from '../../../../test/support/engines.ts'
import { slowOnPostgres } from '../../../../test/support/part.ts'
import { createUsers } from '../../../../test/support/users.ts'
import {
  idsIn,
  pageCases,
  postOwnerCases,
  refusedApp,
} from '../../../../test/support/v2-lookup/owned-pages.ts'
import { LookupStage } from '../../../../test/support/v2-lookup/stage.ts'
import { repost } from '../../../domain/posts/write/repost.ts'

for (const engine of ENGINES) {
  const test = slowOnPostgres(engine)
  test(`GET 2/tweets/:id/retweets on ${engine}`, async (t) => {
    const stage = await LookupStage.open(t, '2', engine)
    const { context } = stage
    const author = await stage.user()
    const post = await stage.post(author.id, 'a post')
    const users = await createUsers(context, 11)
    const reposts: bigint[] = []
    for (const { id: userId } of users) reposts.push((await repost(context, { userId, postId: post })).id)
    const path = `/tweets/${post}/retweets`
    const expected = reposts.toReversed().map(String)
    await pageCases(t, { stage, path, expected, size: 3, min: 1, max: 100, default: 100 })
    await postOwnerCases(t, stage, (id) => `/tweets/${id}/retweets`)
    await refusedApp(t, { stage, path })
    await t.test('200 spec/v2-posts.md#engagement-lists: the reposts refer to the original', async () => {
      const body = await stage.got(`${path}?tweet.fields=referenced_tweets&max_results=1`)
      assert.deepEqual(body.data[0].referenced_tweets, [{ type: 'retweeted', id: String(post) }])
    })
    await t.test(
      '200 spec/v2-posts.md#engagement-lists: for the id of a repost, the reposts of the original are listed',
      async () => {
        assert.deepEqual(idsIn(await stage.got(`/tweets/${reposts[0]}/retweets`)), expected)
      },
    )
    await t.test('200 spec/v2-posts.md#engagement-lists: reposts by hidden users are left out', async () => {
      const [hermit, offender] = users
      assert.ok(hermit && offender)
      await stage.act(hermit.id, 'protect')
      await stage.act(offender.id, 'suspend')
      const body = await stage.got(path)
      assert.deepEqual(idsIn(body), expected.slice(0, -2))
      assert.deepEqual(Object.keys(body), ['data', 'meta'])
    })
  })
}

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type AnsweredPost, PostStage } from '../../../../test/support/posts/stage.ts'
import { unseenCases } from '../../../../test/support/posts/unseen-suite.ts'
import { repost } from '../../../domain/posts/repost.ts'

test('statuses/unretweet', async (t) => {
  const stage = await PostStage.open(t)
  const { relations } = stage
  const [author, viewer] = await relations.people(2)
  assert.ok(author !== undefined && viewer !== undefined)
  const path = (id: bigint | string) => `/1.1/statuses/unretweet/${id}.json`

  await t.test('200 followers.md 3: by the id of the original or of the repost; the original', async () => {
    const { id } = await stage.write(author.id)
    for (const isByRepost of [false, true]) {
      const own = await repost(stage.context, { userId: viewer.id, postId: id })
      const original: AnsweredPost = await relations.done<AnsweredPost>(
        path(isByRepost ? own.id : id),
        viewer.as,
      )
      assert.equal(original.id, id)
      assert.deepEqual([original['retweeted'], original['retweet_count']], [false, 0n])
      assert.equal((await relations.get(`/1.1/statuses/show/${own.id}.json`, viewer.as)).status, 404)
    }
  })
  await t.test('200 what was not reposted stays as it is', async () => {
    const { id } = await stage.write(author.id)
    assert.equal((await relations.done<AnsweredPost>(path(id), viewer.as)).id, id)
  })
  await unseenCases(t, { stage, method: 'POST', path, viewer }, await stage.unseen(viewer))
})

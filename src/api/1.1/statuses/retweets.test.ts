import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type AnsweredPost, PostStage } from '../../../../test/support/posts/stage.ts'
import { unseenCases } from '../../../../test/support/posts/unseen-suite.ts'
import { changeUserState } from '../../../domain/accounts/change-user-state.ts'
import { repost } from '../../../domain/posts/write/repost.ts'

test('statuses/retweets', async (t) => {
  const stage = await PostStage.open(t)
  const { relations, context } = stage
  const [author, viewer, ...others] = await relations.people(6)
  assert.ok(author !== undefined && viewer !== undefined)
  const path = (id: bigint | string) => `/1.1/statuses/retweets/${id}.json`

  await t.test(
    '200 spec/posts.md#reposts-of-a-post: newest first, up to the requested count, without hidden users',
    async () => {
      const { id } = await stage.write(author.id)
      const reposts: bigint[] = []
      for (const { id: userId } of others) reposts.unshift((await repost(context, { userId, postId: id })).id)
      const idsIn = async (query: string) =>
        (await relations.got<AnsweredPost[]>(`${path(id)}${query}`, viewer.as)).map((post) => post.id)
      assert.deepEqual(await idsIn(''), reposts)
      assert.deepEqual(await idsIn('?count=2'), reposts.slice(0, 2))
      const [first] = others
      await changeUserState(context, { userId: first?.id ?? 0n, action: 'suspend' })
      assert.deepEqual(await idsIn('?trim_user=1'), reposts.slice(0, 3))
    },
  )
  await unseenCases(t, { stage, method: 'GET', path, viewer }, await stage.unseen(viewer))
})

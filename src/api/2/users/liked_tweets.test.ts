import assert from 'node:assert/strict'
import { ENGINES } from '../../../../test/support/engines.ts'
import { slowOnPostgres } from '../../../../test/support/part.ts'
import { cappedReadTest } from '../../../../test/support/v2-lookup/capped-reads.ts'
import {
  idsIn,
  pageCases,
  refusedApp,
  userOwnerCases,
} from '../../../../test/support/v2-lookup/owned-pages.ts'
import { LookupStage } from '../../../../test/support/v2-lookup/stage.ts'
import { block } from '../../../domain/graph/block.ts'
import { deletePost } from '../../../domain/posts/write/delete-post.ts'
import { editPost } from '../../../domain/posts/write/edit-post.ts'
import { like, unlike } from '../../../domain/posts/write/like.ts'

for (const engine of ENGINES) {
  const test = slowOnPostgres(engine)
  test(`GET 2/users/:id/liked_tweets on ${engine}`, async (t) => {
    const stage = await LookupStage.open(t, '2', engine)
    const { context } = stage
    const [author, fan] = [await stage.user(), await stage.user()]
    const posts: bigint[] = []
    for (let number = 0; number < 17; number += 1) posts.push(await stage.post(author.id, `post ${number}`))
    // The posts are liked in another order than they were written.
    const liked = [...posts.slice(8), ...posts.slice(0, 8)]
    for (const postId of liked) await like(context, { userId: fan.id, postId })
    const path = `/users/${fan.id}/liked_tweets`
    const expected = liked.toReversed().map(String)
    await pageCases(t, { stage, path, expected, size: 5, min: 5, max: 100, default: 100 })
    await userOwnerCases(t, stage, (id) => `/users/${id}/liked_tweets`)
    await refusedApp(t, { stage, path })
    await t.test(
      '200 spec/v2-posts.md#engagement-lists: an edited post is shown in its newest version',
      async () => {
        const edited = await editPost(context, { postId: posts[0] ?? 0n, text: 'edited' })
        const body = await stage.got(path)
        assert.deepEqual(
          idsIn(body),
          expected.map((id) => (id === String(posts[0]) ? String(edited.id) : id)),
        )
      },
    )
    await t.test(
      '200 spec/v2-posts.md#engagement-lists: posts that the caller may not see are left out',
      async () => {
        const [hermit, offender, blocker] = [await stage.user(), await stage.user(), await stage.user()]
        const hidden: bigint[] = []
        for (const { id } of [hermit, offender, blocker, author])
          hidden.push(await stage.post(id, 'liked by another'))
        const other = await stage.user()
        for (const postId of hidden) await like(context, { userId: other.id, postId })
        const theirs = `/users/${other.id}/liked_tweets`
        const viewer = await stage.user()
        await block(context, { userId: blocker.id, blockedId: viewer.id })
        await stage.act(offender.id, 'suspend')
        await stage.act(hermit.id, 'protect')
        const body = await stage.got(theirs, await stage.app.asUser(viewer.id))
        assert.deepEqual(idsIn(body), [String(hidden[3])])
        assert.deepEqual(Object.keys(body), ['data', 'meta'])
        assert.deepEqual(body.meta, { result_count: 1 })
        await deletePost(context, { postId: hidden[3] ?? 0n })
        assert.deepEqual(await stage.got(theirs, await stage.app.asUser(viewer.id)), {
          meta: { result_count: 0 },
        })
      },
    )
    await t.test('200 undone likes are left out', async () => {
      await unlike(context, { userId: fan.id, postId: posts[3] ?? 0n })
      assert.ok(!idsIn(await stage.got(path)).includes(String(posts[3])))
    })
  })
}

cappedReadTest(async (stage) => {
  const { id: userId } = await stage.user()
  const { context } = stage
  for (const text of ['one', 'two']) await like(context, { userId, postId: await stage.post(userId, text) })
  return { path: `/users/${userId}/liked_tweets` }
})

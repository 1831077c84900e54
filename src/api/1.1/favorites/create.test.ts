import assert from 'node:assert/strict'
import { ENGINES } from '../../../../test/support/engines.ts'
import { assertError } from '../../../../test/support/id-list/stage.ts'
import { slowOnPostgres } from '../../../../test/support/part.ts'
import { type AnsweredPost, PostStage } from '../../../../test/support/posts/stage.ts'
import { unseenCases } from '../../../../test/support/posts/unseen-suite.ts'
import { editPost } from '../../../domain/posts/write/edit-post.ts'
import { repost } from '../../../domain/posts/write/repost.ts'

for (const engine of ENGINES) {
  const test = slowOnPostgres(engine)
  test(`favorites/create on ${engine}`, async (t) => {
    const stage = await PostStage.open(t, { engine })
    const { relations } = stage
    const [author, viewer] = await relations.people(2)
    assert.ok(author !== undefined && viewer !== undefined)
    const path = (id: bigint | string) => `/1.1/favorites/create.json?id=${id}`

    await t.test('200 spec/posts.md#favorites: returns the post, which the caller likes', async () => {
      const { id } = await stage.write(author.id)
      const liked = await relations.done<AnsweredPost>(path(id), viewer.as)
      assert.deepEqual([liked.id, liked['favorited'], liked['favorite_count']], [id, true, 1n])
    })
    await t.test('200 decision 0016: returns the newest version for the id of any version', async () => {
      const { id } = await stage.write(author.id)
      const edit = await editPost(stage.context, { postId: id, text: 'what was meant' })
      const liked = await relations.done<AnsweredPost>(path(id), viewer.as)
      assert.deepEqual([liked.id, liked.text, liked['favorited']], [edit.id, 'what was meant', true])
    })
    await t.test(
      '403/139 spec/errors.md#code-table: a second like of the same post, also by the id of a repost',
      async () => {
        const { id } = await stage.write(author.id)
        const own = await repost(stage.context, { userId: author.id, postId: id })
        const liked = await relations.done<AnsweredPost>(path(own.id), viewer.as)
        assert.equal(liked.retweeted_status?.['favorited'], true)
        for (const each of [id, own.id]) {
          const message = 'You have already favorited this status.'
          assertError(await relations.post(path(each), viewer.as), 403, 139, message)
        }
      },
    )
    const about = { stage, method: 'POST', path, viewer, bare: '/1.1/favorites/create.json' } as const
    await unseenCases(t, about, await stage.unseen(viewer))
  })
}

import assert from 'node:assert/strict'
import { ENGINES } from '../../../../test/support/engines.ts'
import { assertError } from '../../../../test/support/id-list/stage.ts'
import { slowOnPostgres } from '../../../../test/support/part.ts'
import { type AnsweredPost, PostStage } from '../../../../test/support/posts/stage.ts'
import { malformedCases } from '../../../../test/support/posts/unseen-suite.ts'
import { changeUserState } from '../../../domain/accounts/change-user-state.ts'
import { block, unblock } from '../../../domain/graph/block.ts'
import { changePostState } from '../../../domain/posts/state/change-post-state.ts'
import { editPost } from '../../../domain/posts/write/edit-post.ts'
import { like } from '../../../domain/posts/write/like.ts'

for (const engine of ENGINES) {
  const test = slowOnPostgres(engine)
  test(`favorites/destroy on ${engine}`, async (t) => {
    const stage = await PostStage.open(t, { engine })
    const { relations, context } = stage
    const [author, viewer] = await relations.people(2)
    assert.ok(author !== undefined && viewer !== undefined)
    const path = (id: bigint | string) => `/1.1/favorites/destroy.json?id=${id}`
    const likedOf = async (authorId: bigint) => {
      const { id } = await stage.write(authorId)
      await like(context, { userId: viewer.id, postId: id })
      return id
    }

    await t.test('200 spec/posts.md#favorites: the post without the like', async () => {
      const id = await likedOf(author.id)
      const post = await relations.done<AnsweredPost>(path(id), viewer.as)
      assert.deepEqual([post.id, post['favorited'], post['favorite_count']], [id, false, 0n])
    })
    await t.test('200 decision 0016: returns the newest version for the id of any version', async () => {
      for (const isByFirst of [true, false]) {
        const id = await likedOf(author.id)
        const edit = await editPost(context, { postId: id, text: `what was meant with ${id}` })
        const post: AnsweredPost = await relations.done<AnsweredPost>(
          path(isByFirst ? id : edit.id),
          viewer.as,
        )
        assert.deepEqual(
          [post.id, post.text, post['favorited']],
          [edit.id, `what was meant with ${id}`, false],
        )
      }
    })
    await t.test('404/144 spec/posts.md#favorites: a post that is unknown, or not liked', async () => {
      const { id } = await stage.write(author.id)
      for (const each of [1n, id]) {
        assertError(await relations.post(path(each), viewer.as), 404, 144, 'No status found with that ID.')
      }
    })
    const [suspended, recluse, blocker, plain] = await relations.people(4)
    assert.ok(suspended && recluse && blocker && plain)
    await t.test('403/63 the author was suspended after the like; the like is removed', async () => {
      const id = await likedOf(suspended.id)
      await changeUserState(context, { userId: suspended.id, action: 'suspend' })
      assertError(await relations.post(path(id), viewer.as), 403, 63, 'User has been suspended.')
      assertError(await relations.post(path(id), viewer.as), 404, 144, 'No status found with that ID.')
    })
    await t.test('404/421 the post was dropped after the like', async () => {
      const id = await likedOf(plain.id)
      await changePostState(context, { postId: id, action: 'drop' })
      assertError(await relations.post(path(id), viewer.as), 404, 421, 'This Tweet is no longer available.')
    })
    await t.test('403/179 the author became protected after the like', async () => {
      const id = await likedOf(recluse.id)
      await changeUserState(context, { userId: recluse.id, action: 'protect' })
      const message = 'Sorry, you are not authorized to see this status.'
      assertError(await relations.post(path(id), viewer.as), 403, 179, message)
    })
    await t.test('401/136 the author blocked the viewer after the like; the like is removed', async () => {
      const id = await likedOf(blocker.id)
      await block(context, { userId: blocker.id, blockedId: viewer.id })
      const message = 'You have been blocked from the author of this tweet from viewing it.'
      assertError(await relations.post(path(id), viewer.as), 401, 136, message)
      await unblock(context, { userId: blocker.id, blockedId: viewer.id })
      const shown = await relations.got<AnsweredPost>(`/1.1/statuses/show/${id}.json`, viewer.as)
      assert.deepEqual([shown['favorited'], shown['favorite_count']], [false, 0n])
    })
    await malformedCases(t, { stage, method: 'POST', path, viewer, bare: '/1.1/favorites/destroy.json' })
  })
}

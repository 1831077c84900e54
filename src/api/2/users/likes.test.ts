/** Tests POST 2/users/:id/likes and DELETE 2/users/:id/likes/:tweet_id over HTTP. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ENGINES } from '../../../../test/support/engines.ts'
import { slowOnPostgres } from '../../../../test/support/part.ts'
import {
  ActionStage,
  actionErrorTests,
  assertForbidden,
  assertInvalid,
} from '../../../../test/support/v2-lookup/actions.ts'
import { requirePost } from '../../../domain/posts/read/find-posts.ts'
import { editPost } from '../../../domain/posts/write/edit-post.ts'

for (const engine of ENGINES) {
  slowOnPostgres(engine)(`likes on ${engine}`, async (t) => {
    const stage = await ActionStage.open(t, engine)
    const { posts, me, context } = stage
    const author = await stage.person()
    const likes = `/2/users/${me.id}/likes`
    const countOf = async (id: bigint) => (await requirePost(context.store, id)).counts.likes

    await t.test(
      '200 spec/v2-posts.md#likes-reposts-bookmarks: a user likes a post, and removes the like',
      async () => {
        const { id } = await posts.write(author.id)
        await stage.does('POST', likes, { tweet_id: String(id) }, { liked: true })
        assert.equal(await countOf(id), 1)
        await stage.does('DELETE', `${likes}/${id}`, undefined, { liked: false })
        assert.equal(await countOf(id), 0)
      },
    )
    await t.test('200 spec/v2.md#repeated-actions: a repeated call returns the state', async () => {
      const { id } = await posts.write(author.id)
      for (const _ of ['first', 'again']) {
        await stage.does('POST', likes, { tweet_id: String(id) }, { liked: true })
        assert.equal(await countOf(id), 1)
      }
      for (const _ of ['first', 'again']) {
        await stage.does('DELETE', `${likes}/${id}`, undefined, { liked: false })
        assert.equal(await countOf(id), 0)
      }
      for (const missing of ['5', '9999999999999999999']) {
        await stage.does('DELETE', `${likes}/${missing}`, undefined, { liked: false })
      }
    })
    await t.test('400/2 spec/v2-posts.md#refused-writes: a post that the user does not see', async () => {
      for (const { id, is } of await posts.unseen(me)) {
        const answer = await stage.send('POST', likes, { tweet_id: String(id) })
        assert.equal(answer.status, 400, is)
        assertInvalid(answer, 'This tweet cannot be found.')
      }
    })
    await t.test('403/1 spec/v2-posts.md#refused-writes: a version that an edit has replaced', async () => {
      const first = await posts.write(author.id)
      const second = await editPost(context, { postId: first.id, userId: author.id, text: 'Newer words' })
      const answer = await stage.send('POST', likes, { tweet_id: String(first.id) })
      assertForbidden(answer, 'You cannot like a Tweet that has been edited.')
      await stage.does('POST', likes, { tweet_id: String(second.id) }, { liked: true })
    })
    await actionErrorTests(t, stage, { list: 'likes', member: 'tweet_id' })
  })
}

test('spec/v2-posts.md#likes-reposts-bookmarks: 50 likes in 15 minutes, 1,000 in a day', async (t) => {
  const stage = await ActionStage.open(t, 'sqlite', 'documented')
  const { headers } = await stage.send('POST', `/2/users/${stage.me.id}/likes`, { tweet_id: '5' })
  const names = [
    'x-rate-limit-limit',
    'x-rate-limit-remaining',
    'x-user-limit-24hour-limit',
    'x-user-limit-24hour-remaining',
  ]
  assert.deepEqual(
    names.map((name) => headers.get(name)),
    ['50', '49', '1000', '999'],
  )
})

/** Posts at the desk (spec/console.md#moderation-at-the-desk). */
import assert from 'node:assert/strict'
import { suite } from 'node:test'
import { assertProblem, shareDesk, startDesk } from '../../../../../test/support/console/desk.ts'
import { ENGINES } from '../../../../../test/support/engines.ts'
import { slowOnPostgres } from '../../../../../test/support/part.ts'
import { createPost } from '../../../../domain/posts/write/create-post.ts'

for (const engine of ENGINES) {
  const test = slowOnPostgres(engine)
  suite(`/console/api/operator/posts on ${engine}`, () => {
    const joinDesk = shareDesk(engine)

    test('200: an id finds a dropped post; without a text, the response has the newest posts, including dropped posts', async (t) => {
      const { ann, context, user, postId, postPath: path, postVersion: version } = await startDesk(t, engine)
      const later = await createPost(context, { authorId: user.id, text: 'a dog' })
      const found = async (query: string) =>
        (await ann.get(`/operator/posts?${query}`)).body.posts.map(({ id }: { id: string }) => id)
      const drop = { action: 'drop', reason: 'spam', version: await version() }
      assert.equal((await ann.post(`${path}/moderation`, drop)).status, 204)
      assert.deepEqual(await found(`q=${postId}`), [String(postId)])
      assert.deepEqual(await found(''), [String(later.id), String(postId)])
      assert.deepEqual(await found(`before=${later.id}`), [String(postId)])
      const { body } = await ann.get(path)
      assert.equal(body.post.text, 'a <b>cat</b>')
      assert.notEqual(body.post.dropped_at, null)
      assert.equal(body.history[0].action, 'post.drop')
    })

    test('200: a deleted post still has the reason of its deletion and its history', async () => {
      const { ann, postPath, postVersion } = await joinDesk()
      const body = { action: 'delete', reason: 'a law', version: await postVersion() }
      assert.equal((await ann.post(`${postPath}/moderation`, body)).status, 204)
      const shown = (await ann.get(postPath)).body
      assert.equal(shown.post, null)
      assert.deepEqual([shown.deleted.reason, shown.history[0].action], ['a law', 'post.delete'])
    })

    test('403/operators-only for other console users', async () => {
      const { developer, postPath } = await joinDesk()
      assertProblem(await developer.get(postPath), '403/operators-only')
    })

    test('404/post-not-found for an unknown id, and for a text that is not an id', async () => {
      const { ann } = await joinDesk()
      for (const path of ['/operator/posts/1', '/operator/posts/x'])
        assertProblem(await ann.get(path), '404/post-not-found')
    })

    test('400/field-invalid for a query that cannot be read', async () => {
      const { ann } = await joinDesk()
      assertProblem(await ann.get('/operator/posts?q=card_name%3Ax'), '400/field-invalid')
    })
  })
}

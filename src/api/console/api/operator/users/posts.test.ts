/** The posts of a user at the desk. */
import assert from 'node:assert/strict'
import { suite } from 'node:test'
import { assertProblem, shareDesk } from '../../../../../../test/support/console/desk.ts'
import { ENGINES } from '../../../../../../test/support/engines.ts'
import { slowOnPostgres } from '../../../../../../test/support/part.ts'
import { createPost } from '../../../../../domain/posts/write/create-post.ts'

for (const engine of ENGINES) {
  const test = slowOnPostgres(engine)
  suite(`/console/api/operator/users/:user_id/posts on ${engine}`, () => {
    const joinDesk = shareDesk(engine)

    test('200: the posts of a user, the newest first, in pages', async () => {
      const { ann, context, user, postId, userPath } = await joinDesk()
      const later = await createPost(context, { authorId: user.id, text: 'a dog' })
      const { body } = await ann.get(`${userPath}/posts?count=1`)
      assert.deepEqual([body.posts[0].id, body.next], [String(later.id), String(later.id)])
      const rest = await ann.get(`${userPath}/posts?before=${body.next}`)
      assert.deepEqual([rest.body.posts[0].id, rest.body.next], [String(postId), null])
    })

    test('403/operators-only for other console users', async () => {
      const { developer, userPath } = await joinDesk()
      assertProblem(await developer.get(`${userPath}/posts`), '403/operators-only')
    })

    test('404/user-not-found for an unknown id', async () => {
      const { ann } = await joinDesk()
      assertProblem(await ann.get('/operator/users/1/posts'), '404/user-not-found')
    })

    test('400/field-invalid for a parameter that is not an id', async () => {
      const { ann, userPath } = await joinDesk()
      assertProblem(await ann.get(`${userPath}/posts?before=x`), '400/field-invalid')
    })
  })
}

/** Editing posts at the desk (spec/console.md#moderation-at-the-desk). */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { refused } from '../../../../../../test/support/console/console-suites.ts'
import { startDesk } from '../../../../../../test/support/console/desk.ts'
import { refusesOthers } from '../../../../../../test/support/console/desk-refusals.ts'
import { repost } from '../../../../../domain/posts/write/repost.ts'

test('201 the post has a new version with the text; the audit log has the reason', async (t) => {
  const { ann, context, developer, user, postId, postPath } = await startDesk(t, 'sqlite')
  const path = `${postPath}/edit`
  const good = { text: 'put better', reason: ' a slip ' }
  const made = await ann.post(path, good)
  assert.equal(made.status, 201)
  const { post, history } = (await ann.get(`/operator/posts/${made.body.id}`)).body
  assert.deepEqual([post.text, post.initial_id], ['put better', String(postId)])
  assert.deepEqual(
    history.map(({ action, actor, reason }: Record<string, string>) => [action, actor, reason]),
    [['post.edit', 'ann@example.org', 'a slip']],
  )

  await t.test('400/field-invalid without a reason', () =>
    refused(ann.post(path, { text: 'x' }), 400, 'field-invalid'),
  )
  await t.test('400/post-empty for a text of blanks', () =>
    refused(ann.post(path, { ...good, text: ' ' }), 400, 'post-empty'),
  )
  await t.test('400/post-too-long beyond the limit', () =>
    refused(ann.post(path, { ...good, text: 'x '.repeat(15_000) }), 400, 'post-too-long'),
  )
  await t.test('400/post-text-invalid for characters that posts must not contain', () =>
    refused(ann.post(path, { ...good, text: 'a\ufeffb' }), 400, 'post-text-invalid'),
  )
  await t.test('409/post-duplicate for an edit with the same text', () =>
    refused(ann.post(path, good), 409, 'post-duplicate'),
  )
  await t.test('409/edit-not-allowed for a repost', async () => {
    const { id } = await repost(context, { userId: user.id, postId })
    await refused(ann.post(`/operator/posts/${id}/edit`, good), 409, 'edit-not-allowed')
  })
  await t.test('404/post-not-found for unknown ids', async () => {
    for (const id of ['1', 'x'])
      await refused(ann.post(`/operator/posts/${id}/edit`, good), 404, 'post-not-found')
  })
  await refusesOthers(t, { operator: ann, developer }, [['POST', path, good]])
})

/** Pinning posts to profiles at the desk (spec/console.md#moderation-at-the-desk). */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { refused } from '../../../../../../test/support/console/console-suites.ts'
import { startDesk } from '../../../../../../test/support/console/desk.ts'
import { refusesOthers } from '../../../../../../test/support/console/desk-refusals.ts'
import { createPost } from '../../../../../domain/posts/write/create-post.ts'
import { repost } from '../../../../../domain/posts/write/repost.ts'

test('200 a post replaces the pinned post, and is unpinned; the audit log has both actions', async (t) => {
  const { ann, context, developer, user, postId, postPath } = await startDesk(t, 'sqlite')
  const { id: other } = await createPost(context, { authorId: user.id, text: 'a dog' })
  const pin = async (path: string, isPinned: boolean) =>
    (await ann.put(`${path}/pin`, { is_pinned: isPinned })).body.is_changed
  const isPinned = async () => (await ann.get(postPath)).body.is_pinned
  assert.deepEqual([await pin(postPath, true), await pin(postPath, true)], [true, false])
  assert.equal(await isPinned(), true)
  assert.equal(await pin(`/operator/posts/${other}`, true), true)
  assert.equal(await isPinned(), false)
  assert.deepEqual([await pin(postPath, false), await pin(`/operator/posts/${other}`, false)], [false, true])
  const { entries } = (await ann.get('/operator/audit?subject_kind=post')).body
  const author = { author_id: String(user.id) }
  assert.deepEqual(
    entries.map(({ action, subject, details }: Record<string, { key: string }>) => [
      ...[action, subject?.key, details],
    ]),
    [
      ['post.unpin', String(other), author],
      ['post.pin', String(other), { ...author, instead_of: String(postId) }],
      ['post.pin', String(postId), author],
    ],
  )

  await t.test('400/field-invalid without the member that pins or unpins', () =>
    refused(ann.put(`${postPath}/pin`, {}), 400, 'field-invalid'),
  )
  await t.test('403/post-not-own for a repost, which cannot be pinned', async () => {
    const { id } = await repost(context, { userId: user.id, postId })
    await refused(ann.put(`/operator/posts/${id}/pin`, { is_pinned: true }), 403, 'post-not-own')
  })
  await t.test('404/post-not-found for unknown ids', async () => {
    for (const id of ['1', 'x'])
      await refused(ann.put(`/operator/posts/${id}/pin`, { is_pinned: true }), 404, 'post-not-found')
  })
  await refusesOthers(t, { operator: ann, developer }, [['PUT', `${postPath}/pin`, { is_pinned: true }]])
})

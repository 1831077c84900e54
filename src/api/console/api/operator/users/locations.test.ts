/** Erasing locations of posts at the desk (spec/console.md#moderation-at-the-desk). */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { refused } from '../../../../../../test/support/console/console-suites.ts'
import { startDesk } from '../../../../../../test/support/console/desk.ts'
import { refusesOthers } from '../../../../../../test/support/console/desk-refusals.ts'
import { createPost } from '../../../../../domain/posts/write/create-post.ts'

test('200 deletes the locations of a user’s posts up to a post id, but not of later posts; the audit log has the reason', async (t) => {
  const { ann, context, developer, user, userPath } = await startDesk(t, 'sqlite')
  const geo = { lat: 52.5, long: 13.4 }
  const one = await createPost(context, { authorId: user.id, text: 'here', ...geo })
  const two = await createPost(context, { authorId: user.id, text: 'there', ...geo })
  const path = `${userPath}/locations`
  const good = { up_to_id: String(one.id), reason: ' asked by mail ' }
  assert.deepEqual((await ann.delete(path, good)).body, { erased: 1 })
  assert.deepEqual((await ann.delete(path, { ...good, up_to_id: String(two.id) })).body, { erased: 1 })
  const { history } = (await ann.get(userPath)).body
  assert.deepEqual(
    history.map(({ action, reason, details }: Record<string, unknown>) => [action, reason, details]),
    [two, one].map(({ id }) => ['user.scrub_geo', 'asked by mail', { up_to_id: String(id) }]),
  )

  await t.test('400/field-invalid for a text that is not an id, and for a blank reason', async () => {
    for (const wrong of [{ up_to_id: 'x' }, { reason: ' ' }])
      await refused(ann.delete(path, { ...good, ...wrong }), 400, 'field-invalid')
  })
  await t.test('404/user-not-found for unknown ids', async () => {
    for (const id of ['1', 'x'])
      await refused(ann.delete(`/operator/users/${id}/locations`, good), 404, 'user-not-found')
  })
  await refusesOthers(t, { operator: ann, developer }, [['DELETE', path, good]])
})

import assert from 'node:assert/strict'
import { openMembers } from '../../../../test/support/http/members.ts'
import { slowOnPostgres } from '../../../../test/support/part.ts'
import { createPost } from '../../../domain/posts/write/create-post.ts'

const test = slowOnPostgres('sqlite')

test('404 for a deleted post; 403 for a form with the token of another button or post; a second press changes nothing', async (t) => {
  const { join, context } = await openMembers(t, 'sqlite')
  const ada = await join('ada')
  const bob = await join('bob')
  const { id } = await createPost(context, { authorId: ada.user.id, text: 'mine' })
  const page = await bob.browser.get(`/ada/status/${id}`)
  const form = page.forms.find(({ acts }) => acts.includes('like'))
  assert.ok(form)
  for (let at = 0; at < 2; at += 1) assert.equal((await bob.browser.post(form, { act: 'like' })).status, 303)
  assert.match((await bob.browser.get(`/ada/status/${id}`)).html, /1 like/)
  // The token of a form is valid only for its button and its post.
  assert.equal((await bob.browser.post(form, { act: 'delete' })).status, 403)
  assert.equal((await bob.browser.post(form, { act: 'like', id: '1' })).status, 403)
  assert.doesNotMatch(page.html, /value="delete"/)
  const own = (await ada.browser.get(`/ada/status/${id}`)).forms.find(({ acts }) => acts.includes('delete'))
  assert.ok(own)
  assert.equal((await ada.browser.post(own, { act: 'delete' })).location, '/home')
  assert.equal((await ada.browser.post(own, { act: 'delete' })).status, 404)
})

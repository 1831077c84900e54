import assert from 'node:assert/strict'
import { MemberBrowser, shareMembers } from '../../../test/support/http/members.ts'
import { formOn } from '../../../test/support/http/page-visitor.ts'
import { slowOnPostgres } from '../../../test/support/part.ts'

const test = slowOnPostgres('sqlite')

/** One server for all tests. The names of their members differ. */
const shared = shareMembers('sqlite')

test('403 settings/profile: forms of other visitors and of other sites', async () => {
  const { join, url } = await shared()
  const { browser } = await join('ada')
  const form = formOn(await browser.get('/settings/account'), '/profile')
  assert.equal((await new MemberBrowser(url).post(form)).status, 403)
  assert.equal((await browser.visitor.post(form, {}, { origin: 'https://evil.example' })).status, 403)
  assert.equal((await browser.post({ ...form, fields: {} })).status, 403)
})

test('403 settings/profile: a refused form keeps the typed values; after a change, the page says that it is saved', async () => {
  const { join } = await shared()
  const { browser } = await join('bob')
  const form = formOn(await browser.get('/settings/account'), '/profile')
  const typed = { name: 'Ada', description: 'Birds & <b>', location: 'Pond', protected: 'true' }
  const refused = await browser.post(form, { ...typed, url: 'no address' })
  assert.equal(refused.status, 403)
  assert.match(refused.html, /role="alert">Not saved: url is not valid/)
  assert.match(refused.html, /name="protected" value="true" checked/)
  const again = formOn(refused, '/profile')
  const { authenticity_token: _token, ...fields } = again.fields
  assert.deepEqual(fields, { ...typed, url: 'no address' })
  const saved = await browser.post(again, { url: '' })
  assert.equal(saved.location, '/settings/account?saved=true')
  const page = await browser.get('/settings/account?saved=true')
  assert.match(page.html, /role="status"><strong>Saved\./)
  assert.equal(formOn(page, '/profile').fields['description'], typed.description)
  assert.doesNotMatch((await browser.get('/settings/account')).html, /Saved\./)
})

import assert from 'node:assert/strict'
import { MemberBrowser, openMembers } from '../../../test/support/http/members.ts'
import { formOn } from '../../../test/support/http/page-visitor.ts'
import { slowOnPostgres } from '../../../test/support/part.ts'

const test = slowOnPostgres('sqlite')

test('spec/pages.md#settings: all sessions of the member end, and no session of other members', async (t) => {
  const { join, url } = await openMembers(t, 'sqlite')
  const { browser } = await join('ada')
  const bob = await join('bob')
  const other = new MemberBrowser(url)
  await other.signIn('ada')
  const form = formOn(await browser.get('/settings/account'), '/sign_out_everywhere')
  assert.equal((await bob.browser.post(form)).status, 403)
  const out = await browser.post(form)
  assert.deepEqual([out.status, out.location], [303, '/settings/sign_in'])
  for (const each of [browser, other]) assert.equal((await each.get('/home')).location, '/login')
  assert.equal((await bob.browser.get('/home')).status, 200)
  assert.equal((await browser.post(form)).status, 403, 'the form has expired')
})

import assert from 'node:assert/strict'
import { MemberBrowser, shareMembers } from '../../test/support/http/members.ts'
import { formOn } from '../../test/support/http/page-visitor.ts'
import { assertUnknownToClients } from '../../test/support/http/public-pages.ts'
import { slowOnPostgres } from '../../test/support/part.ts'

const test = slowOnPostgres('sqlite')
const shared = shareMembers('sqlite')

test('a member signs out of one browser after a confirmation; without a session the response is 303', async () => {
  const { join, url } = await shared()
  const { browser } = await join('ada')
  const other = new MemberBrowser(url)
  await other.signIn('ada')
  const form = formOn(await browser.get('/logout'), '/logout')
  const out = await browser.post(form)
  assert.deepEqual([out.status, out.location], [303, '/login'])
  assert.equal((await browser.get('/home')).location, '/login')
  assert.equal((await browser.get('/logout')).location, '/login')
  assert.equal((await other.get('/home')).status, 200)
})

test('403 forms of other members and of other sites', async () => {
  const { join } = await shared()
  const { browser } = await join('eve')
  const bob = await join('bob')
  const form = formOn(await browser.get('/logout'), '/logout')
  assert.equal((await bob.browser.post(form)).status, 403)
  assert.equal((await browser.visitor.post(form, {}, { origin: 'https://evil.example' })).status, 403)
  for (const each of [browser, bob.browser]) assert.equal((await each.get('/home')).status, 200)
})

test('404/34 to a client of the API', async () => {
  await assertUnknownToClients(await shared(), '/logout')
})

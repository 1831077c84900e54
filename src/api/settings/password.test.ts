import assert from 'node:assert/strict'
import { MemberBrowser, openMembers } from '../../../test/support/http/members.ts'
import { formOn } from '../../../test/support/http/page-visitor.ts'
import { slowOnPostgres } from '../../../test/support/part.ts'

const test = slowOnPostgres('sqlite')

test('403 settings/password: forms of other visitors and of other sites', async (t) => {
  const { join, url } = await openMembers(t, 'sqlite')
  const { browser } = await join('ada')
  const form = formOn(await browser.get('/settings/account'), '/password')
  assert.equal((await new MemberBrowser(url).post(form)).status, 403)
  assert.equal((await browser.visitor.post(form, {}, { origin: 'https://evil.example' })).status, 403)
  assert.equal((await browser.post({ ...form, fields: {} })).status, 403)
})

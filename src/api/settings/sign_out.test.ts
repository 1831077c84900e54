import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formOn, PageVisitor } from '../../../test/support/http/page-visitor.ts'
import { OAuthFlow, PASSWORD } from '../../../test/support/oauth/oauth-flow.ts'

test('settings/sign_out also ends the session on the server', async (t) => {
  const dance = await OAuthFlow.begin(t)
  const visitor = dance.visitor()
  const form = formOn(await visitor.get('/settings/connections'))
  await visitor.post(form, PageVisitor.typed(dance.user.screenName, PASSWORD))
  const page = await visitor.get('/settings/connections')
  assert.match(page.html, /You are signed in as/)
  const kept = dance.visitor()
  for (const [name, value] of visitor.cookies) kept.cookies.set(name, value)
  assert.match((await kept.get('/settings/connections')).html, /You are signed in as/)

  const out = await visitor.post(formOn(page, '/sign_out'))
  assert.deepEqual([out.status, out.location], [303, '/settings/sign_in'])
  assert.notDeepEqual(visitor.cookies, kept.cookies)
  for (const each of [visitor, kept]) {
    assert.doesNotMatch((await each.get('/settings/connections')).html, /You are signed in as/)
  }
})

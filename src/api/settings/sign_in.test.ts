import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formOn, PageVisitor } from '../../../test/support/http/page-visitor.ts'
import { OAuthFlow, PASSWORD } from '../../../test/support/oauth/oauth-flow.ts'

const PATH = '/settings/sign_in'

test('settings/sign_in', async (t) => {
  const dance = await OAuthFlow.begin(t)
  const { screenName } = dance.user

  await t.test(
    'users sign in by screen name or e-mail address, and are redirected to the connected apps',
    async () => {
      for (const login of [screenName, `@${screenName}`, `${screenName}@example.org`]) {
        const visitor = dance.visitor()
        const page = await visitor.post(formOn(await visitor.get(PATH)), PageVisitor.typed(login, PASSWORD))
        assert.deepEqual([page.status, page.location], [303, '/settings/connections'])
        const again = await visitor.get(PATH)
        assert.deepEqual([again.status, again.location], [303, '/settings/connections'])
      }
    },
  )

  await t.test('a failed attempt shows the form again, with the name and without the password', async () => {
    const visitor = dance.visitor()
    const form = formOn(await visitor.get(PATH))
    for (const typed of [PageVisitor.typed(screenName, 'wrong'), PageVisitor.typed('', ''), {}]) {
      const page = await visitor.post(form, typed)
      assert.equal(page.status, 403)
      assert.equal(formOn(page).fields['session[password]'], '')
      assert.match(page.html, /role="alert"/)
    }
    const page = await visitor.post(form, PageVisitor.typed(screenName, 'a wrong secret'))
    assert.equal(formOn(page).fields['session[username_or_email]'], screenName)
    assert.ok(!page.html.includes('a wrong secret'))
  })
})

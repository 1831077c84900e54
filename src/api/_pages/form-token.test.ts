/**
 * Tests that a form is accepted only if Aviary showed its page to the same browser, and only for the action of that
 * page.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formOn, PageVisitor } from '../../../test/support/http/page-visitor.ts'
import type { Credential } from '../../../test/support/http/signed-request.ts'
import { OAuthFlow, PASSWORD } from '../../../test/support/oauth/oauth-flow.ts'

test('forged forms', async (t) => {
  const dance = await OAuthFlow.begin(t)
  const own = { origin: dance.server.url, 'sec-fetch-site': 'same-origin' }
  const typed = { ...PageVisitor.typed(dance.user.screenName, PASSWORD), allow: 'true' }

  /** A browser with a signed-in user, at a page whose form approves an app without another step. */
  async function openPage() {
    const visitor = dance.visitor()
    await dance.approve(visitor, await dance.requestToken())
    const token = await dance.requestToken()
    return { visitor, token, form: formOn(await dance.authorizePage(visitor, token)) }
  }

  async function assertUndecided(token: Credential) {
    assert.equal((await dance.authorizePage(dance.visitor(), token)).status, 200)
  }

  await t.test('a token that is missing, was changed, or belongs to another browser is refused', async () => {
    const { visitor, token, form } = await openPage()
    const another = await openPage()
    const good = form.fields['authenticity_token'] ?? ''
    const foreign = another.form.fields['authenticity_token'] ?? ''
    const [salt = '', mac = ''] = good.split('.')
    const forged = ['', 'x', `${good}x`, good.slice(0, -1), `${salt}.`, `.${mac}`, `${salt.slice(1)}A.${mac}`]
    for (const authenticity_token of [...forged, foreign]) {
      const page = await visitor.post(form, { authenticity_token, allow: 'true' })
      assert.equal(page.status, 403, authenticity_token)
      assert.match(page.html, /This form has expired/)
      assert.equal(page.location, undefined)
    }
    const { authenticity_token: _, ...fields } = form.fields
    assert.equal((await visitor.post({ ...form, fields }, { allow: 'true' })).status, 403)
    await assertUndecided(token)
    assert.equal((await visitor.post(form, { allow: 'true' })).status, 303)
  })

  await t.test('a token for another request token or another action is refused', async () => {
    const { visitor, token, form } = await openPage()
    const other = await dance.requestToken()
    const page = await visitor.post(form, { oauth_token: other.key, allow: 'true' })
    assert.equal(page.status, 403)
    await assertUndecided(other)
    await assertUndecided(token)
    const signOut = formOn(await visitor.get('/settings/connections'), '/sign_out')
    const authenticity_token = signOut.fields['authenticity_token'] ?? ''
    assert.equal((await visitor.post(form, { authenticity_token, allow: 'true' })).status, 403)
    await assertUndecided(token)
  })

  await t.test('a token of another session of the same user is refused', async () => {
    const [one, two] = [await openPage(), await openPage()]
    assert.equal((await two.visitor.post(one.form, { allow: 'true' })).status, 403)
    await assertUndecided(one.token)
  })

  await t.test('a form that another site posts is refused, even with a valid token', async () => {
    const { visitor, token, form } = await openPage()
    const strangers: Record<string, string>[] = [
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { origin: `${dance.server.url}.evil.example` },
      { origin: dance.server.url.replace('http:', 'https:') },
      { ...own, 'sec-fetch-site': 'cross-site' },
      { ...own, 'sec-fetch-site': 'same-site' },
      { 'sec-fetch-site': 'cross-site' },
    ]
    for (const headers of strangers) {
      assert.equal(
        (await visitor.post(form, { allow: 'true' }, headers)).status,
        403,
        JSON.stringify(headers),
      )
    }
    await assertUndecided(token)
    assert.equal((await visitor.post(form, { allow: 'true' }, own)).status, 303)
  })

  await t.test('a form that denies access to an app needs a valid token, too', async () => {
    const { visitor, token, form } = await openPage()
    const headers = { origin: 'https://evil.example' }
    assert.equal((await visitor.post(form, { cancel: 'true' }, headers)).status, 403)
    assert.equal((await visitor.post(form, { cancel: 'true', authenticity_token: '' })).status, 403)
    await assertUndecided(token)
  })

  await t.test('a form of another site cannot sign in a visitor', async () => {
    const visitor = dance.visitor()
    const form = formOn(await visitor.get('/settings/sign_in'))
    const login = PageVisitor.typed(dance.user.screenName, PASSWORD)
    const headers = { origin: 'https://evil.example' }
    const before = new Map(visitor.cookies)
    for (const page of [
      await visitor.post(form, login, headers),
      await visitor.post(form, { ...login, authenticity_token: '' }),
      await dance.visitor().post(form, login),
    ]) {
      assert.equal(page.status, 403)
      assert.equal(page.location, undefined)
    }
    assert.deepEqual(visitor.cookies, before)
  })

  await t.test('a form without cookies is refused', async () => {
    const token = await dance.requestToken()
    const form = formOn(await dance.authorizePage(dance.visitor(), token))
    assert.equal((await dance.visitor().post(form, typed)).status, 403)
    await assertUndecided(token)
  })

  await t.test('parameters in bodies of other types or in the query are not accepted', async () => {
    const { visitor, token, form } = await openPage()
    const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const fields = { ...form.fields, allow: 'true', authenticity_token: 'x' }
    const url = `${dance.server.url}/oauth/authorize`
    const json = { method: 'POST', body: JSON.stringify(fields) }
    const bodies = [
      { ...json, headers: { cookie, 'content-type': 'application/json' } },
      { ...json, headers: { cookie, 'content-type': 'text/plain' } },
      { method: 'POST', headers: { cookie } },
    ]
    for (const init of bodies) {
      const { status } = await fetch(`${url}?${new URLSearchParams(fields)}`, { ...init, redirect: 'manual' })
      assert.equal(status, 403)
    }
    await assertUndecided(token)
  })

  await t.test(
    'two pages never have the same token, so that the size of compressed pages does not reveal a token',
    async () => {
      const { visitor, token, form } = await openPage()
      const again = formOn(await dance.authorizePage(visitor, token))
      assert.notEqual(again.fields['authenticity_token'], form.fields['authenticity_token'])
      assert.equal((await visitor.post(form, { allow: 'true' })).status, 303)
    },
  )
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formOn, PageVisitor } from '../../../test/support/http/page-visitor.ts'
import { OAuthFlow, PASSWORD } from '../../../test/support/oauth/oauth-flow.ts'

test('the cookie of a visitor', async (t) => {
  const dance = await OAuthFlow.begin(t, { settings: { trusted_proxy: '127.0.0.1,::1' } })
  const typed = PageVisitor.typed(dance.user.screenName, PASSWORD)
  const signIn = async (visitor: PageVisitor) =>
    visitor.post(formOn(await visitor.get('/settings/sign_in')), typed)

  await t.test(
    'scripts cannot read the cookie, forms of other sites do not send it, and with TLS no other host can set it',
    async () => {
      const plain = dance.visitor()
      await plain.get('/settings/connections')
      assert.equal(plain.received.length, 1)
      assert.match(plain.received[0] ?? '', /^aviary_session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax$/)
      const secure = dance.visitor()
      await secure.get('/settings/connections', { 'x-forwarded-proto': 'https' })
      const line = /^__Host-aviary_session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Secure$/
      assert.match(secure.received[0] ?? '', line)
    },
  )

  await t.test('the cookie of a session is valid for fourteen days, like the session', async () => {
    const visitor = dance.visitor()
    await signIn(visitor)
    assert.match(visitor.received.at(-1) ?? '', /; HttpOnly; SameSite=Lax; Max-Age=1209600$/)
  })

  await t.test('is not set again for a visitor who already has a cookie', async () => {
    const visitor = dance.visitor()
    await visitor.get('/settings/connections')
    await visitor.get('/settings/connections')
    assert.equal(visitor.received.length, 1)
  })

  await t.test('an id from before the sign-in is invalid afterwards (session fixation)', async () => {
    const planted = 'A'.repeat(43)
    const victim = dance.visitor()
    victim.cookies.set('aviary_session', planted)
    const signedIn = await signIn(victim)
    assert.equal(signedIn.status, 303)
    assert.notEqual(victim.cookies.get('aviary_session'), planted)
    const attacker = dance.visitor()
    attacker.cookies.set('aviary_session', planted)
    assert.ok('session[password]' in formOn(await attacker.get('/settings/connections')).fields)
    assert.match((await victim.get('/settings/connections')).html, /You are signed in as/)
  })

  await t.test('another sign-in ends the earlier session', async () => {
    const visitor = dance.visitor()
    await signIn(visitor)
    const before = visitor.cookies.get('aviary_session') ?? ''
    const token = await dance.requestToken()
    const form = formOn(await dance.authorizePage(visitor, token, '&force_login=true'))
    assert.equal((await visitor.post(form, { ...typed, allow: 'true' })).status, 303)
    assert.notEqual(visitor.cookies.get('aviary_session'), before)
    const old = dance.visitor()
    old.cookies.set('aviary_session', before)
    assert.ok('session[password]' in formOn(await old.get('/settings/connections')).fields)
  })

  await t.test('an invalid cookie is replaced by a new one', async () => {
    for (const nonsense of ['', 'x', '../../etc/passwd', 'é'.repeat(43), 'A'.repeat(4_000), '"><script>']) {
      const visitor = dance.visitor()
      const cookie = `aviary_session=${encodeURI(nonsense)}; other=1`
      const page = await visitor.get('/settings/connections', { cookie })
      assert.equal(page.status, 200)
      assert.match(visitor.cookies.get('aviary_session') ?? '', /^[\w-]{43}$/)
      assert.ok(!page.html.includes('<script>'))
    }
  })

  await t.test('is found among other cookies, by its exact name', async () => {
    const visitor = dance.visitor()
    await signIn(visitor)
    const id = visitor.cookies.get('aviary_session')
    const asked = async (cookie: string) =>
      (await dance.visitor().get('/settings/connections', { cookie })).html
    assert.match(await asked(`a=b; aviary_session=${id};c=d`), /You are signed in as/)
    for (const cookie of [`xaviary_session=${id}`, `Aviary_session=${id}`, `a="aviary_session=${id}"`]) {
      assert.doesNotMatch(await asked(cookie), /You are signed in as/)
    }
  })
})

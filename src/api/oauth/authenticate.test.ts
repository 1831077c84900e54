import assert from 'node:assert/strict'
import { ENGINES } from '../../../test/support/engines.ts'
import { formOn, type PageVisitor } from '../../../test/support/http/page-visitor.ts'
import type { Credential } from '../../../test/support/http/signed-request.ts'
import { CALLBACK, OAuthFlow } from '../../../test/support/oauth/oauth-flow.ts'
import { slowOnPostgres } from '../../../test/support/part.ts'
import { revokeAppOfUser } from '../../domain/apps/revoke-app-of-user.ts'
import { updateApp } from '../../domain/apps/update-app.ts'

const PATH = '/oauth/authenticate'

for (const engine of ENGINES) {
  const test = slowOnPostgres(engine)
  test(`oauth/authenticate on ${engine}`, async (t) => {
    const dance = await OAuthFlow.begin(t, { engine })
    const pair = { appId: dance.app.appId, userId: dance.user.id }
    const page = (visitor: PageVisitor, token: Credential, query = '') =>
      dance.authorizePage(visitor, token, query, PATH)
    const reading = () =>
      dance.requestToken(CALLBACK, {
        oauth: { oauth_callback: CALLBACK },
        form: { x_auth_access_type: 'read' },
      })

    await t.test(
      'spec/oauth.md#authenticate: a user without an approval sees the page of oauth/authorize, with the button "Sign in"',
      async () => {
        const seen = await page(dance.visitor(), await dance.requestToken())
        assert.equal(seen.status, 200)
        assert.equal(formOn(seen).action, PATH)
        assert.match(seen.html, /<button class="main" name="allow" value="true">Sign in<\/button>/)
      },
    )

    await t.test(
      'spec/oauth.md#authenticate: a user with an approval is redirected to the app immediately',
      async (t) => {
        const visitor = dance.visitor()
        const first = await dance.requestToken()
        const approved = await dance.approve(visitor, first)
        const verifier = new URL(approved.location ?? '').searchParams.get('oauth_verifier') ?? ''
        await dance.exchange(first, verifier)
        const second = await dance.requestToken(`${CALLBACK}?x=1`)
        const { status, location } = await page(visitor, second)
        assert.equal(status, 303)
        const url = new URL(location ?? '')
        assert.equal(`${url.origin}${url.pathname}?x=${url.searchParams.get('x')}`, `${CALLBACK}?x=1`)
        const again = await dance.exchange(second, url.searchParams.get('oauth_verifier') ?? '')
        assert.equal(new URLSearchParams(await again.text()).get('user_id'), String(dance.user.id))

        await t.test('no redirect on oauth/authorize', async () => {
          assert.equal((await dance.authorizePage(visitor, await dance.requestToken())).status, 200)
        })
        await t.test('no redirect with force_login', async () => {
          const seen = await page(visitor, await dance.requestToken(), '&force_login=true')
          assert.equal(seen.status, 200)
          assert.ok('session[password]' in formOn(seen).fields)
        })
        await t.test('no redirect for a request token without a callback URL (oob)', async () => {
          assert.equal((await page(visitor, await dance.requestToken('oob'))).status, 200)
        })
        await t.test('no redirect when another user is signed in', async () => {
          assert.equal((await page(dance.visitor(), await dance.requestToken())).status, 200)
        })
        await t.test('an approval includes lower permission levels', async () => {
          assert.equal((await page(visitor, await reading())).status, 303)
        })
        await t.test(
          'spec/console.md#apps: without "Enable Sign in" the user is asked at each sign-in',
          async () => {
            const { context } = dance.server
            await updateApp(context, pair.appId, { allowsSignIn: false })
            for (const round of [1, 2]) {
              const token = await dance.requestToken()
              const seen = await page(visitor, token)
              assert.equal(seen.status, 200, `sign-in ${round}`)
              const { status, location } = await visitor.post(formOn(seen), { allow: 'true' })
              assert.equal(status, 303)
              const verifier = new URL(location ?? '').searchParams.get('oauth_verifier') ?? ''
              assert.equal((await dance.exchange(token, verifier)).status, 200)
            }
            await updateApp(context, pair.appId, { allowsSignIn: true })
            assert.equal((await page(visitor, await dance.requestToken())).status, 303)
          },
        )
        await t.test('no redirect after the user revoked the app', async () => {
          await revokeAppOfUser(dance.server.context, pair)
          assert.equal((await page(visitor, await dance.requestToken())).status, 200)
        })
      },
    )

    await t.test('an approval of a lower level does not include a higher one', async () => {
      const visitor = dance.visitor()
      const low = await reading()
      const { location } = await dance.approve(visitor, low)
      await dance.exchange(low, new URL(location ?? '').searchParams.get('oauth_verifier') ?? '')
      assert.equal((await page(visitor, await reading())).status, 303)
      assert.equal((await page(visitor, await dance.requestToken())).status, 200)
    })

    await t.test('an approval does not count if the app never fetched the access token', async () => {
      await revokeAppOfUser(dance.server.context, pair)
      const visitor = dance.visitor()
      await dance.approve(visitor, await dance.requestToken())
      assert.equal((await page(visitor, await dance.requestToken())).status, 200)
    })
  })
}

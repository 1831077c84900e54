import assert from 'node:assert/strict'
import { ENGINES } from '../../../test/support/engines.ts'
import { formOn, PageVisitor, type SeenPage } from '../../../test/support/http/page-visitor.ts'
import { CALLBACK, makeUser, OAuthFlow, PASSWORD } from '../../../test/support/oauth/oauth-flow.ts'
import { slowOnPostgres } from '../../../test/support/part.ts'
import { TestClock } from '../../../test/support/test-clock.ts'
import { changeUserState } from '../../domain/accounts/change-user-state.ts'
import { requireUser } from '../../domain/accounts/user.ts'
import { requireApp } from '../../domain/apps/app.ts'
import { NO_ABOUT, setAppAboutIn } from '../../domain/apps/app-about.ts'
import { changeAppState } from '../../domain/apps/change-app-state.ts'
import { updateApp } from '../../domain/apps/update-app.ts'

/** The text of a page, without its markup. */
function textOf({ html }: SeenPage): string {
  return html
    .replace(/^[\s\S]*<main>|<\/main>[\s\S]*$/g, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
}

function titleOf({ html }: SeenPage): string {
  return /<title>(.*) – Aviary<\/title>/.exec(html)?.[1] ?? ''
}

for (const engine of ENGINES) {
  const test = slowOnPostgres(engine)
  test(`oauth/authorize on ${engine}`, async (t) => {
    const clock = new TestClock()
    const dance = await OAuthFlow.begin(t, { engine, clock, app: { name: 'Ivory & Ink' } })
    const { context } = dance.server
    const { screenName } = dance.user
    const typed = PageVisitor.typed(screenName, PASSWORD)
    const other = await makeUser(dance.server, `v${context.random(5).toString('hex')}`)

    await t.test(
      'spec/console.md#authorize-page: the page names the app, its owner, and what the app may and may not do',
      async () => {
        const app = await requireApp(context.store, dance.app.appId)
        const owner = await requireUser(context.store, { id: app.ownerId })
        const page = await dance.authorizePage(dance.visitor(), await dance.requestToken())
        assert.equal(page.status, 200)
        assert.equal(page.headers.get('content-type'), 'text/html;charset=utf-8')
        assert.equal(titleOf(page), 'Authorize Ivory &#38; Ink')
        const text = textOf(page)
        assert.match(text, new RegExp(`Ivory &#38; Ink by @${owner.screenName} asks to act for you`))
        assert.match(
          text,
          /will be able to: See your posts.*Post, repost.*will not be able to:.*direct messages/,
        )
        assert.match(text, /sent back to app\.example/)
        const { buttons, fields } = formOn(page)
        assert.deepEqual(buttons, ['allow', 'cancel'])
        assert.equal(fields['session[username_or_email]'], '')
      },
    )

    await t.test(
      'spec/console.md#authorize-page: the page shows the complete URL of the website of the app, if the app has one',
      async () => {
        const { appId } = dance.app
        const without = await dance.authorizePage(dance.visitor(), await dance.requestToken())
        assert.doesNotMatch(textOf(without), /home page/)
        await updateApp(context, appId, { url: 'https://ink.example/?a=1&b' })
        const page = await dance.authorizePage(dance.visitor(), await dance.requestToken())
        const address = 'https://ink.example/?a=1&#38;b'
        assert.ok(page.html.includes(`<a href="${address}" rel="nofollow noreferrer">${address}</a>`))
        await updateApp(context, appId, { url: '' })
      },
    )

    await t.test(
      'spec/console.md#authorize-page: the page links to the terms and the privacy policy, with escaped URLs, and only if they are http or https',
      async () => {
        const { appId } = dance.app
        const page = async () => dance.authorizePage(dance.visitor(), await dance.requestToken())
        assert.doesNotMatch(textOf(await page()), /Terms|Privacy|belongs/)
        const about = {
          termsUrl: 'https://ink.example/terms?a=1&b',
          privacyUrl: 'http://ink.example/privacy',
          organisation: 'Ink <b>& Co</b>',
          organisationUrl: 'https://ink.example/',
        }
        await updateApp(context, appId, about)
        const { html } = await page()
        const terms = 'https://ink.example/terms?a=1&#38;b'
        assert.ok(html.includes(`<a href="${terms}" rel="nofollow noreferrer">${terms}</a>`))
        assert.ok(html.includes('<a href="http://ink.example/privacy" rel="nofollow noreferrer">'))
        assert.ok(html.includes('belongs to <bdi>Ink &#60;b&#62;&#38; Co&#60;/b&#62;</bdi>'))
        // Commands refuse such a URL, but a database that was changed manually can contain it.
        await context.store.write((tx) =>
          setAppAboutIn(tx, appId, { ...NO_ABOUT, ...about, termsUrl: 'javascript:alert(1)' }),
        )
        assert.doesNotMatch((await page()).html, /javascript:|Terms/)
        await updateApp(context, appId, NO_ABOUT)
      },
    )

    await t.test(
      'spec/console.md#authorize-page: the page shows the permission level of the request token',
      async () => {
        const level = async (type: string) => {
          const token = await dance.requestToken(CALLBACK, {
            oauth: { oauth_callback: CALLBACK },
            form: { x_auth_access_type: type },
          })
          return textOf(await dance.authorizePage(dance.visitor(), token))
        }
        assert.match(
          await level('read'),
          /will not be able to: Post, repost.* Read, send and delete your direct/,
        )
        assert.match(await level('write'), /able to: .*Change your profile.*will not be able to: Read, send/)
      },
    )

    await t.test(
      'spec/oauth.md#authorize: an approval redirects with oauth_token and oauth_verifier, and signs in',
      async () => {
        const visitor = dance.visitor()
        const token = await dance.requestToken()
        const page = await dance.approve(visitor, token)
        assert.equal(page.status, 303)
        const url = new URL(page.location ?? '')
        assert.equal(url.origin + url.pathname, CALLBACK)
        assert.deepEqual([...url.searchParams.keys()], ['oauth_token', 'oauth_verifier'])
        assert.equal(url.searchParams.get('oauth_token'), token.key)
        const verifier = url.searchParams.get('oauth_verifier') ?? ''
        assert.equal((await dance.exchange(token, verifier)).status, 200)
        const next = await dance.authorizePage(visitor, await dance.requestToken())
        assert.match(textOf(next), new RegExp(`signed in as @${screenName}`))
        assert.deepEqual(Object.keys(formOn(next).fields), ['authenticity_token', 'oauth_token'])
        assert.equal((await visitor.post(formOn(next), { allow: 'true' })).status, 303)
      },
    )

    await t.test(
      'spec/clients.md#answers: the redirect keeps the query string of the callback URL',
      async () => {
        const token = await dance.requestToken(`${CALLBACK}?next=%2Fhome%20page&x`)
        const { location } = await dance.approve(dance.visitor(), token)
        assert.ok(
          location?.startsWith(`${CALLBACK}?next=%2Fhome%20page&x&oauth_token=${token.key}&`),
          String(location),
        )
      },
    )

    await t.test(
      'spec/oauth.md#authorize: a refusal redirects with denied, needs no password, and ends the request token',
      async () => {
        const visitor = dance.visitor()
        const token = await dance.requestToken(`${CALLBACK}?a=1`)
        const page = await dance.authorizePage(visitor, token)
        const { status, location } = await visitor.post(formOn(page), { cancel: 'true' })
        assert.deepEqual([status, location], [303, `${CALLBACK}?a=1&denied=${token.key}`])
        assert.equal((await dance.authorizePage(visitor, token)).status, 403)
        assert.equal((await dance.exchange(token, '')).status, 401)
      },
    )

    await t.test('spec/oauth.md#authorize: with oob a PIN of seven digits is shown', async () => {
      const token = await dance.requestToken('oob')
      const page = await dance.approve(dance.visitor(), token)
      assert.equal(page.status, 200)
      const pin = /<code class="pin">(\d{7})<\/code>/.exec(page.html)?.[1] ?? ''
      assert.match(textOf(page), /Enter this PIN in Ivory/)
      assert.equal((await dance.exchange(token, pin)).status, 200)
    })

    await t.test('with oob a refusal leads to a page of the server', async () => {
      const visitor = dance.visitor()
      const page = await dance.authorizePage(visitor, await dance.requestToken('oob'))
      const refused = await visitor.post(formOn(page), { cancel: 'true' })
      assert.equal(refused.status, 200)
      assert.equal(titleOf(refused), 'You have refused')
    })

    await t.test(
      'spec/oauth.md#authorize: a page shows the error of a request token that is expired, used, already decided or unknown',
      async () => {
        const [used, decided, expired] = [
          await dance.requestToken(),
          await dance.requestToken(),
          await dance.requestToken(),
        ]
        await dance.exchange(used, await dance.verifier(used))
        await dance.approve(dance.visitor(), decided)
        const open = await dance.authorizePage(dance.visitor(), expired)
        assert.equal(open.status, 200)
        clock.advance(15 * 60_000)
        for (const token of [
          used,
          decided,
          expired,
          { key: 'nonsense', secret: '' },
          { key: '%00', secret: '' },
        ]) {
          const page = await dance.authorizePage(dance.visitor(), token)
          assert.equal(page.status, 403)
          assert.equal(page.headers.get('content-type'), 'text/html;charset=utf-8')
          assert.equal(titleOf(page), 'This request token is invalid')
          assert.deepEqual(page.forms, [])
        }
      },
    )

    await t.test('a form from a page that was open for too long does not approve the app', async () => {
      const visitor = dance.visitor()
      const page = await dance.authorizePage(visitor, await dance.requestToken())
      clock.advance(15 * 60_000)
      const late = await visitor.post(formOn(page), { ...typed, allow: 'true' })
      assert.equal(titleOf(late), 'This request token is invalid')
      assert.equal(late.location, undefined)
    })

    await t.test('a request without a request token gets a page with that error', async () => {
      for (const path of ['/oauth/authorize', '/oauth/authorize?oauth_token=']) {
        const page = await dance.visitor().get(path)
        assert.equal(page.status, 400)
        assert.equal(titleOf(page), 'There is no request token')
      }
    })

    await t.test('a suspended app cannot be approved', async () => {
      const visitor = dance.visitor()
      const token = await dance.requestToken()
      const page = await dance.authorizePage(visitor, token)
      await changeAppState(context, dance.app.appId, 'suspend')
      for (const seen of [
        await dance.authorizePage(visitor, token),
        await visitor.post(formOn(page), { ...typed, allow: 'true' }),
      ]) {
        assert.equal(seen.status, 403)
        assert.equal(titleOf(seen), 'This app is suspended')
      }
      await changeAppState(context, dance.app.appId, 'unsuspend')
    })

    await t.test('screen_name fills in the form; force_login asks for the password again', async () => {
      const visitor = dance.visitor()
      const prefilled = await dance.authorizePage(visitor, await dance.requestToken(), '&screen_name=someone')
      assert.equal(formOn(prefilled).fields['session[username_or_email]'], 'someone')
      await dance.approve(visitor, await dance.requestToken())
      const token = await dance.requestToken()
      const page = await dance.authorizePage(visitor, token, '&force_login=true')
      const { fields } = formOn(page)
      assert.equal(fields['force_login'], 'true')
      const without = { action: '/oauth/authorize', fields: { ...fields } }
      delete (without.fields as Record<string, string>)['session[username_or_email]']
      delete (without.fields as Record<string, string>)['session[password]']
      assert.equal((await visitor.post(without, { allow: 'true' })).status, 403)
      const { location } = await visitor.post(formOn(page), {
        ...PageVisitor.typed(other.screenName, PASSWORD),
        allow: 'true',
      })
      const verifier = new URL(location ?? '').searchParams.get('oauth_verifier') ?? ''
      const issued = new URLSearchParams(await (await dance.exchange(token, verifier)).text())
      assert.equal(issued.get('user_id'), String(other.id))
    })

    await t.test(
      'after a wrong password, the form is shown again with the name, and the app is not approved',
      async () => {
        const visitor = dance.visitor()
        const token = await dance.requestToken()
        const form = formOn(await dance.authorizePage(visitor, token))
        const wrong = { ...PageVisitor.typed(screenName, 'a wrong password'), allow: 'true' }
        const again = await visitor.post(form, wrong)
        assert.equal(again.status, 403)
        assert.match(textOf(again), /This name and this password do not belong together/)
        assert.equal(formOn(again).fields['session[username_or_email]'], screenName)
        assert.ok(!again.html.includes('a wrong password'))
        assert.equal((await dance.exchange(token, '')).status, 401)
        assert.equal((await visitor.post(formOn(again), { ...typed, allow: 'true' })).status, 303)
      },
    )

    await t.test(
      'suspended and deactivated users cannot sign in, and their sessions are not accepted',
      async () => {
        for (const [action, undo] of [
          ['suspend', 'unsuspend'],
          ['deactivate', 'reactivate'],
        ] as const) {
          const visitor = dance.visitor()
          await dance.approve(visitor, await dance.requestToken())
          await changeUserState(context, { userId: dance.user.id, action })
          const page = await dance.authorizePage(visitor, await dance.requestToken())
          assert.ok('session[password]' in formOn(page).fields)
          const right = await visitor.post(formOn(page), { ...typed, allow: 'true' })
          assert.equal(right.status, 403)
          assert.match(textOf(right), /This account is suspended or deactivated/)
          const wrong = await visitor.post(formOn(page), {
            ...PageVisitor.typed(screenName, 'wrong'),
            allow: 'true',
          })
          assert.doesNotMatch(textOf(wrong), /suspended or deactivated/)
          await changeUserState(context, { userId: dance.user.id, action: undo })
        }
      },
    )
  })
}

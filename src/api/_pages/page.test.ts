/** Tests the security headers and the markup of every page. */
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { formOn, PageVisitor, type SeenPage } from '../../../test/support/http/page-visitor.ts'
import { CALLBACK, makeApp, OAuthFlow, PASSWORD } from '../../../test/support/oauth/oauth-flow.ts'

function policyOf({ headers }: SeenPage): Map<string, string> {
  const directives = (headers.get('content-security-policy') ?? '').split('; ')
  return new Map(directives.map((directive) => directive.split(/ (.*)/, 2) as [string, string]))
}

test('pages', async (t) => {
  const dance = await OAuthFlow.begin(t)
  const visitor = dance.visitor()
  const typed = { ...PageVisitor.typed(dance.user.screenName, PASSWORD), allow: 'true' }

  /** One response of each kind: a page, a redirect, a refused form and an unknown path. */
  async function everyPage(): Promise<SeenPage[]> {
    const [token, oob] = [await dance.requestToken(), await dance.requestToken('oob')]
    const consent = await dance.authorizePage(dance.visitor(), token)
    const stranger = dance.visitor()
    return [
      consent,
      await dance.visitor().get('/oauth/authorize'),
      await dance.visitor().get('/oauth/authenticate?oauth_token=nonsense'),
      await dance.visitor().get('/oauth/authorize?oauth_token=%zz'),
      await dance.visitor().get('/settings/nothing'),
      await dance.visitor().get('/settings/sign_out'),
      await stranger.get('/settings/sign_in'),
      await stranger.post(formOn(await stranger.get('/settings/sign_in')), PageVisitor.typed('x', 'y')),
      await visitor.post(formOn(await dance.authorizePage(visitor, oob)), typed),
      await visitor.get('/settings/connections'),
      await visitor.post(formOn(await dance.authorizePage(visitor, token)), { allow: 'true' }),
      await dance.visitor().post({ action: '/oauth/authorize', fields: { x: 'y'.repeat(70_000) } }),
    ]
  }

  await t.test('load no files, run no scripts, and cannot be framed or cached', async () => {
    for (const page of await everyPage()) {
      const about = `${page.status} ${page.url}`
      assert.equal(page.headers.get('content-type'), 'text/html;charset=utf-8', about)
      assert.equal(page.headers.get('x-frame-options'), 'DENY', about)
      assert.equal(page.headers.get('cache-control'), 'no-store', about)
      assert.equal(page.headers.get('referrer-policy'), 'same-origin', about)
      assert.equal(page.headers.get('x-content-type-options'), 'nosniff', about)
      const policy = policyOf(page)
      assert.equal(policy.get('default-src'), "'none'", about)
      assert.equal(policy.get('frame-ancestors'), "'none'", about)
      assert.equal(policy.get('base-uri'), "'none'", about)
      assert.doesNotMatch(page.html, /<(script|img|link|iframe|object|base)|\son\w+=|javascript:/i, about)
      const style = /<style>([\s\S]*)<\/style>/.exec(page.html)?.[1] ?? ''
      if (page.html === '') continue
      const hash = createHash('sha256').update(style).digest('base64')
      assert.equal(policy.get('style-src'), `'sha256-${hash}'`, about)
    }
  })

  await t.test('have a language, a title, a heading and a viewport, and a label for each field', async () => {
    for (const { html, url } of (await everyPage()).filter((page) => page.html !== '')) {
      assert.match(html, /^<!doctype html>\n<html lang="en">/, url)
      assert.match(html, /<title>[^<]+ – Aviary<\/title>/, url)
      assert.match(html, /<meta name="viewport" content="width=device-width, initial-scale=1">/, url)
      assert.equal(html.match(/<h1>/g)?.length, 1, url)
      const ids = [...html.matchAll(/<input id="([^"]+)"/g)].map(([, id]) => id)
      for (const id of ids) assert.ok(html.includes(`<label for="${id}">`), `${url}: ${id}`)
    }
  })

  await t.test(
    'forms may be sent to Aviary, and their redirects may lead to the scheme of the callback',
    async () => {
      const callbacks = ['https://app.example/cb', 'http://127.0.0.1:9/cb', 'birdwatch://cb', 'oob']
      const { consumerKey: key, consumerSecret: secret } = await makeApp(dance.server, {
        callbackUrls: callbacks.slice(0, 3),
      })
      const targets = []
      for (const callback of callbacks) {
        const token = await dance.requestToken(callback, { consumer: { key, secret } })
        targets.push(policyOf(await dance.authorizePage(dance.visitor(), token)).get('form-action'))
      }
      assert.deepEqual(targets, ["'self' https:", "'self' http:", "'self' birdwatch:", "'self'"])
      assert.equal(policyOf(await dance.visitor().get('/settings/sign_in')).get('form-action'), "'self'")
    },
  )

  await t.test('texts of users and developers are escaped', async () => {
    const evil = '"\'><img src=x onerror=alert(1)>'
    const owner = await makeApp(dance.server, {
      // Names with complete tags, and callback URLs with markup, are refused when the app is created.
      name: `"'><img src=x`,
      callbackUrls: [CALLBACK, 'https://app.example/cb'],
    })
    const consumer = { key: owner.consumerKey, secret: owner.consumerSecret }
    const guest = dance.visitor()
    const token = await dance.requestToken(`https://app.example/cb?x=${evil}`, { consumer })
    const query = new URLSearchParams({ screen_name: evil, force_login: evil })
    const pages = [
      await dance.authorizePage(guest, token, `&${query}`),
      await guest.get(`/oauth/authorize?${new URLSearchParams({ oauth_token: evil })}`),
      await guest.get(`/settings/${encodeURIComponent(evil)}`),
      await guest.post(formOn(await dance.authorizePage(guest, token)), {
        ...PageVisitor.typed(evil, evil),
        allow: 'true',
      }),
      await guest.post(formOn(await dance.authorizePage(guest, token)), typed),
      await guest.get('/settings/connections'),
    ]
    for (const { html, url } of pages) assert.doesNotMatch(html, /<img|alert\(1\)>/, url)
    const [consent, , , again, approved] = pages
    assert.match(consent?.html ?? '', /&#60;img src=x/)
    assert.match(again?.html ?? '', /value="&#34;&#39;&#62;&#60;img/)
    assert.equal(approved?.status, 303)
    assert.match(
      approved?.location ?? '',
      /^https:\/\/app\.example\/cb\?x=[!-~]*&oauth_token=\w+&oauth_verifier=\w+$/,
    )
    assert.doesNotMatch(approved?.location ?? '', /[<>"]/)
  })

  await t.test('redirects lead only to the callback of the request token (no open redirect)', async () => {
    const token = await dance.requestToken()
    const names = [
      'oauth_callback',
      'callback',
      'redirect_uri',
      'return_to',
      'redirect_after_login',
      'next',
      'url',
    ]
    const evil = Object.fromEntries(names.map((name) => [name, 'https://evil.example/']))
    const guest = dance.visitor()
    const page = await dance.authorizePage(guest, token, `&${new URLSearchParams(evil)}`)
    assert.ok(!page.html.includes('evil.example'))
    const { location } = await guest.post(formOn(page), { ...typed, ...evil })
    assert.ok(location?.startsWith(`${CALLBACK}?oauth_token=`))
    const signIn = formOn(await dance.visitor().get('/settings/sign_in'))
    assert.equal(signIn.action, '/settings/sign_in')
    const fresh = dance.visitor()
    const form = formOn(await fresh.get('/settings/sign_in?next=https://evil.example/'))
    const signedIn = await fresh.post(form, { ...typed, ...evil })
    assert.equal(signedIn.location, '/settings/connections')
  })
})

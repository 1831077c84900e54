/** Declares tests of the authorization page. Both paths of the page must respond equally. */
import assert from 'node:assert/strict'
import { changeAppState } from '../../../src/domain/apps/change-app-state.ts'
import { updateApp } from '../../../src/domain/apps/update-app.ts'
import { ENGINES } from '../engines.ts'
import { formOn, PageVisitor, type SeenPage } from '../http/page-visitor.ts'
import { slowOnPostgres } from '../part.ts'
import { CALLBACK, PASSWORD } from './oauth-flow.ts'
import { OAuth2Flow, VERIFIER } from './oauth2.ts'

function textOf({ html }: SeenPage): string {
  return html
    .replace(/^[\s\S]*<main>|<\/main>[\s\S]*$/g, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
}

/** The parameters that a redirect adds, in order. */
function addedTo({ location }: SeenPage): [string, string][] {
  return [...new URL(location ?? '').searchParams]
}

export function testAuthorizePage(path: string): void {
  for (const engine of ENGINES) {
    const test = slowOnPostgres(engine)
    test(`${path} on ${engine}`, async (t) => {
      const flow = await OAuth2Flow.begin(t, {
        engine,
        path,
        app: { name: 'Ivory & Ink', callbackUrls: [CALLBACK, 'http://127.0.0.1:1410/', 'myapp://back?a=1'] },
      })

      await t.test('spec/oauth2.md#authorization: the page describes the scopes in sentences', async () => {
        const page = await flow.page({ scope: 'users.read tweet.read dm.read' })
        assert.equal(page.status, 200)
        assert.equal(page.headers.get('content-type'), 'text/html;charset=utf-8')
        const text = textOf(page)
        assert.match(text, /Let Ivory &#38; Ink use your account\?/)
        assert.match(
          text,
          /will be able to: See your profile.* See your posts.* Read your direct messages This app will not be able to: Post and repost.* Send and delete direct messages.* See your e-mail address See your password/,
        )
        assert.match(text, /sent back to app\.example/)
        assert.deepEqual(formOn(page).buttons, ['allow', 'cancel'])
      })

      await t.test('spec/console.md#authorize-page: the page links to terms and privacy policy', async () => {
        const { appId } = flow.app
        const termsUrl = 'https://ink.example/terms'
        await updateApp(flow.context, appId, { termsUrl, privacyUrl: 'https://ink.example/%22p' })
        const { html } = await flow.page()
        assert.ok(html.includes(`<a href="${termsUrl}" rel="nofollow noreferrer">${termsUrl}</a>`))
        assert.ok(html.includes('Privacy policy of the app: <a href="https://ink.example/%22p"'))
      })

      await t.test(
        'spec/oauth2.md#authorization: an approval redirects once with state and code',
        async () => {
          const visitor = flow.visitor()
          const page = await flow.approve({}, visitor)
          assert.equal(page.status, 303)
          assert.ok(page.location?.startsWith(`${CALLBACK}?state=`))
          const [[state, value] = [], [code] = []] = addedTo(page)
          assert.deepEqual([state, value, code, addedTo(page).length], ['state', 'a state', 'code', 2])
          const next = await flow.page({}, visitor)
          assert.match(textOf(next), new RegExp(`signed in as @${flow.user.screenName}`))
          assert.deepEqual(
            addedTo(await flow.approve({ state: '' }, visitor)).map(([name]) => name),
            ['code'],
          )
        },
      )

      await t.test('spec/oauth2.md#authorization: a refusal redirects with access_denied', async () => {
        const visitor = flow.visitor()
        const form = formOn(await flow.page({}, visitor))
        const page = await visitor.post(form, { cancel: 'true' })
        assert.deepEqual(
          [page.status, addedTo(page)],
          [
            303,
            [
              ['error', 'access_denied'],
              ['state', 'a state'],
            ],
          ],
        )
      })

      await t.test('spec/oauth2.md#authorization: a wrong password shows the page again', async () => {
        const visitor = flow.visitor()
        const form = formOn(await flow.page({}, visitor))
        const page = await visitor.post(form, {
          ...PageVisitor.typed(flow.user.screenName, 'wrong'),
          allow: 'true',
        })
        assert.equal(page.status, 403)
        assert.match(page.html, /role="alert"/)
        const typed = PageVisitor.typed(flow.user.screenName, PASSWORD)
        assert.equal((await visitor.post(formOn(page), { ...typed, allow: 'true' })).status, 303)
      })

      await t.test('spec/oauth2.md#authorization: the user can choose another account', async () => {
        const visitor = flow.visitor()
        await flow.approve({}, visitor)
        const again = await flow.page({ force_login: 'true' }, visitor)
        assert.ok('session[password]' in formOn(again).fields)
      })

      await t.test(
        'spec/oauth2.md#authorization: errors of the request are sent to the redirect URI',
        async () => {
          for (const [changes, error] of [
            [{ scope: 'tweet.read admin' }, 'invalid_scope'],
            [{ scope: '' }, 'invalid_scope'],
            [{ response_type: 'token' }, 'unsupported_response_type'],
            [{ response_type: '' }, 'invalid_request'],
            [{ code_challenge: '' }, 'invalid_request'],
            [{ code_challenge_method: 's512' }, 'invalid_request'],
            [{ code_challenge: 'short', code_challenge_method: 'S256' }, 'invalid_request'],
          ] as const) {
            const page = await flow.page(changes)
            assert.deepEqual(
              [page.status, addedTo(page)],
              [
                303,
                [
                  ['error', error],
                  ['state', 'a state'],
                ],
              ],
              JSON.stringify(changes),
            )
          }
          const long = await flow.page({ state: 'x'.repeat(501) })
          assert.deepEqual(addedTo(long), [['error', 'invalid_request']])
          assert.equal((await flow.page({ state: 'x'.repeat(500) })).status, 200)
        },
      )

      await t.test('spec/oauth2.md#clients: redirect URIs match exactly; an empty path is /', async () => {
        assert.equal((await flow.page({ redirect_uri: 'http://127.0.0.1:1410' })).status, 200)
        assert.equal((await flow.page({ redirect_uri: 'myapp://back?a=1' })).status, 200)
        for (const redirect_uri of [
          `${CALLBACK}/`,
          `${CALLBACK}?a=1`,
          `${CALLBACK}#part`,
          'https://app.example.evil.example/cb',
          'HTTPS://app.example/cb',
          'http://app.example/cb',
          'http://127.0.0.1:1411',
          'http://localhost:1410/',
          'myapp://back',
          'https://app.example/cb/../cb',
          'https://user@app.example/cb',
          '//app.example/cb',
          'javascript:alert(1)',
          'oob',
        ]) {
          const page = await flow.page({ redirect_uri })
          assert.deepEqual([page.status, page.location], [400, undefined], redirect_uri)
        }
      })

      await t.test(
        'spec/oauth2.md#authorization: an invalid client or redirect URI gets an error page',
        async () => {
          for (const changes of [
            { client_id: 'unknown' },
            { client_id: '' },
            { client_id: '\0' },
            { redirect_uri: '' },
          ]) {
            const page = await flow.page(changes)
            assert.deepEqual([page.status, page.location], [400, undefined], JSON.stringify(changes))
          }
          const other = await flow.withApp('public')
          await changeAppState(flow.context, other.app.appId, 'suspend')
          assert.equal((await other.page()).status, 403)
        },
      )

      await t.test(
        'spec/oauth2.md#authorization: challenge methods are accepted in upper and lower case, and the default is plain',
        async () => {
          for (const code_challenge_method of ['s256', 'S256']) {
            assert.equal((await flow.exchange(await flow.code({ code_challenge_method }))).status, 200)
          }
          for (const code_challenge_method of ['plain', 'PLAIN', '']) {
            const code = await flow.code({ code_challenge_method, code_challenge: VERIFIER })
            assert.equal((await flow.exchange(code)).status, 200, code_challenge_method)
          }
        },
      )
    })
  }
}

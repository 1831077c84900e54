/** Tests callers of API v2: three kinds of credentials, scopes, windows and headers (spec/v2.md#callers). */
import assert from 'node:assert/strict'
import { V2_ENDPOINTS } from '../../src/api/2/_endpoints.ts'
import { changeUserState } from '../../src/domain/accounts/change-user-state.ts'
import { changeAppState } from '../../src/domain/apps/change-app-state.ts'
import { revokeAppOfUser } from '../../src/domain/apps/revoke-app-of-user.ts'
import { issueToken } from '../../src/domain/apps/tokens.ts'
import { createPost } from '../../src/domain/posts/write/create-post.ts'
import { ENGINES } from '../support/engines.ts'
import { formOn, PageVisitor } from '../support/http/page-visitor.ts'
import { signedFetch } from '../support/http/signed-request.ts'
import { PASSWORD } from '../support/oauth/oauth-flow.ts'
import { OAuth2Flow, userTokens } from '../support/oauth/oauth2.ts'
import { slowOnPostgres } from '../support/part.ts'

const BASE = 'tweet.read users.read'
const UNSUPPORTED = 'https://api.twitter.com/2/problems/unsupported-authentication'

interface Body {
  readonly type?: string
  readonly title?: string
  readonly detail?: string
  readonly errors?: readonly { readonly code?: number; readonly message?: string }[]
}

async function bodyOf(response: Response): Promise<Body> {
  return (await response.json()) as Body
}

for (const engine of ENGINES) {
  const test = slowOnPostgres(engine)
  test(`callers of API v2 on ${engine}`, async (t) => {
    const flow = await OAuth2Flow.begin(t, { engine, app: { permissions: 'read-write-directmessages' } })
    const { context, server, app, user } = flow
    const { id: postId } = await createPost(context, { authorId: user.id, text: 'A post.' })
    const pair = { appId: app.appId, userId: user.id }
    const token = async (scope: string) => (await userTokens(context, { ...pair, scope })).accessToken
    const post = `/2/tweets/${postId}`
    const old = await issueToken(context, pair)
    const signed = (path: string, method = 'GET') =>
      signedFetch(`${server.url}${path}`, {
        method,
        consumer: { key: app.consumerKey, secret: app.consumerSecret },
        token: { key: old.accessToken, secret: old.accessTokenSecret },
      })

    await t.test('every endpoint of API v2 for users or apps declares its scopes', () => {
      const without = V2_ENDPOINTS.filter(
        ({ auth, scopes }) => scopes === undefined && (auth.includes('user') || auth.includes('app')),
      )
      assert.deepEqual(
        without.map(({ method, paths }) => `${method} ${paths[0]}`),
        [],
      )
    })

    await t.test('a call needs tweet.read and users.read', async () => {
      assert.equal(await flow.status(post, await token(BASE)), 200)
      for (const scope of ['tweet.read', 'users.read like.read']) {
        const response = await flow.call(post, await token(scope))
        assert.equal(response.status, 403)
        assert.deepEqual(await bodyOf(response), {
          title: 'Forbidden',
          detail: 'Forbidden',
          status: 403,
          type: 'about:blank',
        })
        assert.ok(response.headers.has('x-rate-limit-remaining'))
      }
    })

    await t.test('a call also needs the scopes of its endpoint', async () => {
      const init = {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{"text":"By OAuth 2.0."}',
      }
      assert.equal((await flow.call('/2/tweets', await token(BASE), init)).status, 403)
      assert.equal((await flow.call('/2/tweets', await token(`${BASE} tweet.write`), init)).status, 201)
    })

    await t.test('a user token on a call for apps counts in the window of its app', async () => {
      const path = '/2/tweets/search/stream/rules'
      const remaining = async (response: Response) => {
        assert.equal(response.status, 200)
        await response.arrayBuffer()
        return Number(response.headers.get('x-rate-limit-remaining'))
      }
      const first = await remaining(await flow.call(path, await token(BASE)))
      const second = await remaining(await flow.call(path, app.bearerToken))
      assert.equal(second, first - 1)
      assert.equal(await flow.status(path, await token('tweet.read')), 403)
    })

    await t.test(
      'OAuth 1.0a on a call for apps, and an app on a call for users, get the list of accepted kinds',
      async () => {
        const byUser = await signed('/2/tweets/search/stream/rules')
        assert.deepEqual(await bodyOf(byUser), {
          title: 'Unsupported Authentication',
          detail:
            'Authenticating with OAuth 1.0a User Context is forbidden for this endpoint.  Supported authentication types are [OAuth 2.0 Application-Only].',
          status: 403,
          type: UNSUPPORTED,
        })
        const byApp = await flow.call(post, app.bearerToken, { method: 'DELETE' })
        assert.deepEqual(await bodyOf(byApp), {
          title: 'Unsupported Authentication',
          detail:
            'Authenticating with OAuth 2.0 Application-Only is forbidden for this endpoint.  Supported authentication types are [OAuth 1.0a User Context, OAuth 2.0 User Context].',
          status: 403,
          type: UNSUPPORTED,
        })
      },
    )

    await t.test('OAuth 1.0a and 2.0 tokens of a user and an app share one window', async () => {
      const remaining = ({ headers }: Response) => Number(headers.get('x-rate-limit-remaining'))
      const one = await signed(post)
      const other = await flow.call(post, await token(BASE))
      assert.equal(remaining(other), remaining(one) - 1)
    })

    await t.test('x-access-level has the access of each kind of credentials', async () => {
      const level = async (response: Promise<Response>) => (await response).headers.get('x-access-level')
      assert.equal(await level(flow.call(post, app.bearerToken)), 'read')
      assert.equal(await level(flow.call(post, await token(BASE))), 'read')
      assert.equal(await level(flow.call(post, await token(`${BASE} like.write`))), 'read-write')
      assert.equal(await level(signed(post)), 'read-write')
    })

    await t.test('every response of API v2 has api-version', async () => {
      for (const path of [post, '/2/none']) {
        assert.equal((await flow.call(path, app.bearerToken)).headers.get('api-version'), '2.54')
      }
    })

    await t.test('v1.1 refuses OAuth 2.0 user tokens with 401/89', async () => {
      for (const path of [
        '/1.1/account/verify_credentials.json',
        '/1.1/application/rate_limit_status.json',
      ]) {
        const response = await flow.call(path, await token(BASE))
        assert.equal(response.status, 401)
        assert.deepEqual((await bodyOf(response)).errors?.[0]?.code, 89)
      }
    })

    await t.test('v1.1 uploads accept OAuth 2.0 user tokens with media.write or tweet.write', async () => {
      const path = '/1.1/media/upload.json?command=STATUS&media_id=1'
      const codeOf = async (scope: string) => {
        const response = await flow.call(path, await token(scope))
        return (await bodyOf(response)).errors?.[0]?.code
      }
      assert.equal(await codeOf(BASE), 89)
      for (const scope of ['media.write', 'tweet.write']) {
        assert.notEqual(await codeOf(`${BASE} ${scope}`), 89, scope)
      }
    })

    await t.test('Labs accepts no OAuth 2.0 user token', async () => {
      assert.equal(await flow.status(`/labs/2/tweets/${postId}`, await token(BASE)), 401)
    })

    await t.test('a suspended user gets 403, and a suspended app gets 401', async () => {
      const access = await token(BASE)
      assert.equal(await flow.status(post, access), 200)
      await changeUserState(context, { userId: user.id, action: 'suspend' })
      assert.equal(await flow.status(post, access), 403)
      assert.equal(await flow.status('/2/tweets/search/stream/rules', access), 403)
      await changeUserState(context, { userId: user.id, action: 'unsuspend' })
      await changeAppState(context, app.appId, 'suspend')
      assert.equal(await flow.status(post, access), 401)
      await changeAppState(context, app.appId, 'unsuspend')
      assert.equal(await flow.status(post, access), 200)
    })

    await t.test('spec/console.md#connected-apps: a user sees the scopes and revokes the grant', async () => {
      const access = await token(`${BASE} dm.read`)
      assert.equal(await flow.status(post, access), 200)
      const visitor = flow.visitor()
      const path = '/settings/connections'
      await visitor.post(formOn(await visitor.get(path)), PageVisitor.typed(user.screenName, PASSWORD))
      const page = await visitor.get(path)
      assert.match(page.html, /Read your direct messages/)
      const form = page.forms.find(({ fields }) => fields['app_id'] === String(app.appId))
      assert.ok(form !== undefined)
      assert.equal((await visitor.post(form)).status, 303)
      assert.equal(await flow.status(post, access), 401)
      assert.doesNotMatch((await visitor.get(path)).html, /Read your direct messages/)
    })

    await t.test('a revocation ends codes that the app has not exchanged yet', async () => {
      const code = await flow.code()
      await revokeAppOfUser(context, pair)
      assert.equal((await flow.exchange(code)).status, 400)
    })
  })
}

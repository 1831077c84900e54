/**
 * Compares responses of endpoints of several kinds with the API document. This test uses another validator
 * than test/support/http/answer-watch.ts, which checks the responses in all tests.
 */
import assert from 'node:assert/strict'
import { publicFamilies } from '../../src/api/_families.ts'
import { mediaTypeOf } from '../../src/api/_openapi/responses.ts'
import { importFollows } from '../../src/domain/graph/import-follows.ts'
import {
  assertMatches,
  type MediaType,
  type OpenApiDocument,
  type Operation,
  operationsOf,
  responseOf,
} from '../support/http/openapi.ts'
import { formOn, PageVisitor } from '../support/http/page-visitor.ts'
import type { Credential } from '../support/http/signed-request.ts'
import { OAuthFlow, PASSWORD } from '../support/oauth/oauth-flow.ts'
import { slowTest as test } from '../support/part.ts'
import { createOneUser } from '../support/users.ts'

interface Fixture {
  readonly dance: OAuthFlow
  /** A token of the user, for requests that do not invalidate their token. */
  readonly token: Credential
}

/** The parts of a response that are checked. */
interface Received {
  readonly status: number
  readonly headers: Headers
  readonly text: string
}

type Request = (fixture: Fixture) => Promise<Received>

async function received(response: Promise<Response>): Promise<Received> {
  const { status, headers } = await response
  return { status, headers, text: await (await response).text() }
}

function signedGet(path: string): Request {
  return ({ dance, token }) => received(dance.signed(path, { method: 'GET', token }))
}

function plainGet(path: string): Request {
  return ({ dance }) => received(fetch(`${dance.server.url}${path}`))
}

function pageGet(path: string): Request {
  return async ({ dance }) => seen(await dance.visitor().get(path))
}

function seen(page: Awaited<ReturnType<PageVisitor['get']>>): Received {
  return { status: page.status, headers: page.headers, text: page.html }
}

/** Sends a form with the key and the secret of the app as Basic credentials. */
function byBasic(path: string, form: (dance: OAuthFlow) => Record<string, string>): Request {
  return ({ dance }) => {
    const { key, secret } = dance.consumer
    const authorization = `Basic ${Buffer.from(`${key}:${secret}`).toString('base64')}`
    const init = { method: 'POST', headers: { authorization }, body: new URLSearchParams(form(dance)) }
    return received(fetch(`${dance.server.url}${path}`, init))
  }
}

/** The last step of OAuth 1.0a, after the other steps. */
function exchange(method: string): Request {
  return async ({ dance }) => {
    const token = await dance.requestToken()
    const oauth = { oauth_verifier: await dance.verifier(token) }
    return received(dance.signed('/oauth/access_token', { method, token, oauth }))
  }
}

/** Sends the user's decision on one of the two pages. */
function decision(path: string): Request {
  return async ({ dance }) => {
    const visitor = dance.visitor()
    const page = await dance.authorizePage(visitor, await dance.requestToken(), '', path)
    return seen(await visitor.post(formOn(page), { cancel: 'Cancel' }))
  }
}

async function signedIn(dance: OAuthFlow): Promise<PageVisitor> {
  const visitor = dance.visitor()
  await dance.approve(visitor, await dance.requestToken())
  return visitor
}

/** Posts a form of the page of connected apps, as the signed-in user. */
function fromConnections(actionEnd: string): Request {
  return async ({ dance }) => {
    const visitor = await signedIn(dance)
    return seen(await visitor.post(formOn(await visitor.get('/settings/connections'), actionEnd)))
  }
}

const REQUESTS: Readonly<Record<string, Request>> = {
  'GET /1.1/account/settings.json': signedGet('/1.1/account/settings.json'),
  'GET /1.1/account/verify_credentials.json': signedGet('/1.1/account/verify_credentials.json'),
  'GET /1.1/application/rate_limit_status.json': signedGet('/1.1/application/rate_limit_status.json'),
  'GET /1.1/followers/ids.json': signedGet('/1.1/followers/ids.json'),
  'GET /1.1/friends/ids.json': signedGet('/1.1/friends/ids.json?stringify_ids=true'),
  'POST /1.1/account/settings.json': ({ dance, token }) =>
    received(dance.signed('/1.1/account/settings.json?protected=false', { token })),
  'POST /1.1/statuses/update.json': ({ dance, token }) =>
    received(dance.signed('/1.1/statuses/update.json?status=Words%20%26%20more', { token })),
  'GET /1.1/statuses/user_timeline.json': signedGet('/1.1/statuses/user_timeline.json?tweet_mode=extended'),
  'GET /1.1/statuses/home_timeline.json': signedGet('/1.1/statuses/home_timeline.json?trim_user=true'),
  'GET /1.1/favorites/list.json': signedGet('/1.1/favorites/list.json'),
  'POST /1.1/oauth/invalidate_token.json': async ({ dance }) =>
    received(dance.signed('/1.1/oauth/invalidate_token.json', { token: await dance.accessToken() })),
  'POST /oauth/request_token': ({ dance }) => received(dance.signed('/oauth/request_token')),
  'GET /oauth/request_token': ({ dance }) =>
    received(dance.signed('/oauth/request_token', { method: 'GET' })),
  'POST /oauth/access_token': exchange('POST'),
  'GET /oauth/access_token': exchange('GET'),
  'POST /oauth2/token': byBasic('/oauth2/token', () => ({ grant_type: 'client_credentials' })),
  'POST /oauth2/invalidate_token': byBasic('/oauth2/invalidate_token', ({ app }) => ({
    access_token: app.bearerToken,
  })),
  'POST /oauth/authorize': decision('/oauth/authorize'),
  'GET /oauth/authenticate': async ({ dance }) =>
    seen(await dance.authorizePage(dance.visitor(), await dance.requestToken(), '', '/oauth/authenticate')),
  'POST /oauth/authenticate': decision('/oauth/authenticate'),
  'GET /settings/sign_in': pageGet('/settings/sign_in'),
  'POST /settings/sign_in': async ({ dance }) => {
    const visitor = dance.visitor()
    const page = await visitor.get('/settings/sign_in')
    return seen(await visitor.post(formOn(page), PageVisitor.typed(dance.user.screenName, PASSWORD)))
  },
  'POST /settings/sign_out': fromConnections('/sign_out'),
  'POST /settings/connections': fromConnections('/connections'),
  'GET /openapi.json': plainGet('/openapi.json'),
  'GET /labs/2/openapi.json': plainGet('/labs/2/openapi.json'),
  'GET /docs': plainGet('/docs'),
  'GET /docs/configuration.js': plainGet('/docs/configuration.js'),
  'GET /docs/scalar.js': plainGet('/docs/scalar.js'),
}

/** Endpoints with declared responses, by their names in the document. */
function tellingEndpoints(): string[] {
  return publicFamilies().flatMap(({ endpoints }) =>
    endpoints
      .filter(({ answers }) => answers !== undefined)
      .flatMap(({ method, paths }) => paths.map((path) => `${method} ${path.replaceAll(/:(\w+)/g, '{$1}')}`)),
  )
}

/** Asserts that the operation declares the response, and that its body matches the schema. */
async function assertDocumented(
  document: OpenApiDocument,
  name: string,
  operation: Operation,
  { status, headers, text }: Received,
): Promise<void> {
  assert.ok(status < 400, `${name}: ${status} ${text.slice(0, 300)}`)
  const response = responseOf(document, operation, status)
  assert.ok(response !== undefined, `${name} answers ${status}, which is not documented`)
  for (const header of Object.keys(response.headers ?? {}))
    assert.ok(headers.has(header), `${name}: ${header}`)
  const media = mediaTypeOf(headers.get('content-type') ?? undefined)
  const content = response.content?.[media]
  if (response.content === undefined) assert.equal(text, '', name)
  else if (content === undefined) assert.fail(`${name} answers ${media}, which is not documented`)
  else await assertBody(document, name, media, content, text)
}

async function assertBody(
  document: OpenApiDocument,
  name: string,
  media: string,
  { schema }: MediaType,
  text: string,
): Promise<void> {
  if (media.endsWith('json')) return assertMatches(document, schema, JSON.parse(text), name)
  await assertMatches(document, schema, text, name)
  if ('contentSchema' in schema) {
    const fields = Object.fromEntries(new URLSearchParams(text))
    await assertMatches(document, schema.contentSchema as object, fields, name)
  }
}

test('responses of endpoints match the API document', async (t) => {
  const dance = await OAuthFlow.begin(t, { settings: { limits: 'off' } })
  const { context, url } = dance.server
  const friend = await createOneUser(context)
  const { id } = dance.user
  const follows = [
    { follower: friend.id, followee: id },
    { follower: id, followee: friend.id },
  ]
  await importFollows(context, follows, async () => undefined)
  const fixture = { dance, token: await dance.accessToken() }
  const document = (await (await fetch(`${url}/openapi.json`)).json()) as OpenApiDocument
  const operations = operationsOf(document)

  await t.test('every request of this test is for an endpoint with declared responses', () => {
    const telling = tellingEndpoints()
    assert.deepEqual(
      Object.keys(REQUESTS).filter((name) => !telling.includes(name)),
      [],
    )
  })
  for (const [name, request] of Object.entries(REQUESTS)) {
    await t.test(name, async () => {
      const operation = operations.get(name)
      assert.ok(operation !== undefined)
      await assertDocumented(document, name, operation, await request(fixture))
    })
  }
})

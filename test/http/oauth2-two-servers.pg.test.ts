/** Tests OAuth 2.0 tokens on two servers with one database (spec/oauth2.md#token-rules, decision 0056). */
import assert from 'node:assert/strict'
import { revokeAppOfUser } from '../../src/domain/apps/revoke-app-of-user.ts'
import { freshConfig } from '../support/engines.ts'
import { OAuth2Flow } from '../support/oauth/oauth2.ts'
import { slowTest as test } from '../support/part.ts'
import { startTestServer } from '../support/server.ts'

const POST = '/2/tweets/1'
const BOUND_MS = 1_000

test('after a refresh, or a revocation by the app or by the user, on one server, the token is invalid on the other server within a second', async (t) => {
  const config = await freshConfig(t, 'postgres', { limits: 'off' })
  const flow = await OAuth2Flow.begin(t, { config })
  const other = await startTestServer(t, { config })
  const onOther = async (token: unknown) => {
    const response = await fetch(`${other.url}${POST}`, { headers: { authorization: `Bearer ${token}` } })
    await response.arrayBuffer()
    return response.status
  }
  for (const [name, end] of [
    ['revoke', (tokens) => flow.post('/2/oauth2/revoke', { token: String(tokens['refresh_token']) })],
    ['refresh', (tokens) => flow.refresh(tokens['refresh_token'])],
    [
      'revocation by the user',
      () => revokeAppOfUser(flow.context, { appId: flow.app.appId, userId: flow.user.id }),
    ],
  ] satisfies [string, (tokens: Readonly<Record<string, unknown>>) => Promise<unknown>][]) {
    const tokens = await flow.tokens()
    const access = tokens['access_token']
    assert.equal(await onOther(access), 200, `${name}: a new token works immediately`)
    await end(tokens)
    const ended = performance.now()
    assert.equal(await flow.status(POST, access), 401, `${name}: on the server of the commit immediately`)
    // Every accepted request must begin before the maximum delay has passed.
    for (let began = ended; (await onOther(access)) === 200; began = performance.now()) {
      assert.ok(began - ended < BOUND_MS, `${name}: accepted ${began - ended} ms after the commit`)
    }
  }
})

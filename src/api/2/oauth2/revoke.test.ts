import assert from 'node:assert/strict'
import { ENGINES } from '../../../../test/support/engines.ts'
import { eventsOf, factsOf } from '../../../../test/support/events.ts'
import { OAuth2Flow } from '../../../../test/support/oauth/oauth2.ts'
import { slowOnPostgres } from '../../../../test/support/part.ts'

const PATH = '/2/oauth2/revoke'
const POST = '/2/tweets/1'

for (const engine of ENGINES) {
  const test = slowOnPostgres(engine)
  test(`2/oauth2/revoke on ${engine}`, async (t) => {
    const flow = await OAuth2Flow.begin(t, { engine })

    for (const kind of ['access_token', 'refresh_token']) {
      await t.test(`spec/oauth2.md#revoke: ${kind} ends both tokens`, async () => {
        const tokens = await flow.tokens()
        const other = await flow.tokens()
        const events = await eventsOf(flow.server.server.runtime, async () => {
          const answer = await flow.post(PATH, { token: String(tokens[kind]), token_type_hint: kind })
          assert.deepEqual([answer.status, answer.body], [200, { revoked: true }])
          assert.equal(answer.headers.get('cache-control'), 'no-store')
        })
        assert.deepEqual(
          events.map((event) => (factsOf(event) as { kind: string }).kind),
          ['grant.changed'],
        )
        assert.equal(await flow.status(POST, tokens['access_token']), 401)
        assert.equal((await flow.refresh(tokens['refresh_token'])).status, 400)
        assert.equal(await flow.status(POST, other['access_token']), 200)
      })
    }

    await t.test('spec/oauth2.md#revoke: parameters are accepted in the query and in JSON', async () => {
      const { clientId: client_id } = flow.client
      const one = { client_id, token: String((await flow.tokens())['access_token']) }
      assert.equal((await flow.send(`${PATH}?${new URLSearchParams(one)}`, {})).status, 200)
      const other = { client_id, token: String((await flow.tokens())['access_token']) }
      const headers = { 'content-type': 'application/json' }
      assert.equal((await flow.send(PATH, { headers, body: JSON.stringify(other) })).status, 200)
    })

    await t.test('400/3 an unknown token, and a token of another client', async () => {
      const invalid = {
        error: 'invalid_request',
        error_description: 'Value passed for the token was invalid.',
      }
      const { access_token: token } = await flow.tokens()
      const another = await flow.withApp('public')
      for (const answer of [
        await flow.post(PATH, { token: 'unknown' }),
        await another.post(PATH, { token: String(token) }),
      ]) {
        assert.deepEqual([answer.status, answer.body], [400, invalid])
      }
      assert.equal(await flow.status(POST, token), 200)
    })

    await t.test('400/1 a request without a token', async () => {
      const { status, body } = await flow.post(PATH, {})
      assert.deepEqual([status, body['error']], [400, 'invalid_request'])
    })

    await t.test('401/1 and 401/2: clients must authenticate as in oauth2/token', async () => {
      const other = await flow.withApp('confidential')
      assert.equal((await other.post(PATH, { token: 'x' }, {})).status, 401)
    })
    await t.test('401/2 a wrong secret', async () => {
      const other = await flow.withApp('confidential')
      const { status, body } = await other.post(PATH, { token: 'x' }, other.basic('wrong'))
      assert.deepEqual([status, body['error']], [401, 'invalid_client'])
    })
  })
}

/**
 * Tests that two processes on one PostgreSQL share nonces, windows and changes
 * (spec/server.md#several-processes).
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { changeUserState } from '../../src/domain/accounts/change-user-state.ts'
import { createApp } from '../../src/domain/apps/create-app.ts'
import { regenerateBearer } from '../../src/domain/apps/regenerate-bearer.ts'
import { issueToken, regenerateToken } from '../../src/domain/apps/tokens.ts'
import { ask, bearer } from '../support/api-client.ts'
import { freshConfig } from '../support/engines.ts'
import { type Signing, sendSigned, signed } from '../support/http/signed-wire.ts'
import { READS, testFamilies } from '../support/http/test-family.ts'
import { startTestServer } from '../support/server.ts'
import { TestClock } from '../support/test-clock.ts'
import { createOneUser } from '../support/users.ts'

const NOON = Date.UTC(2020, 7, 12, 12)
const READ = '/1.1/test/read.json'
const ECHO = '/1.1/test/echo/1.json'

test('two servers on one PostgreSQL share their state', async (t) => {
  const clock = new TestClock(NOON)
  const config = await freshConfig(t, 'postgres')
  const start = () => startTestServer(t, { config, clock, families: testFamilies() })
  const [one, other] = [await start(), await start()]
  const { context } = one
  const user = await createOneUser(context)
  const app = await createApp(context, { name: 'Test', ownerId: user.id, permissions: 'read' })
  const { accessToken, accessTokenSecret } = await issueToken(context, {
    appId: app.appId,
    userId: user.id,
  })
  // The host is the name of a proxy in front of the two servers.
  const signing: Signing = {
    method: 'GET',
    scheme: 'http',
    host: 'api.example.org',
    target: ECHO,
    consumer: { key: app.consumerKey, secret: app.consumerSecret },
    token: { key: accessToken, secret: accessTokenSecret },
    timestamp: NOON / 1000,
  }

  await t.test(
    'OAuth attack: a nonce that was used on one server is refused on the other, 401/32',
    async () => {
      for (const [first, second] of [
        [one, other],
        [other, one],
      ] as const) {
        const protocol = signed(signing)
        assert.equal((await sendSigned(first.url, signing, protocol)).status, 200)
        const replayed = await sendSigned(second.url, signing, protocol)
        assert.equal(replayed.status, 401)
        assert.match(replayed.body, /"code":32/)
      }
    },
  )

  await t.test(
    'OAuth attack: if a nonce is sent to both servers concurrently, one request is accepted',
    async () => {
      for (let time = 0; time < 5; time += 1) {
        const protocol = signed(signing)
        const answers = await Promise.all(
          [one, other, one, other].map(({ url }) => sendSigned(url, signing, protocol)),
        )
        assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 401, 401, 401])
      }
    },
  )

  await t.test('spec/limits.md#window: requests to both servers count for the same window', async () => {
    const bearerToken = bearer(app.bearerToken)
    const statuses: number[] = []
    for (const { url } of [one, other, one, other]) {
      statuses.push((await ask(`${url}${READ}`, bearerToken)).status)
    }
    assert.deepEqual(statuses, [200, 200, 429, 429])
    assert.equal(READS.app, 2)
  })

  await t.test(
    'promise 7: credentials that are regenerated or suspended on one server stop working on the other within one second',
    async () => {
      // The clock stands still during a change, so no signal about the change is sent. `later` makes the caches
      // of the second server older than a second.
      const later = () => clock.advance(1_001)
      const token = bearer(await regenerateBearer(context, app.appId))
      // The second server has not cached this token, so it queries the database.
      assert.equal((await ask(`${other.url}${ECHO}`, token)).status, 200)
      later()
      assert.equal((await ask(`${other.url}${ECHO}`, bearer(app.bearerToken))).status, 401)
      await regenerateToken(context, { appId: app.appId, userId: user.id })
      later()
      const answer = await sendSigned(other.url, signing, signed(signing))
      assert.match(answer.body, /"code":89/)
      const fresh = await issueToken(context, { appId: app.appId, userId: user.id })
      const renewed = { ...signing, token: { key: fresh.accessToken, secret: fresh.accessTokenSecret } }
      assert.equal((await sendSigned(other.url, renewed, signed(renewed))).status, 200)
      await changeUserState(context, { userId: user.id, action: 'suspend' })
      later()
      assert.match((await sendSigned(other.url, renewed, signed(renewed))).body, /"code":64/)
    },
  )
})

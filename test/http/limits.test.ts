/** Tests rate windows as clients see them: spec/limits.md#window. */
import assert from 'node:assert/strict'
import { describe } from 'node:test'
import type { Engine } from '../../src/db/query.ts'
import { changeUserState } from '../../src/domain/accounts/change-user-state.ts'
import { createApp } from '../../src/domain/apps/create-app.ts'
import { issueToken } from '../../src/domain/apps/tokens.ts'
import { type ApiAnswer, ask, bearer, createTestApp, signature } from '../support/api-client.ts'
import { ENGINES, type Hooks } from '../support/engines.ts'
import { READS, testFamilies, WRITES } from '../support/http/test-family.ts'
import { slowOnPostgres } from '../support/part.ts'
import {
  type SharedServer,
  serverFor,
  sharedServer,
  startTestServer,
  type TestServerOptions,
} from '../support/server.ts'
import { TestClock } from '../support/test-clock.ts'
import { createOneUser } from '../support/users.ts'

const NOON = Date.UTC(2020, 7, 12, 12) / 1000
const WINDOW = 900

const READ = '/1.1/test/read.json'
const WRITE = '/1.1/test/write.json'

async function stage(t: Hooks, source: TestServerOptions | SharedServer) {
  const server = await serverFor(t, source)
  return { ...server, app: await createTestApp(server.context) }
}

async function beginOn(engine: Engine, t: Hooks, options: TestServerOptions = {}) {
  const clock = new TestClock(NOON * 1000)
  return { ...(await stage(t, { engine, clock, families: testFamilies(), ...options })), clock }
}

/**
 * The values of the limit, remaining and reset headers of a response. The value of a missing header is
 * undefined.
 */
function windowOf({ headers }: ApiAnswer): (number | undefined)[] {
  return ['limit', 'remaining', 'reset'].map((name) => {
    const value = headers.get(`x-rate-limit-${name}`)
    return value === null ? undefined : Number(value)
  })
}

const NO_WINDOW = [undefined, undefined, undefined]

for (const engine of ENGINES) {
  const test = slowOnPostgres(engine)
  const begin = (t: Hooks, options: TestServerOptions = {}) => beginOn(engine, t, options)
  describe(`rate windows over HTTP on ${engine}`, () => {
    const clock = new TestClock(NOON * 1000)
    /** For the tests that do not move the clock. */
    const shared = sharedServer({ engine, clock, families: testFamilies() })

    test('spec/limits.md#spent-window: x-rate-limit-* is on every response, 429/88 when the window is used up, and a new window after 15 minutes', async (t) => {
      const { url, app, clock } = await begin(t)
      const reset = NOON + WINDOW
      for (const remaining of [1, 0]) {
        const answer = await ask(`${url}${READ}`, app.asApp)
        assert.equal(answer.status, 200)
        assert.deepEqual(windowOf(answer), [READS.app, remaining, reset])
        clock.set(clock.now() + 60_000)
      }
      const spent = await ask(`${url}${READ}`, app.asApp)
      assert.equal(spent.status, 429)
      assert.equal(spent.text, '{"errors":[{"code":88,"message":"Rate limit exceeded"}]}')
      assert.deepEqual(windowOf(spent), [READS.app, 0, reset])
      clock.set(reset * 1000 - 1)
      assert.equal((await ask(`${url}${READ}`, app.asApp)).status, 429)
      clock.set(reset * 1000)
      const next = await ask(`${url}${READ}`, app.asApp)
      assert.equal(next.status, 200)
      assert.deepEqual(windowOf(next), [READS.app, READS.app - 1, reset + WINDOW])
    })

    test('spec/clients.md#answers: all errors of a limited endpoint also contain the window', async (t) => {
      const { url, app } = await stage(t, shared)
      for (const [path, status] of [
        [`${READ}?id=x`, 400],
        ['/1.1/test/echo/1.json?text=%zz', 400],
        ['/1.1/test/fail.json', 500],
        ['/1.1/test/busy.json', 503],
        ['/1.1/followers/ids.json?user_id=1', 404],
        ['/1.1/followers/ids.json', 400],
        ['/labs/2/test/fail', 500],
      ] as const) {
        const answer = await ask(`${url}${path}`, app.asApp)
        assert.equal(answer.status, status, answer.text)
        const [limit = 0, remaining = 0, reset] = windowOf(answer)
        assert.ok(limit > 0 && remaining < limit, path)
        assert.equal(reset, NOON + WINDOW)
      }
    })

    test('a forbidden request is not counted, and its response shows the window; for a bearer token that gets 403/220, the window is 0 of 0', async (t) => {
      const { url, context } = await stage(t, shared)
      const owner = await createOneUser(context)
      const app = await createApp(context, { name: 'reader', ownerId: owner.id, permissions: 'read' })
      const token = await issueToken(context, { appId: app.appId, userId: owner.id })
      const asUser = signature(
        { key: app.consumerKey, secret: app.consumerSecret },
        { key: token.accessToken, secret: token.accessTokenSecret },
        () => clock.now(),
      )
      for (let time = 0; time < 2; time += 1) {
        const answer = await ask(`${url}${WRITE}`, asUser, 'POST')
        assert.equal(answer.status, 403)
        assert.match(answer.text, /"code":261/)
        assert.deepEqual(windowOf(answer), [WRITES.user, WRITES.user, NOON + WRITES.seconds])
      }
      const verify = await ask(`${url}/1.1/account/verify_credentials.json`, bearer(app.bearerToken))
      assert.match(verify.text, /"code":220/)
      assert.deepEqual(windowOf(verify), [0, 0, NOON + WINDOW])
      await changeUserState(context, { userId: owner.id, action: 'suspend' })
      const suspended = await ask(`${url}${READ}`, asUser)
      assert.match(suspended.text, /"code":64/)
      assert.deepEqual(windowOf(suspended), [READS.user, READS.user, NOON + WINDOW])
    })

    test('no headers are sent without a caller or a limit: 401, 400/215, 404 of unknown paths', async (t) => {
      const { url, app } = await stage(t, shared)
      assert.deepEqual(windowOf(await ask(`${url}${READ}`)), NO_WINDOW)
      assert.deepEqual(windowOf(await ask(`${url}${READ}`, bearer('x'))), NO_WINDOW)
      assert.deepEqual(windowOf(await ask(`${url}/1.1/nothing.json`, app.asApp)), NO_WINDOW)
    })

    test('spec/http.md#families: v1.1 counts by user token, and for bearer tokens by app', async (t) => {
      const { url, app, context } = await stage(t, shared)
      const [one, other] = [await createOneUser(context), await createOneUser(context)]
      const asOne = await app.asUser(one.id)
      for (let left = READS.user - 1; left >= 0; left -= 1) {
        assert.deepEqual(windowOf(await ask(`${url}${READ}`, asOne))[1], left)
      }
      assert.equal((await ask(`${url}${READ}`, asOne)).status, 429)
      const second = await app.asUser(one.id)
      const others = [second, await app.asUser(other.id), (await createTestApp(context)).asApp]
      for (const credentials of [...others, app.asApp]) {
        assert.equal((await ask(`${url}${READ}`, credentials)).status, 200)
      }
    })

    test('spec/http.md#families: Labs counts by app for every kind of credentials, and /2/ counts by token', async (t) => {
      const { url, app, context } = await stage(t, shared)
      const asUser = await app.asUser((await createOneUser(context)).id)
      const labs = `${url}/labs/2/tweets`
      assert.equal(windowOf(await ask(labs, app.asApp))[1], 1)
      assert.equal(windowOf(await ask(labs, asUser))[1], 0)
      const spent = await ask(labs, app.asApp)
      assert.equal(spent.status, 429)
      assert.deepEqual(JSON.parse(spent.text), {
        title: 'Too Many Requests',
        type: 'about:blank',
        status: 429,
        detail: 'Too Many Requests',
      })
      // twarc2 needs the header x-rate-limit-reset on every 429.
      assert.deepEqual(windowOf(spent), [2, 0, NOON + WINDOW])
      const second = `${url}/2/tweets/search/stream`
      assert.equal(windowOf(await ask(second, app.asApp))[1], 1)
      assert.equal(windowOf(await ask(second, asUser))[1], 1)
    })

    test('the headers show a POST window of 3 hours, a used-up window gets 429, and it survives a restart', async (t) => {
      const { url, app, context, config, clock, close } = await begin(t)
      const asUser = await app.asUser((await createOneUser(context)).id)
      assert.deepEqual(windowOf(await ask(`${url}${WRITE}`, asUser, 'POST')), [2, 1, NOON + WRITES.seconds])
      assert.equal((await ask(`${url}${WRITE}`, asUser, 'POST')).status, 200)
      assert.equal((await ask(`${url}${WRITE}`, asUser, 'POST')).status, 429)
      await close()
      const again = await startTestServer(t, { config, clock, families: testFamilies() })
      const after = await ask(`${again.url}${WRITE}`, asUser, 'POST')
      assert.equal(after.status, 429)
      assert.deepEqual(windowOf(after), [2, 0, NOON + WRITES.seconds])
    })

    test('`relaxed` multiplies limits by a hundred, and `off` refuses no request but sends the headers', async (t) => {
      const relaxed = await begin(t, { settings: { limits: 'relaxed' } })
      const answer = await ask(`${relaxed.url}${READ}`, relaxed.app.asApp)
      assert.deepEqual(windowOf(answer).slice(0, 2), [200, 199])
      const off = await begin(t, { settings: { limits: 'off' } })
      for (let time = 0; time < 4; time += 1) {
        const free = await ask(`${off.url}${READ}`, off.app.asApp)
        assert.equal(free.status, 200)
        assert.deepEqual(windowOf(free), [2, 2, NOON + WINDOW])
      }
    })

    test('a request with an invalid signature is not counted', async (t) => {
      const { url, app, context } = await stage(t, shared)
      const user = await createOneUser(context)
      const token = await issueToken(context, { appId: app.appId, userId: user.id })
      const consumer = { key: app.consumerKey, secret: app.consumerSecret }
      const key = { key: token.accessToken, secret: token.accessTokenSecret }
      const forged = signature(consumer, { ...key, secret: 'wrong' }, () => clock.now())
      for (let time = 0; time < 5; time += 1) {
        assert.equal((await ask(`${url}${READ}`, forged)).status, 401)
      }
      const good = signature(consumer, key, () => clock.now())
      assert.equal(windowOf(await ask(`${url}${READ}`, good))[1], READS.user - 1)
    })
  })
}

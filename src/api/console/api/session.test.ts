/** /console/api/session: spec/console.md#console-sessions. */
import assert from 'node:assert/strict'
import { createHook } from 'node:async_hooks'
import { describe } from 'node:test'
import { ConsoleClient, CONSOLE_PASSWORD as PASSWORD } from '../../../../test/support/console/console.ts'
import { ENGINES, type Hooks } from '../../../../test/support/engines.ts'
import { slowOnPostgres } from '../../../../test/support/part.ts'
import {
  type SharedServer,
  serverFor,
  sharedServer,
  type TestServerOptions,
} from '../../../../test/support/server.ts'
import { TestClock } from '../../../../test/support/test-clock.ts'
import { createOneUser } from '../../../../test/support/users.ts'
import { createConsoleUser, findConsoleLogin } from '../../../domain/console/console-account.ts'
import {
  CONSOLE_IDLE_MS,
  CONSOLE_SESSION_MS,
  MAX_CONSOLE_SESSIONS,
  openConsoleSession,
} from '../../../domain/console/sessions.ts'
import { DUMMY_HASH, PASSWORD_COST } from '../../../lib/vault.ts'
import { MAX_FAILED_TRIES } from '../../_password-checks.ts'

const NOON = Date.UTC(2026, 0, 5, 12)

for (const engine of ENGINES) {
  const test = slowOnPostgres(engine)
  const begin = async (t: Hooks, source: TestServerOptions | SharedServer) => {
    const server = await serverFor(t, source)
    const user = await createOneUser(server.context)
    // The names of the users of a server differ.
    const email = `${user.screenName}@example.org`
    await createConsoleUser(server.context, {
      ...{ accountName: 'acme', email, password: PASSWORD, role: 'admin' },
      userId: user.id,
    })
    const browser = () => new ConsoleClient(server.url)
    return { ...server, user, email, credentials: { email, password: PASSWORD }, browser }
  }

  describe(`sessions of the console on ${engine}`, () => {
    /** One server for all tests that do not move the clock or count attempts. */
    const shared = sharedServer({ engine, clock: new TestClock(NOON) })

    test('a user signs in, reads the session, and signs out', async (t) => {
      const { browser, user, url, credentials, email } = await begin(t, shared)
      const client = browser()
      const signedIn = await client.post('/session', { ...credentials, email: email.toUpperCase() })
      assert.equal(signedIn.status, 201)
      const cookie = signedIn.headers.get('set-cookie') ?? ''
      assert.match(cookie, /^aviary_console=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict; Max-Age=1209600$/)
      const { id, ...rest } = signedIn.body.user
      assert.match(id, /^\d+$/)
      assert.deepEqual(rest, {
        ...{ account_name: 'acme', email, role: 'admin', has_password: true },
        is_operator: false,
      })
      const { id: userId, screenName, name } = user
      assert.deepEqual(signedIn.body.network_user, { id: String(userId), screen_name: screenName, name })
      assert.equal(signedIn.body.api_url, url)
      assert.deepEqual((await client.get('/session')).body, signedIn.body)
      const before = client.cookie
      assert.equal((await client.delete('/session')).status, 204)
      assert.equal(client.cookie, undefined)
      client.cookie = before
      assert.equal((await client.get('/session')).status, 401)
    })

    test('401/credentials-wrong for a wrong password and an unknown address, with the same message', async (t) => {
      const { browser, credentials } = await begin(t, shared)
      const wrong = await browser().post('/session', { ...credentials, password: 'wrong horse' })
      const unknown = await browser().post('/session', { ...credentials, email: 'bob@example.org' })
      for (const { status, body, headers } of [wrong, unknown]) {
        assert.deepEqual([status, body.reason], [401, 'credentials-wrong'])
        assert.equal(headers.get('set-cookie'), null)
      }
      assert.deepEqual(wrong.body, unknown.body)
    })

    test('every attempt hashes one password at equal cost, for existing and unknown accounts', async (t) => {
      const clock = new TestClock(NOON)
      const { browser, context, credentials, email } = await begin(t, {
        engine,
        clock,
        passwordCost: PASSWORD_COST,
      })
      const link = { accountName: 'acme', email: 'link@example.org', role: 'user' } as const
      await createConsoleUser(context, { ...link, password: undefined })
      let hashes = 0
      const hook = createHook({
        init(_id, type) {
          if (type === 'ARGON2REQUEST') hashes += 1
        },
      }).enable()
      t.after(() => hook.disable())
      for (const [about, body, status] of [
        ['the right password', credentials, 201],
        ['a wrong password', { ...credentials, password: 'wrong horse' }, 401],
        ['an unknown address', { ...credentials, email: 'bob@example.org' }, 401],
        ['a text that is no address', { ...credentials, email: 'nowhere' }, 401],
        ['a user without a password', { ...credentials, email: link.email }, 401],
        ['an empty password', { email: link.email, password: '' }, 401],
      ] as const) {
        hashes = 0
        assert.equal((await browser().post('/session', body)).status, status, about)
        assert.equal(hashes, 1, about)
      }
      hook.disable()
      const login = await findConsoleLogin(context.store, email)
      const costOf = (hash = '') => hash.split('$').slice(0, 4).join('$')
      assert.equal(costOf(login?.passwordHash), costOf(DUMMY_HASH))
    })

    test('429/too-many-tries after failed attempts, with the time to wait', async (t) => {
      const clock = new TestClock(NOON)
      const { browser, credentials } = await begin(t, { engine, clock })
      for (let count = 0; count < MAX_FAILED_TRIES.pair; count += 1)
        await browser().post('/session', { ...credentials, password: `wrong ${count}` })
      const { status, body, headers } = await browser().post('/session', credentials)
      assert.deepEqual([status, body.reason], [429, 'too-many-tries'])
      const wait = Number(headers.get('retry-after'))
      assert.ok(wait > 0 && wait <= 900, String(wait))
      clock.step(wait * 1000)
      assert.equal((await browser().post('/session', credentials)).status, 201)
    })

    test('403/foreign-origin for other sites and requests without an origin; 400/request-invalid for a form', async (t) => {
      const { browser, url, credentials } = await begin(t, shared)
      const answers = [
        await browser().call('POST', '/session', credentials, { origin: 'https://evil.example' }),
        await browser().call('POST', '/session', credentials, { origin: 'null' }),
        await browser().call('POST', '/session', credentials, { 'sec-fetch-site': 'cross-site' }),
        await browser().call('POST', '/session', credentials, { 'sec-fetch-site': 'none' }),
        await browser().call('POST', '/session', credentials, { origin: url.replace('http:', 'https:') }),
      ]
      for (const { status, body } of answers) assert.deepEqual([status, body.reason], [403, 'foreign-origin'])
      const form = { 'content-type': 'application/x-www-form-urlencoded' }
      const { status, body } = await browser().call('POST', '/session', credentials, form)
      assert.deepEqual([status, body.reason], [400, 'request-invalid'])
      const without = await fetch(`${url}/console/api/session`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(credentials),
      })
      assert.equal(without.status, 403)
    })

    test('a body with a wrong JSON member is refused, and the error names the member', async (t) => {
      const { browser, email } = await begin(t, shared)
      for (const [body, field] of [
        [{ email }, 'password'],
        [{ email: 7, password: PASSWORD }, 'email'],
        [{ email: `a\0${email}`, password: PASSWORD }, 'email'],
        [{ email, password: 'a'.repeat(1_025) }, 'password'],
      ] as const) {
        const answer = await browser().post('/session', body)
        assert.deepEqual(
          [answer.status, answer.body.reason, answer.body.field],
          [400, 'field-invalid', field],
        )
      }
    })

    test('a session ends after a day without use, and after 14 days with daily use', async (t) => {
      const clock = new TestClock(NOON)
      const { browser, credentials } = await begin(t, { engine, clock })
      const [idle, used] = [browser(), browser()]
      for (const client of [idle, used]) await client.post('/session', credentials)
      const step = CONSOLE_IDLE_MS - 60_000
      for (let passed = step; passed < CONSOLE_SESSION_MS; passed += step) {
        clock.step(step)
        assert.equal((await used.get('/session')).status, 200, String(passed))
      }
      assert.equal((await idle.get('/session')).body.reason, 'session-ended')
      clock.step(step)
      assert.equal((await used.get('/session')).body.reason, 'session-ended')
    })

    test('a sign-in replaces the session id of the browser, and ends the earlier session', async (t) => {
      const { browser, url, credentials } = await begin(t, shared)
      const planted = new ConsoleClient(url, 'p'.repeat(43))
      await planted.post('/session', credentials)
      assert.ok(!planted.cookie?.includes('ppp'))
      const first = planted.cookie
      await planted.post('/session', credentials)
      const stolen = browser()
      stolen.cookie = first
      assert.equal((await stolen.get('/session')).status, 401)
      assert.equal((await planted.get('/session')).status, 200)
    })

    test(`a user has at most ${MAX_CONSOLE_SESSIONS} sessions: the oldest ends`, async (t) => {
      const clock = new TestClock(NOON)
      const { context, browser, credentials } = await begin(t, { engine, clock })
      const first = browser()
      await first.post('/session', credentials)
      const { body } = await first.get('/session')

      for (let count = 0; count < MAX_CONSOLE_SESSIONS - 1; count += 1) {
        clock.step(1)
        await openConsoleSession(context, {
          consoleUserId: BigInt(body.user.id),
          browser: '',
          address: '',
          before: undefined,
        })
      }
      assert.equal((await first.get('/session')).status, 200)
      clock.step(1)
      const last = browser()
      await last.post('/session', credentials)
      assert.equal((await first.get('/session')).status, 401)
      assert.equal((await last.get('/session')).status, 200)
    })
  })
}

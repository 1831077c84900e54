import assert from 'node:assert/strict'
import { ENGINES } from '../../../test/support/engines.ts'
import { formOn, PageVisitor } from '../../../test/support/http/page-visitor.ts'
import { makeUser, OAuthFlow, PASSWORD } from '../../../test/support/oauth/oauth-flow.ts'
import { slow, slowOnPostgres, slowTest } from '../../../test/support/part.ts'
import { TestClock } from '../../../test/support/test-clock.ts'

const MINUTE = 60_000

for (const engine of ENGINES) {
  const test = slowOnPostgres(engine)
  test(`password guesses on ${engine}`, async (t) => {
    const clock = new TestClock()
    const dance = await OAuthFlow.begin(t, {
      engine,
      clock,
      settings: { trusted_proxy: '127.0.0.1,::1', insecure_http: '0.0.0.0/0,::/0', limits: 'off' },
    })
    const other = await makeUser(dance.server, 'somebody_else')
    const { screenName } = dance.user

    /** The status of an attempt to sign in from an address, in a new browser. */
    async function attempt(login: string, password: string, address = '192.0.2.1') {
      const visitor = dance.visitor()
      const headers = { 'x-forwarded-for': address }
      const form = formOn(await visitor.get('/settings/sign_in', headers))
      return visitor.post(form, PageVisitor.typed(login, password), { ...headers, origin: dance.server.url })
    }

    await t.test('unknown names and wrong passwords get the same page', async () => {
      const pages = [
        await attempt(screenName, 'wrong', '198.51.100.1'),
        await attempt('nobody', 'wrong', '198.51.100.1'),
      ]
      const [known, unknown] = pages.map(({ status, html }) => [
        status,
        html.replace(/value="[^"]*"/g, 'value=""'),
      ])
      assert.deepEqual(known, unknown)
      assert.equal(known?.[0], 403)
    })

    await t.test(
      'after ten wrong passwords for an account from one network, no attempt is allowed for a quarter of an hour',
      async () => {
        for (let tries = 1; tries <= 10; tries += 1) {
          // All spellings of the name count together.
          const login =
            [screenName, `@${screenName}`, screenName.toUpperCase(), ` ${screenName} `][tries % 4] ?? ''
          assert.equal((await attempt(login, 'wrong')).status, 403)
        }
        const refused = await attempt(screenName, PASSWORD)
        assert.equal(refused.status, 429)
        assert.match(refused.html, /too many tries/)
        const wait = Number(refused.headers.get('retry-after'))
        assert.ok(wait > 0 && wait <= 900, String(wait))
        assert.equal((await attempt(screenName, PASSWORD, '192.0.2.99')).status, 303)
        assert.equal((await attempt(other.screenName, PASSWORD)).status, 303)
        clock.advance(wait * 1_000 - 1_000)
        assert.equal((await attempt(screenName, PASSWORD)).status, 429)
        clock.advance(1_000)
        assert.equal((await attempt(screenName, PASSWORD)).status, 303)
      },
    )

    await t.test('a successful sign-in does not count as an attempt', slow, async () => {
      clock.advance(16 * MINUTE)
      for (let tries = 1; tries <= 12; tries += 1) {
        assert.equal((await attempt(screenName, PASSWORD)).status, 303)
      }
    })

    // The windows are the same on both engines (memory-store.test.ts, postgres-store.pg.test.ts).
    if (engine === 'postgres') return

    await t.test(
      'fifty wrong passwords are allowed from one network, counted over all accounts; a /64 of IPv6 is one network',
      slow,
      async () => {
        clock.advance(16 * MINUTE)
        const address = (host: number) => `2001:db8:7:7:${host.toString(16)}::1`
        const tries = Array.from({ length: 50 }, (_, index) =>
          attempt(`nobody${index}`, 'wrong', address(index)),
        )
        for (const { status } of await Promise.all(tries)) assert.equal(status, 403)
        assert.equal((await attempt(screenName, PASSWORD, address(999))).status, 429)
        assert.equal((await attempt(screenName, PASSWORD, '2001:db8:7:8::1')).status, 303)
      },
    )

    await t.test(
      'a hundred wrong passwords are allowed for one account, counted over all networks',
      slow,
      async () => {
        clock.advance(16 * MINUTE)
        for (let network = 1; network <= 10; network += 1) {
          const address = `203.0.113.${network}`
          const tries = Array.from({ length: 10 }, () => attempt(screenName, 'wrong', address))
          for (const { status } of await Promise.all(tries)) assert.equal(status, 403)
        }
        assert.equal((await attempt(screenName, PASSWORD, '203.0.113.200')).status, 429)
        assert.equal((await attempt(other.screenName, PASSWORD, '203.0.113.200')).status, 303)
      },
    )
  })
}

slowTest('too many concurrent sign-ins get 503, and a later sign-in is served', async (t) => {
  const dance = await OAuthFlow.begin(t)
  const visitor = dance.visitor()
  const form = formOn(await visitor.get('/settings/sign_in'))
  const pages = await Promise.all(
    Array.from({ length: 60 }, () => visitor.post(form, PageVisitor.typed('nobody', 'wrong'))),
  )
  const count = (status: number) => pages.filter((page) => page.status === status).length
  assert.ok(count(503) >= 1 && count(503) <= 8, String(count(503)))
  assert.equal(count(403) + count(429) + count(503), 60)
  assert.match(pages.find(({ status }) => status === 503)?.html ?? '', /Over capacity/)
  const typed = PageVisitor.typed(dance.user.screenName, PASSWORD)
  const allowed = await visitor.post(form, typed)
  assert.equal(allowed.status, 303)
})

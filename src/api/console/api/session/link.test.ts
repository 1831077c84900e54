/** POST /console/api/session/link: spec/console.md#one-time-links. */
import assert from 'node:assert/strict'
import { describe } from 'node:test'
import { ConsoleClient } from '../../../../../test/support/console/console.ts'
import { ENGINES } from '../../../../../test/support/engines.ts'
import { slowOnPostgres } from '../../../../../test/support/part.ts'
import { startTestServer } from '../../../../../test/support/server.ts'
import { TestClock } from '../../../../../test/support/test-clock.ts'
import { createOneUser } from '../../../../../test/support/users.ts'
import {
  CONSOLE_LINK_MS,
  createConsoleLink,
  firstConsoleUser,
  hasConsoleCredentials,
} from '../../../../domain/console/links.ts'
import { LINK_ATTEMPTS } from './link.ts'

for (const engine of ENGINES) {
  const test = slowOnPostgres(engine)
  describe(`one-time links on ${engine}`, () => {
    test('a link that is used several times at once signs in once, and the user then sets a password', async (t) => {
      const { context, url } = await startTestServer(t, { engine })
      const { id: userId } = await createOneUser(context)
      const user = await firstConsoleUser(context, userId)
      const token = await createConsoleLink(context, user)
      assert.equal(await hasConsoleCredentials(context), false)
      const browsers = [1, 2, 3].map(() => new ConsoleClient(url))
      const answers = await Promise.all(browsers.map((each) => each.post('/session/link', { token })))
      assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 404, 404])
      const at = answers.findIndex(({ status }) => status === 201)
      const [browser, answer] = [browsers[at], answers[at]]
      assert.ok(browser !== undefined && answer !== undefined)
      assert.equal(answer.body.network_user.id, String(userId))
      assert.equal(answer.body.user.has_password, false)
      const own = { email: 'ada@example.org', password: 'battery staple' }
      assert.equal((await browser.put('/account', own)).status, 204)
      assert.equal(await hasConsoleCredentials(context), true)
      assert.equal((await new ConsoleClient(url).post('/session', own)).status, 201)
      // The first user no longer has the default e-mail address, so `firstConsoleUser` makes another user
      // with this address.
      assert.notEqual((await firstConsoleUser(context)).id, user.id)
    })

    test('404/link-invalid for a used, an expired and an unknown link', async (t) => {
      const clock = new TestClock(Date.UTC(2026, 0, 5, 12))
      const { context, url } = await startTestServer(t, { engine, clock })
      const user = await firstConsoleUser(context)
      const [used, expired] = [await createConsoleLink(context, user), await createConsoleLink(context, user)]
      const browser = () => new ConsoleClient(url)
      await t.test(
        '403/foreign-origin for another site, whose request does not use up the link',
        async () => {
          const foreign = { origin: 'https://evil.example' }
          const { body } = await browser().call('POST', '/session/link', { token: used }, foreign)
          assert.equal(body.reason, 'foreign-origin')
        },
      )
      assert.equal((await browser().post('/session/link', { token: used })).status, 201)
      clock.step(CONSOLE_LINK_MS)
      for (const token of [used, expired, 'x'.repeat(43), '', "' or 1=1"]) {
        const { status, body } = await browser().post('/session/link', { token })
        assert.deepEqual([status, body.reason], [404, 'link-invalid'], token)
      }
      assert.equal((await browser().post('/session', { email: user.email, password: '' })).status, 401)
    })

    test('429/too-many-tries for many attempts from one IP network', async (t) => {
      const { url } = await startTestServer(t, { engine })
      const browser = new ConsoleClient(url)
      for (let count = 0; count < LINK_ATTEMPTS.limit; count += 1)
        assert.equal((await browser.post('/session/link', { token: 'x' })).status, 404)
      const { status, headers } = await browser.post('/session/link', { token: 'x' })
      assert.equal(status, 429)
      assert.ok(Number(headers.get('retry-after')) > 0)
    })
  })
}

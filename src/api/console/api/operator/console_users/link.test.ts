/** Links to the console that operators make (spec/console.md#console-users-at-the-desk). */
import assert from 'node:assert/strict'
import { suite } from 'node:test'
import { ConsoleClient } from '../../../../../../test/support/console/console.ts'
import { assertProblem, shareDesk, startDesk } from '../../../../../../test/support/console/desk.ts'
import { ENGINES } from '../../../../../../test/support/engines.ts'
import { slowOnPostgres } from '../../../../../../test/support/part.ts'
import { startTestServer } from '../../../../../../test/support/server.ts'

const PATH = '/operator/console_users/link'
const BEN = { email: 'ben@example.org' }

for (const engine of ENGINES) {
  const test = slowOnPostgres(engine)
  suite(`${PATH} on ${engine}`, () => {
    const joinDesk = shareDesk(engine)

    test('201 a link signs in once; the audit log does not have its token', async (t) => {
      const { ann, url: base } = await startDesk(t, engine)
      const made = await ann.post(PATH, BEN)
      assert.equal(made.status, 201)
      const [page, token] = made.body.url.split('#')
      assert.equal(page, `${base}/console/link`)
      const browser = new ConsoleClient(base)
      assert.equal((await browser.post('/session/link', { token })).status, 201)
      assert.equal((await browser.get('/session')).body.user.email, 'ben@example.org')
      assertProblem(await new ConsoleClient(base).post('/session/link', { token }), '404/link-invalid')
      const { entries } = (await ann.get('/operator/audit?action=console-user.link')).body
      assert.deepEqual(
        entries.map(({ actor, subject }: { actor: string; subject: { key: string } }) => [
          actor,
          subject.key,
        ]),
        [['ann@example.org', 'ben@example.org']],
      )
      assert.ok(!JSON.stringify(entries).includes(token))
    })

    test('201 behind a proxy that does not forward the host name, the link has the URL of the settings', async (t) => {
      const base = 'https://bird.example.org'
      const server = await startTestServer(t, { engine, settings: { base_url: `${base}/` } })
      const { email } = BEN
      const ben = await ConsoleClient.signedIn(server, { isOperator: true, email })
      const made = await ben.call('POST', PATH, BEN, { origin: base, 'sec-fetch-site': 'same-origin' })
      assert.equal(made.status, 201)
      assert.ok(made.body.url.startsWith(`${base}/console/link#`), made.body.url)
      const own = await ben.post(PATH, BEN)
      assert.ok(own.body.url.startsWith(`${server.url}/console/link#`), own.body.url)
    })

    test('404/console-user-not-found for an unknown address', async () => {
      const { ann } = await joinDesk()
      for (const email of ['x@example.org', ''])
        assertProblem(await ann.post(PATH, { email }), '404/console-user-not-found')
    })

    test('400/field-invalid without an e-mail address', async () => {
      const { ann } = await joinDesk()
      assertProblem(await ann.post(PATH, {}), '400/field-invalid')
    })

    test('403/operators-only for other console users', async () => {
      const { developer } = await joinDesk()
      assertProblem(await developer.post(PATH, BEN), '403/operators-only')
    })

    test('403/foreign-origin for a page of another site', async () => {
      const { ann } = await joinDesk()
      const headers = { origin: 'https://evil.example' }
      assertProblem(await ann.call('POST', PATH, BEN, headers), '403/foreign-origin')
    })
  })
}

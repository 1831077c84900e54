/** Changing passwords of console users at the desk (spec/console.md#console-users-at-the-desk). */
import assert from 'node:assert/strict'
import { suite } from 'node:test'
import { ConsoleClient } from '../../../../../../test/support/console/console.ts'
import { assertProblem, shareDesk, startDesk } from '../../../../../../test/support/console/desk.ts'
import { ENGINES } from '../../../../../../test/support/engines.ts'
import { slowOnPostgres } from '../../../../../../test/support/part.ts'

const PATH = '/operator/console_users/password'
const BEN = { email: 'ben@example.org', password: 'battery staple', remove_passkeys: false }

for (const engine of ENGINES) {
  const test = slowOnPostgres(engine)
  suite(`${PATH} on ${engine}`, () => {
    const joinDesk = shareDesk(engine)

    test('204 the new password signs in, and sessions end; the audit log has no password', async (t) => {
      const { ann, ben, url } = await startDesk(t, engine)
      assert.equal((await ann.put(PATH, BEN)).status, 204)
      assertProblem(await ben.get('/session'), '401/session-ended')
      const { email, password } = BEN
      assert.equal((await new ConsoleClient(url).post('/session', { email, password })).status, 201)
      assert.equal((await ann.put(PATH, { ...BEN, remove_passkeys: true })).status, 204)
      const { entries } = (await ann.get('/operator/audit?action=console-user.change_password')).body
      assert.deepEqual(
        entries.map(({ actor, details }: { actor: string; details: object }) => [actor, details]),
        [
          ['ann@example.org', { removed_passkeys: true }],
          ['ann@example.org', {}],
        ],
      )
      assert.ok(!JSON.stringify(entries).includes(password))
    })

    test('204 an earlier link no longer signs in', async (t) => {
      const { ann, url } = await startDesk(t, engine)
      const made = await ann.post('/operator/console_users/link', { email: BEN.email })
      const [, token] = made.body.url.split('#')
      assert.equal((await ann.put(PATH, BEN)).status, 204)
      assertProblem(await new ConsoleClient(url).post('/session/link', { token }), '404/link-invalid')
    })

    test('404/console-user-not-found for an unknown address', async () => {
      const { ann } = await joinDesk()
      assertProblem(await ann.put(PATH, { ...BEN, email: 'x@example.org' }), '404/console-user-not-found')
    })

    test('400/password-too-short for seven characters', async () => {
      const { ann } = await joinDesk()
      assertProblem(await ann.put(PATH, { ...BEN, password: '1234567' }), '400/password-too-short')
    })

    test('400/field-invalid without a password', async () => {
      const { ann } = await joinDesk()
      assertProblem(await ann.put(PATH, { email: BEN.email }), '400/field-invalid')
    })

    test('403/operators-only for other console users', async () => {
      const { developer } = await joinDesk()
      assertProblem(await developer.put(PATH, BEN), '403/operators-only')
    })

    test('403/foreign-origin for a page of another site', async () => {
      const { ann } = await joinDesk()
      const headers = { origin: 'https://evil.example' }
      assertProblem(await ann.call('PUT', PATH, BEN, headers), '403/foreign-origin')
    })
  })
}

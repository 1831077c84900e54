/** Users of the console at the desk (spec/console.md#console-users-at-the-desk). */
import assert from 'node:assert/strict'
import { suite } from 'node:test'
import { ConsoleClient } from '../../../../../test/support/console/console.ts'
import { assertProblem, shareDesk, startDesk } from '../../../../../test/support/console/desk.ts'
import { ENGINES } from '../../../../../test/support/engines.ts'
import { slowOnPostgres } from '../../../../../test/support/part.ts'

const PATH = '/operator/console_users'
const DORA = {
  ...{ account_name: ' zoo ', email: ' dora@example.org ', password: 'battery staple' },
  ...{ role: 'user', is_operator: false },
}

for (const engine of ENGINES) {
  const test = slowOnPostgres(engine)
  suite(`${PATH} on ${engine}`, () => {
    const joinDesk = shareDesk(engine)

    test('200 all users in pages, without secrets; 204 a new user signs in, and the audit log has an entry', async (t) => {
      const { ann, url } = await startDesk(t, engine)
      assert.equal((await ann.post(PATH, DORA)).status, 204)
      const { users } = (await ann.get(PATH)).body
      assert.deepEqual(
        users.slice(0, 2).map((each: Record<string, unknown>) => [each['email'], each['is_operator']]),
        [
          ['ann@example.org', true],
          ['ben@example.org', true],
        ],
      )
      const { id: _, created_at: at, ...dora } = users.at(-1)
      assert.deepEqual(dora, {
        ...{ email: 'dora@example.org', account_name: 'zoo', role: 'user', is_operator: false },
        ...{ has_password: true, passkeys: 0 },
      })
      assert.ok(Date.now() - at < 600_000)
      const page = (await ann.get(`${PATH}?count=1`)).body
      assert.equal((await ann.get(`${PATH}?after=${page.next}`)).body.users.length, users.length - 1)
      const credentials = { email: 'dora@example.org', password: 'battery staple' }
      assert.equal((await new ConsoleClient(url).post('/session', credentials)).status, 201)
      const { entries } = (await ann.get('/operator/audit?action=console-user.create')).body
      assert.deepEqual(
        entries.map(({ actor, subject }: { actor: string; subject: { key: string } }) => [
          actor,
          subject.key,
        ]),
        [['ann@example.org', 'dora@example.org']],
      )
      assert.ok(!JSON.stringify(entries).includes('battery'))
    })

    test('204 a console user with a network user manages the apps of that network user', async () => {
      const { ann, url, user } = await joinDesk()
      const email = 'dana@example.org'
      assert.equal((await ann.post(PATH, { ...DORA, email, username: `@${user.screenName}` })).status, 204)
      const dana = new ConsoleClient(url)
      const credentials = { email, password: 'battery staple' }
      assert.equal((await dana.post('/session', credentials)).body.network_user.id, String(user.id))
    })

    test('404/user-not-found for an unknown user of the network', async () => {
      const { ann } = await joinDesk()
      const answer = await ann.post(PATH, { ...DORA, username: 'unknown_user' })
      assertProblem(answer, '404/user-not-found')
      assert.equal(answer.body.field, 'username')
    })

    test('409/email-taken for the address of another user', async () => {
      const { ann } = await joinDesk()
      assertProblem(await ann.post(PATH, { ...DORA, email: 'BEN@example.org' }), '409/email-taken')
    })

    test('400/email-invalid for an invalid address', async () => {
      const { ann } = await joinDesk()
      assertProblem(await ann.post(PATH, { ...DORA, email: 'dora' }), '400/email-invalid')
    })

    test('400/account-name-invalid for a name with a space', async () => {
      const { ann } = await joinDesk()
      assertProblem(await ann.post(PATH, { ...DORA, account_name: 'a b' }), '400/account-name-invalid')
    })

    test('400/password-too-short for seven characters', async () => {
      const { ann } = await joinDesk()
      assertProblem(await ann.post(PATH, { ...DORA, password: '1234567' }), '400/password-too-short')
    })

    test('400/field-invalid for an unknown role and a wrong page', async () => {
      const { ann } = await joinDesk()
      assertProblem(await ann.post(PATH, { ...DORA, role: 'owner' }), '400/field-invalid')
      assertProblem(await ann.get(`${PATH}?after=x`), '400/field-invalid')
    })

    test('403/operators-only for other console users', async () => {
      const { developer } = await joinDesk()
      assertProblem(await developer.get(PATH), '403/operators-only')
      assertProblem(await developer.post(PATH, DORA), '403/operators-only')
    })

    test('403/foreign-origin for a page of another site', async () => {
      const { ann } = await joinDesk()
      const headers = { origin: 'https://evil.example' }
      assertProblem(await ann.call('POST', PATH, DORA, headers), '403/foreign-origin')
    })
  })
}

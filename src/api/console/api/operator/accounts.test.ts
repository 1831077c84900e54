/** Accounts of the compliance stream at the desk (spec/console.md#stream-accounts-at-the-desk). */
import assert from 'node:assert/strict'
import { suite } from 'node:test'
import { assertProblem, shareDesk, startDesk } from '../../../../../test/support/console/desk.ts'
import { ENGINES } from '../../../../../test/support/engines.ts'
import { slowOnPostgres } from '../../../../../test/support/part.ts'
import { verifyConsoleUser } from '../../../../domain/console/console-account.ts'
import { MAX_FAILED_TRIES } from '../../../_password-checks.ts'

const PATH = '/operator/accounts'
const NEW = {
  ...{ account_name: 'zoo', email: 'zoo@example.org', password: 'battery staple' },
  ...{ publisher: 'twitter', label: 'prod' },
}

for (const engine of ENGINES) {
  const test = slowOnPostgres(engine)
  suite(`${PATH} on ${engine}`, () => {
    const joinDesk = shareDesk(engine)

    test('200 makes an account with a user and a stream; a repetition changes nothing; the list has the URL of the stream', async (t) => {
      const { ann, context, url } = await startDesk(t, engine)
      assert.deepEqual((await ann.post(PATH, NEW)).body, { made_user: true, made_stream: true })
      assert.deepEqual((await ann.post(PATH, NEW)).body, { made_user: false, made_stream: false })
      const other = { ...NEW, label: 'dev' }
      assert.deepEqual((await ann.post(PATH, other)).body, { made_user: false, made_stream: true })
      assert.ok(await verifyConsoleUser(context.store, NEW.email, NEW.password))
      const { accounts, next } = (await ann.get(PATH)).body
      const zoo = accounts.find(({ name }: { name: string }) => name === 'zoo')
      assert.deepEqual(
        [next, zoo.users.map(({ email, role }: Record<string, string>) => [email, role])],
        [null, [[NEW.email, 'admin']]],
      )
      assert.deepEqual(zoo.streams.at(-1), {
        publisher: 'twitter',
        label: 'prod',
        url: `${url}/stream/compliance/accounts/zoo/publishers/twitter/prod.json?partition=1`,
      })
      const first = (await ann.get(`${PATH}?count=1`)).body
      const rest = (await ann.get(`${PATH}?after=${first.next}`)).body
      assert.equal(rest.accounts.length, accounts.length - 1)
      assert.deepEqual((await ann.get(`${PATH}?after=a%00`)).body.accounts, [])
      const { entries } = (await ann.get('/operator/audit?actor=ann@example.org')).body
      assert.deepEqual(
        entries.map(({ action, subject }: { action: string; subject: { key: string } }) => [
          action,
          subject.key,
        ]),
        [
          ['stream.create', 'zoo/twitter/dev'],
          ['stream.create', 'zoo/twitter/prod'],
          ['console-user.create', 'zoo@example.org'],
        ],
      )
      assert.ok(!JSON.stringify(entries).includes(NEW.password))
    })

    test('429/too-many-tries after many wrong passwords for an existing user', async (t) => {
      const { ann } = await startDesk(t, engine)
      await ann.post(PATH, NEW)
      for (let count = 0; count < MAX_FAILED_TRIES.pair; count += 1)
        assertProblem(await ann.post(PATH, { ...NEW, password: `battery ${count}` }), '409/email-taken')
      assertProblem(await ann.post(PATH, NEW), '429/too-many-tries')
    })

    test('409/email-taken for a user of another account, and for a wrong password of an existing user', async () => {
      const { ann } = await joinDesk()
      const park = { ...NEW, account_name: 'park', email: 'park@example.org' }
      await ann.post(PATH, park)
      const elsewhere = await ann.post(PATH, { ...park, account_name: 'other' })
      assertProblem(elsewhere, '409/email-taken')
      assert.match(elsewhere.body.message, /belongs to the account park/)
      const wrong = await ann.post(PATH, { ...park, password: 'another password' })
      assertProblem(wrong, '409/email-taken')
      assert.match(wrong.body.message, /different password/)
    })

    test('400/account-name-invalid for a name with a space', async () => {
      const { ann } = await joinDesk()
      assertProblem(await ann.post(PATH, { ...NEW, account_name: 'a b' }), '400/account-name-invalid')
    })

    test('400/email-invalid for a text that is not an address', async () => {
      const { ann } = await joinDesk()
      assertProblem(await ann.post(PATH, { ...NEW, email: 'x' }), '400/email-invalid')
    })

    test('400/password-too-short for seven characters', async () => {
      const { ann } = await joinDesk()
      assertProblem(await ann.post(PATH, { ...NEW, password: '1234567' }), '400/password-too-short')
    })

    test('400/stream-name-invalid for an empty label', async () => {
      const { ann } = await joinDesk()
      assertProblem(await ann.post(PATH, { ...NEW, label: '' }), '400/stream-name-invalid')
    })

    test('400/field-invalid for a missing member', async () => {
      const { ann } = await joinDesk()
      assertProblem(await ann.post(PATH, { account_name: 'zoo' }), '400/field-invalid')
    })

    test('403/operators-only for other console users', async () => {
      const { developer } = await joinDesk()
      assertProblem(await developer.get(PATH), '403/operators-only')
      assertProblem(await developer.post(PATH, NEW), '403/operators-only')
    })

    test('403/foreign-origin for a page of another site', async () => {
      const { ann } = await joinDesk()
      const headers = { origin: 'https://evil.example' }
      assertProblem(await ann.call('POST', PATH, NEW, headers), '403/foreign-origin')
    })
  })
}

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { ENGINES, freshConfig, testRuntime } from '../../../test/support/engines.ts'
import { slowOnPostgres } from '../../../test/support/part.ts'
import { Tail } from '../../log/tail.ts'
import {
  changeConsolePassword,
  createConsoleUser,
  hasConsoleAccount,
  verifyConsoleUser,
} from './console-account.ts'
import { firstConsoleUser } from './links.ts'

const INPUT = {
  accountName: 'acme',
  email: 'Ops@Example.org',
  password: 'correct horse',
  role: 'admin',
} as const

for (const engine of ENGINES) {
  const testOn = slowOnPostgres(engine)
  describe(`console accounts on ${engine}`, () => {
    test('spec/console.md#enterprise-console: an account has a name and users with e-mail address, password and role', async (t) => {
      const { context, store } = await testRuntime(t, await freshConfig(t, engine))
      assert.equal(await hasConsoleAccount(store), false)
      const user = await createConsoleUser(context, INPUT)
      const named = { accountName: 'acme', email: 'Ops@Example.org' }
      const expected = { ...named, role: 'admin', userId: undefined, isOperator: false }
      assert.deepEqual(user, { id: user.id, ...expected })
      assert.equal(await hasConsoleAccount(store), true)
      assert.deepEqual(await verifyConsoleUser(store, 'ops@example.ORG', 'correct horse'), user)
      const second = await createConsoleUser(context, { ...INPUT, email: 'b@example.org', role: 'user' })
      assert.equal(second.accountName, 'acme')
    })

    test('the first start creates one console user, also if several nodes start at the same time', async (t) => {
      const { context } = await testRuntime(t, await freshConfig(t, engine))
      const all = await Promise.all([1, 2, 3].map(() => firstConsoleUser(context)))
      assert.equal(new Set(all.map(({ id }) => id)).size, 1)
    })

    testOn('a wrong password and an unknown address match no user', async (t) => {
      const { context, store } = await testRuntime(t, await freshConfig(t, engine))
      await createConsoleUser(context, INPUT)
      assert.equal(await verifyConsoleUser(store, INPUT.email, 'wrong horse'), undefined)
      assert.equal(await verifyConsoleUser(store, 'x@example.org', INPUT.password), undefined)
      assert.equal(await verifyConsoleUser(store, INPUT.email, ''), undefined)
      assert.equal(await verifyConsoleUser(store, 'ops\0@example.org', INPUT.password), undefined)
    })

    testOn('a new password replaces the old password, with an event', async (t) => {
      const { context, store } = await testRuntime(t, await freshConfig(t, engine))
      await createConsoleUser(context, INPUT)
      const tail = await Tail.open(store, context.clock)
      t.after(() => tail.close())
      const before = tail.head
      await changeConsolePassword(context, INPUT.email, 'another horse')
      assert.equal(await verifyConsoleUser(store, INPUT.email, INPUT.password), undefined)
      assert.equal((await verifyConsoleUser(store, INPUT.email, 'another horse'))?.accountName, 'acme')
      await tail.catchUp()
      const [event] = await tail.readAfter(before, 1)
      assert.equal(event?.kind === 'console.changed' && event.change, 'password_changed')
    })

    testOn('invalid input is refused with its reason', async (t) => {
      const { context } = await testRuntime(t, await freshConfig(t, engine))
      await createConsoleUser(context, INPUT)
      const cases = [
        [{ ...INPUT, accountName: 'a/b' }, 'account-name-invalid'],
        [{ ...INPUT, accountName: '' }, 'account-name-invalid'],
        [{ ...INPUT, email: 'none' }, 'email-invalid'],
        [{ ...INPUT, email: 'a:b@example.org' }, 'email-invalid'],
        [{ ...INPUT, email: 'a\0@example.org' }, 'email-invalid'],
        [{ ...INPUT, password: 'short' }, 'password-too-short'],
        [{ ...INPUT, email: 'OPS@example.org' }, 'email-taken'],
      ] as const
      for (const [input, reason] of cases) {
        await assert.rejects(createConsoleUser(context, input), { name: 'Refusal', reason })
      }
      await assert.rejects(changeConsolePassword(context, 'x@example.org', 'long enough'), {
        reason: 'console-user-not-found',
      })
    })
  })
}

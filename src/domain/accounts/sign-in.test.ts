import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ENGINES, freshConfig, testRuntime } from '../../../test/support/engines.ts'
import { slowOnPostgres } from '../../../test/support/part.ts'
import * as fc from '../../../test/support/properties.ts'
import { createUser } from './create-user.ts'
import { canonicalLogin, findUserByPassword } from './sign-in.ts'

const ADA = { screenName: 'Ada_L', email: 'Ada@Example.org', password: 'analytical engine' }

for (const engine of ENGINES) {
  slowOnPostgres(engine)(`signing in on ${engine}`, async (t) => {
    const { context, store } = await testRuntime(t, await freshConfig(t, engine))
    const ada = await createUser(context, ADA)
    await createUser(context, { screenName: 'silent' })

    await t.test(
      'the letter case of a screen name or e-mail address is ignored, and the password must match exactly',
      async () => {
        for (const login of ['Ada_L', 'ada_l', '@ADA_L', ' ada_l ', 'ada@example.ORG', ADA.email]) {
          assert.deepEqual(await findUserByPassword(store, login, ADA.password), ada, login)
        }
        for (const password of ['', 'Analytical engine', 'analytical engine ', 'x'.repeat(10_000)]) {
          assert.equal(await findUserByPassword(store, 'ada_l', password), undefined)
        }
      },
    )

    await t.test(
      'unknown names, accounts without a password and texts that no database accepts match no user',
      async () => {
        const logins = [
          '',
          '@',
          'nobody',
          'silent',
          'example.org',
          'ada_l\0',
          '\ud800',
          '%',
          'a'.repeat(100_000),
        ]
        for (const login of logins) {
          assert.equal(await findUserByPassword(store, login, ADA.password), undefined)
        }
      },
    )

    await t.test('the response time does not reveal which users exist', async () => {
      const timeOf = async (login: string) => {
        const started = performance.now()
        await findUserByPassword(store, login, 'wrong')
        return performance.now() - started
      }
      await timeOf('warm')
      const known = Math.min(await timeOf('ada_l'), await timeOf('ada_l'), await timeOf('ada_l'))
      for (const login of ['nobody', 'nobody@example.org', 'no\0body']) {
        const unknown = await timeOf(login)
        assert.ok(unknown > known / 3, `${login}: ${unknown} ms, but ${known} ms for one who exists`)
      }
    })
  })
}

test('the canonical spelling is idempotent', () => {
  assert.equal(canonicalLogin(' @@Ada '), 'ada')
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom('@', ' ', '\t', 'a', 'B', '0', 'İ', 'K', 'ß', '\u3000') }),
      (login) => {
        assert.equal(canonicalLogin(canonicalLogin(login)), canonicalLogin(login))
        assert.equal(canonicalLogin(`@${login} `), canonicalLogin(login))
      },
    ),
  )
})

import assert from 'node:assert/strict'
import { describe } from 'node:test'
import { ENGINES, freshConfig, testRuntime } from '../../test/support/engines.ts'
import { slowOnPostgres, slowTest } from '../../test/support/part.ts'
import { createUser } from '../domain/accounts/create-user.ts'
import { findUserByPassword } from '../domain/accounts/sign-in.ts'
import { findAppByBearer } from '../domain/apps/app.ts'
import { findToken, revokeToken } from '../domain/apps/tokens.ts'
import { credentialsOf, visitingUser } from './visitor.ts'

for (const engine of ENGINES) {
  const test = slowOnPostgres(engine)
  describe(`the visitor of the demo network on ${engine}`, () => {
    test('has valid credentials, and the same credentials after a restart', async (t) => {
      const config = await freshConfig(t, engine)
      const { context, store } = await testRuntime(t, config)
      const visitor = await visitingUser(context)
      const credentials = await credentialsOf(context, visitor)
      const app = await findAppByBearer(store, credentials.bearerToken)
      const token = await findToken(store, credentials.accessToken)
      assert.deepEqual([token?.userId, token?.appId], [visitor.id, app?.id])
      assert.equal(token?.permissions, 'read-write-directmessages')
      assert.deepEqual(await findUserByPassword(store, 'demo', credentials.password ?? ''), visitor)

      const restarted = await testRuntime(t, config)
      const again = await credentialsOf(restarted.context, await visitingUser(restarted.context))
      assert.deepEqual(again, credentials)
    })

    test('gets another token after a revocation', async (t) => {
      const { context } = await testRuntime(t, await freshConfig(t, engine))
      const visitor = await visitingUser(context)
      const before = await credentialsOf(context, visitor)
      await revokeToken(context, before.accessToken)
      const after = await credentialsOf(context, visitor)
      assert.notEqual(after.accessToken, before.accessToken)
      assert.deepEqual(
        { ...after, accessToken: '', accessTokenSecret: '' },
        { ...before, accessToken: '', accessTokenSecret: '' },
      )
    })
  })
}

slowTest(
  'passwords differ between data directories; the password of an existing user demo is not shown',
  async (t) => {
    const passwords = new Set<string | undefined>()
    for (let round = 0; round < 2; round += 1) {
      const { context } = await testRuntime(t, await freshConfig(t, 'sqlite'))
      passwords.add((await credentialsOf(context, await visitingUser(context))).password)
    }
    assert.equal(passwords.size, 2)
    const { context } = await testRuntime(t, await freshConfig(t, 'sqlite'))
    const mine = { screenName: 'demo', email: 'me@example.org', password: 'my own password' }
    const user = await createUser(context, mine)
    assert.equal((await visitingUser(context)).id, user.id)
    assert.equal((await credentialsOf(context, user)).password, undefined)
  },
)

/** /console/api/user: spec/console.md#console-accounts. */
import assert from 'node:assert/strict'
import { describe } from 'node:test'
import { ConsoleClient } from '../../../../test/support/console/console.ts'
import { ENGINES } from '../../../../test/support/engines.ts'
import { slowOnPostgres } from '../../../../test/support/part.ts'
import { sharedServer } from '../../../../test/support/server.ts'
import { changeUserState } from '../../../domain/accounts/change-user-state.ts'
import { createUser } from '../../../domain/accounts/create-user.ts'
import { MAX_FAILED_TRIES } from '../../_password-checks.ts'

for (const engine of ENGINES) {
  const test = slowOnPostgres(engine)
  describe(`network users of the console on ${engine}`, () => {
    /** One server for all tests. The names of their users differ. */
    const shared = sharedServer({ engine })

    test('409/state-already-so when a console user creates a second network user; the first one is created', async () => {
      const client = await ConsoleClient.signedIn(await shared())
      assert.equal((await client.get('/session')).body.network_user, null)
      const { status, body } = await client.post('/user', { screen_name: 'Ada', name: 'Ada L.' })
      assert.equal(status, 201)
      const { id, ...rest } = body.network_user
      assert.match(id, /^\d+$/)
      assert.deepEqual(rest, { screen_name: 'Ada', name: 'Ada L.' })
      assert.deepEqual((await client.get('/session')).body, body)
      const again = await client.post('/user', { screen_name: 'Bob' })
      assert.deepEqual([again.status, again.body.reason], [409, 'state-already-so'])
    })

    test('an invalid name is refused, and the error names the JSON member', async (t) => {
      const server = await shared()
      await createUser(server.context, { screenName: 'taken' })
      const client = await ConsoleClient.signedIn(server)
      const refused = async (input: object) => {
        const { status, body } = await client.post('/user', input)
        return [status, body.reason, body.field]
      }
      await t.test('409/screen-name-taken', async () => {
        assert.deepEqual(await refused({ screen_name: 'TAKEN' }), [409, 'screen-name-taken', 'screen_name'])
      })
      await t.test('400/screen-name-invalid', async () => {
        const answer = await refused({ screen_name: 'no name' })
        assert.deepEqual(answer, [400, 'screen-name-invalid', 'screen_name'])
      })
      await t.test('400/name-too-long', async () => {
        const answer = await refused({ screen_name: 'dan', name: 'n'.repeat(51) })
        assert.deepEqual(answer, [400, 'name-too-long', 'name'])
      })
      await t.test('400/name-invalid', async () => {
        assert.deepEqual(await refused({ screen_name: 'dan', name: 'a\nb' }), [400, 'name-invalid', 'name'])
      })
    })

    test('an existing network user is chosen with its password', async (t) => {
      const server = await shared()
      const credentials = { email: 'eve@example.org', password: 'battery staple' }
      const user = await createUser(server.context, { screenName: 'eve', ...credentials })
      const client = await ConsoleClient.signedIn(server)
      const choose = (password: string) => client.put('/user', { login: '@Eve', password })
      await t.test('403/foreign-origin', async () => {
        const body = { login: 'eve', ...credentials }
        assert.equal((await client.call('PUT', '/user', body, { origin: 'null' })).status, 403)
      })
      await t.test('403/password-wrong for a wrong password, and for an unknown user name', async () => {
        const wrong = await choose('wrong password')
        assert.deepEqual([wrong.status, wrong.body.reason], [403, 'password-wrong'])
        const unknown = await client.put('/user', { login: 'nobody', password: 'wrong password' })
        assert.deepEqual(unknown.body, wrong.body)
      })
      const { status, body } = await choose(credentials.password)
      assert.deepEqual([status, body.network_user.id], [200, String(user.id)])
      await t.test('403/user-closed', async () => {
        await changeUserState(server.context, { userId: user.id, action: 'suspend' })
        assert.equal((await choose(credentials.password)).body.reason, 'user-closed')
      })
      await t.test('429/too-many-tries', async () => {
        for (let count = 0; count < MAX_FAILED_TRIES.pair; count += 1) await choose(`wrong ${count}`)
        assert.equal((await choose(credentials.password)).status, 429)
      })
    })
  })
}

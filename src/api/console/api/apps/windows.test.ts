import assert from 'node:assert/strict'
import { ask } from '../../../../../test/support/api-client.ts'
import { startConsoleApp } from '../../../../../test/support/console-app.ts'
import { refused } from '../../../../../test/support/console-suites.ts'
import { ENGINES } from '../../../../../test/support/engines.ts'
import { slowOnPostgres } from '../../../../../test/support/part.ts'

for (const engine of ENGINES) {
  const test = slowOnPostgres(engine)
  test(`the rate windows of an app on ${engine}`, async (t) => {
    const { url, path, asApp, asOwner, owner, other, ownerId } = await startConsoleApp(t, engine)
    const windowOf = async (query = '', name = '/1.1/users/show.json') => {
      const { windows } = (await owner.get(`${path}/windows${query}`)).body
      return windows.find((each: Record<string, unknown>) => each['path'] === name)
    }

    await t.test('reading charges nothing, and each caller has its own', async () => {
      const fresh = await windowOf()
      assert.equal(fresh.remaining, fresh.limit)
      assert.deepEqual(await windowOf(), fresh)
      await ask(`${url}/1.1/users/show.json?user_id=${ownerId}`, asApp)
      assert.equal((await windowOf()).remaining, fresh.limit - 1)
      const ofUser = await windowOf(`?user_id=${ownerId}`)
      assert.equal(ofUser.remaining, ofUser.limit)
      await ask(`${url}/1.1/users/show.json?user_id=${ownerId}`, asOwner)
      assert.equal((await windowOf(`?user_id=${ownerId}`)).remaining, ofUser.limit - 1)
    })

    await t.test('users with a token of the app are offered', async () => {
      const { users, is_enforced } = (await owner.get(`${path}/windows`)).body
      assert.deepEqual([users.map(({ id }: { id: string }) => id), is_enforced], [[String(ownerId)], true])
    })

    await t.test('404/app-not-found for another developer', () =>
      refused(other.get(`${path}/windows`), 404, 'app-not-found'),
    )

    await t.test('404/token-not-found for a user without a token', () =>
      refused(owner.get(`${path}/windows?user_id=5`), 404, 'token-not-found'),
    )
  })
}

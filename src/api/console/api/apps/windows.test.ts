import assert from 'node:assert/strict'
import { ask, bearer } from '../../../../../test/support/api-client.ts'
import { startConsoleApp } from '../../../../../test/support/console/console-app.ts'
import { refused } from '../../../../../test/support/console/console-suites.ts'
import { ENGINES } from '../../../../../test/support/engines.ts'
import { userTokens } from '../../../../../test/support/oauth/oauth2.ts'
import { slowOnPostgres } from '../../../../../test/support/part.ts'
import { setClientType } from '../../../../domain/apps/oauth2/client.ts'
import { joinOwnProject } from '../../../../domain/apps/projects/own-project.ts'
import { revokeAppOfUser } from '../../../../domain/apps/revoke-app-of-user.ts'

const SCOPE = 'tweet.read users.read'

for (const engine of ENGINES) {
  const test = slowOnPostgres(engine)
  test(`the rate windows of an app on ${engine}`, async (t) => {
    const { url, path, asApp, asOwner, owner, other, ownerId, appId, context } = await startConsoleApp(
      t,
      engine,
    )
    const windowOf = async (query = '', name = '/1.1/users/show.json') => {
      const { windows } = (await owner.get(`${path}/windows${query}`)).body
      return windows.find((each: Record<string, unknown>) => each['path'] === name)
    }

    await t.test(
      'reading the windows counts in no window, and each caller has separate windows',
      async () => {
        const fresh = await windowOf()
        assert.equal(fresh.remaining, fresh.limit)
        assert.deepEqual(await windowOf(), fresh)
        await ask(`${url}/1.1/users/show.json?user_id=${ownerId}`, asApp)
        assert.equal((await windowOf()).remaining, fresh.limit - 1)
        const ofUser = await windowOf(`?user_id=${ownerId}`)
        assert.equal(ofUser.remaining, ofUser.limit)
        await ask(`${url}/1.1/users/show.json?user_id=${ownerId}`, asOwner)
        assert.equal((await windowOf(`?user_id=${ownerId}`)).remaining, ofUser.limit - 1)
      },
    )

    await t.test('the response lists users with a token of the app', async () => {
      const { users, is_enforced } = (await owner.get(`${path}/windows`)).body
      assert.deepEqual([users.map(({ id }: { id: string }) => id), is_enforced], [[String(ownerId)], true])
    })

    await t.test('spec/console.md#usage: a grant of OAuth 2.0 has separate windows', async (t) => {
      await setClientType(context, appId, 'public')
      await joinOwnProject(context, appId)
      const { accessToken } = await userTokens(context, { appId, userId: ownerId, scope: SCOPE })
      const { grants } = (await owner.get(`${path}/windows`)).body
      assert.equal(grants.length, 1)
      assert.deepEqual(grants[0].scopes, SCOPE.split(' '))
      const ofGrant = `?grant_id=${grants[0].id}`
      const name = '/2/users/:id'
      const fresh = await windowOf(ofGrant, name)
      const ofApp = await windowOf('', name)
      assert.equal((await ask(`${url}/2/users/${ownerId}`, bearer(accessToken))).status, 200)
      assert.equal((await windowOf(ofGrant, name)).remaining, fresh.limit - 1)
      assert.deepEqual(await windowOf('', name), ofApp)
      assert.equal(await windowOf(ofGrant), undefined)
      await t.test('404/token-not-found for a revoked grant', async () => {
        await revokeAppOfUser(context, { appId, userId: ownerId })
        await refused(owner.get(`${path}/windows${ofGrant}`), 404, 'token-not-found')
      })
    })

    await t.test('404/app-not-found for another developer', () =>
      refused(other.get(`${path}/windows`), 404, 'app-not-found'),
    )

    await t.test('404/token-not-found for a user without a token', () =>
      refused(owner.get(`${path}/windows?user_id=5`), 404, 'token-not-found'),
    )
  })
}

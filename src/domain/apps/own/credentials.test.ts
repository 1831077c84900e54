import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ENGINES, freshConfig, testRuntime } from '../../../../test/support/engines.ts'
import { eventsOf } from '../../../../test/support/events.ts'
import { createOneUser } from '../../../../test/support/users.ts'
import { type App, findAppByBearer, findAppByConsumerKey, requireApp } from '../app.ts'
import { createApp } from '../create-app.ts'
import { revokeBearer } from '../invalidate-bearer.ts'
import { findClient, isClientSecret, regenerateClientSecret, setClientType } from '../oauth2/client.ts'
import { regenerateBearer } from '../regenerate-bearer.ts'
import { regenerateKeys } from '../regenerate-keys.ts'
import { findToken, issueToken } from '../tokens.ts'
import { type AppCredentials, findCredentials } from './credentials.ts'
import { regenerateOwnerToken, revokeOwnerToken } from './owner-token.ts'

for (const engine of ENGINES) {
  test(`credentials of an app on ${engine}`, async (t) => {
    const runtime = await testRuntime(t, await freshConfig(t, engine))
    const { context, store } = runtime
    const { id: ownerId } = await createOneUser(context)
    const { appId, bearerToken, consumerKey } = await createApp(context, {
      name: 'An app',
      ownerId,
      permissions: 'read-write',
    })
    const app = (): Promise<App> => requireApp(store, appId)
    const seen = async (): Promise<AppCredentials> => findCredentials(store, await app())
    /**
     * Runs a command twice at the same time with the same version. Asserts that one of the two calls
     * succeeds, that the other is refused, and that a further call is refused without an event.
     */
    const race = async <T>(work: (version: string) => Promise<T>, version: string): Promise<T> => {
      let won: T | undefined
      const results = await Promise.allSettled([work(version), work(version)])
      const refused = results.filter((each) => each.status === 'rejected').map(({ reason }) => reason.reason)
      assert.deepEqual(refused, ['credentials-changed'])
      for (const each of results) if (each.status === 'fulfilled') won = each.value
      assert.deepEqual(await eventsOf(runtime, () => assert.rejects(work(version))), [])
      return won as T
    }

    await t.test(
      'spec/console.md#keys-and-tokens: two pages regenerate the keys, and one is refused',
      async () => {
        const { keys } = await seen()
        const pair = await race((version) => regenerateKeys(context, appId, version), keys.version)
        assert.equal(await findAppByConsumerKey(store, consumerKey), undefined)
        assert.equal((await findAppByConsumerKey(store, pair.consumerKey))?.id, appId)
        assert.equal((await seen()).keys.consumerKey, pair.consumerKey)
      },
    )

    await t.test('the bearer token is regenerated, revoked only once, and issued again', async () => {
      const before = (await seen()).bearer
      const next = await race((version) => regenerateBearer(context, appId, version), before.version)
      assert.equal(await findAppByBearer(store, bearerToken), undefined)
      assert.equal((await findAppByBearer(store, next))?.id, appId)
      const live = (await seen()).bearer
      await race((version) => revokeBearer(context, appId, version), live.version)
      assert.equal(await findAppByBearer(store, next), undefined)
      const none = (await seen()).bearer
      assert.equal(none.isLive, false)
      await assert.rejects(revokeBearer(context, appId, none.version), { reason: 'token-not-found' })
      const last = await regenerateBearer(context, appId, none.version)
      assert.equal((await findAppByBearer(store, last))?.id, appId)
    })

    await t.test(
      'the access token of the owner has the permission level of the app, and replaces the earlier token',
      async () => {
        const none = await seen()
        assert.equal(none.accessToken, undefined)
        const first = await race(
          (version) => regenerateOwnerToken(context, appId, version),
          none.accessTokenVersion,
        )
        const approved = await issueToken(context, { appId, userId: ownerId })
        const shown = await seen()
        assert.equal(shown.accessToken?.permissions, 'read-write')
        const second = await regenerateOwnerToken(context, appId, shown.accessTokenVersion)
        for (const { accessToken } of [first, approved]) {
          assert.equal((await findToken(store, accessToken))?.isRevoked, true)
        }
        const last = await seen()
        assert.equal(last.accessToken?.token, second.accessToken)
        await race((version) => revokeOwnerToken(context, appId, version), last.accessTokenVersion)
        assert.equal((await findToken(store, second.accessToken))?.isRevoked, true)
        await assert.rejects(revokeOwnerToken(context, appId), { reason: 'token-not-found' })
      },
    )

    await t.test(
      'the client secret of OAuth 2.0 is made and regenerated only once for each version',
      async () => {
        const none = await seen()
        const { clientId, clientSecret = '' } = await race(
          (version) => setClientType(context, appId, 'confidential', version),
          none.clientVersion,
        )
        const made = await seen()
        assert.deepEqual(made.client, { clientId, type: 'confidential' })
        const { clientSecret: next = '' } = await race(
          (version) => regenerateClientSecret(context, appId, version),
          made.clientVersion,
        )
        const found = await findClient(store, clientId)
        assert.ok(found !== undefined)
        assert.deepEqual(
          [isClientSecret(found.client, clientSecret), isClientSecret(found.client, next)],
          [false, true],
        )
      },
    )
  })
}

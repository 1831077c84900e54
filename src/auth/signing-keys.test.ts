import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ENGINES, freshConfig, testRuntime } from '../../test/support/engines.ts'
import { createUsers } from '../../test/support/users.ts'
import { createApp } from '../domain/apps/create-app.ts'
import { regenerateKeys } from '../domain/apps/regenerate-keys.ts'
import { issueToken } from '../domain/apps/tokens.ts'
import { must } from '../lib/assert.ts'
import { Tail } from '../log/tail.ts'
import { CredentialCache } from '../views/credential-cache.ts'
import { CurrentLog } from '../views/current-log.ts'
import { userCaller } from './caller.ts'
import { SigningKey } from './oauth1/signature.ts'
import { signingKeyOf } from './signing-keys.ts'

for (const engine of ENGINES) {
  test(`signing key and caller are created once, and are created again after the app’s keys are rotated, on ${engine}`, async (t) => {
    const { context } = await testRuntime(t, await freshConfig(t, engine))
    const tail = await Tail.open(context.store, context.clock)
    t.after(() => tail.close())
    const known = new CredentialCache(new CurrentLog(context.store, tail), context.store)
    const [user] = await createUsers(context, 1)
    const { id: userId } = must(user, 'a user')
    const app = await createApp(context, { name: 'App', ownerId: userId, permissions: 'read' })
    const token = await issueToken(context, { appId: app.appId, userId })
    const holder = async () => must(await known.holderOf(token.accessToken), 'a holder')
    const keyNow = async () => signingKeyOf(context.vault, await holder())

    const key = await keyNow()
    assert.deepEqual(key, new SigningKey(app.consumerSecret, token.accessTokenSecret))
    assert.equal(await keyNow(), key)
    const caller = userCaller(await holder())
    assert.equal(userCaller(await holder()), caller)
    const pair = await regenerateKeys(context, app.appId)
    assert.notEqual(pair.consumerSecret, app.consumerSecret)
    assert.deepEqual(await keyNow(), new SigningKey(pair.consumerSecret, token.accessTokenSecret))
    const { app: changed } = userCaller(await holder())
    assert.equal(changed.consumerKey, pair.consumerKey)
    assert.notEqual(changed, caller.app)
  })
}

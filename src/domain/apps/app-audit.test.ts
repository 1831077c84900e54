/** The audit log has the commands of operators about apps, without secrets (spec/console.md#apps-at-the-desk). */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ENGINES, freshConfig, testRuntime } from '../../../test/support/engines.ts'
import { createOneUser } from '../../../test/support/users.ts'
import { listAudit } from '../audit/list-audit.ts'
import { declareEnvironment, removeEnvironment } from '../webhooks/environments.ts'
import { changeAppState } from './change-app-state.ts'
import { createApp } from './create-app.ts'
import { deleteApp } from './deletion/delete-app.ts'
import { changeLabsEnrolment } from './enrolment.ts'
import { regenerateClientSecret, setClientType } from './oauth2/client.ts'
import { regenerateBearer } from './regenerate-bearer.ts'
import { regenerateKeys } from './regenerate-keys.ts'
import { issueToken, regenerateToken, revokeToken } from './tokens.ts'
import { updateApp } from './update-app.ts'

for (const engine of ENGINES) {
  test(`every command of an operator about an app has an entry, and commands of developers have none, on ${engine}`, async (t) => {
    const { context: developer, store } = await testRuntime(t, await freshConfig(t, engine))
    const context = { ...developer, operator: { actor: 'ann@example.org' } }
    const user = await createOneUser(context)
    const created = await createApp(context, { name: 'Bird', ownerId: user.id, permissions: 'read' })
    const { appId } = created
    const keys = await regenerateKeys(context, appId)
    const bearer = await regenerateBearer(context, appId)
    const client = await setClientType(context, appId, 'confidential')
    const secret = await regenerateClientSecret(context, appId)
    await updateApp(context, appId, { level: 'academic' }, 'a study')
    await changeLabsEnrolment(context, appId, false)
    await changeLabsEnrolment(context, appId, true)
    await declareEnvironment(context, { appId, environment: 'dev' })
    await removeEnvironment(context, { appId, environment: 'dev' })
    const first = await issueToken(context, { appId, userId: user.id })
    const second = await regenerateToken(context, { appId, userId: user.id })
    await revokeToken(context, second.accessToken, 'leaked')
    await changeAppState(context, appId, 'suspend', 'spam')
    await changeAppState(context, appId, 'unsuspend')
    await deleteApp(context, appId, 'Bird', 'spam')
    const filter = { subjectKind: 'app', subjectKey: String(appId) }
    const { items } = await listAudit(store, filter, { count: 100 })
    assert.deepEqual(items.map(({ action }) => action).reverse(), [
      ...['app.create', 'app.regenerate_keys', 'app.regenerate_bearer', 'app.set_client_type'],
      ...['app.regenerate_client_secret', 'app.update', 'app.remove_from_labs', 'app.add_to_labs'],
      ...['app.add_environment', 'app.remove_environment', 'token.create', 'token.regenerate'],
      ...['token.revoke', 'app.suspend', 'app.unsuspend', 'app.delete'],
    ])
    assert.ok(items.every(({ subjectName, actor }) => subjectName === 'Bird' && actor === 'ann@example.org'))
    const text = JSON.stringify(items, (_, each) => (typeof each === 'bigint' ? String(each) : each))
    const secrets = [
      ...[created.consumerKey, created.consumerSecret, created.bearerToken, keys.consumerSecret, bearer],
      ...[client.clientSecret, secret.clientSecret, first.accessToken, second.accessTokenSecret],
    ]
    for (const each of secrets) assert.ok(each !== undefined && !text.includes(each))

    await createApp(developer, { name: 'Cat', ownerId: user.id, permissions: 'read' })
    assert.equal((await listAudit(store, { action: 'app.create' }, { count: 10 })).items.length, 1)
  })
}

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ENGINES, freshConfig, testRuntime } from '../../../../test/support/engines.ts'
import { eventsOf, factsOf } from '../../../../test/support/events.ts'
import { userTokens } from '../../../../test/support/oauth/oauth2.ts'
import { createOneUser } from '../../../../test/support/users.ts'
import { once } from '../../../db/query.ts'
import { findSourceApps } from '../../messages/source-apps.ts'
import { addRules } from '../../rules/add-rules.ts'
import { findRules } from '../../rules/rule.ts'
import { declareEnvironment, environmentsOf } from '../../webhooks/environments.ts'
import { findApp, findAppByBearer, findAppByConsumerKey, findAppsOf } from '../app.ts'
import { connectedApps } from '../connected-apps.ts'
import { createApp } from '../create-app.ts'
import { listApps } from '../list-apps.ts'
import { findClient, setClientType } from '../oauth2/client.ts'
import { findGrantHolder } from '../oauth2/grant-holder.ts'
import { createOwnApp } from '../own/own-apps.ts'
import { joinOwnProject } from '../projects/own-project.ts'
import { findTokenHolder } from '../token-holder.ts'
import { issueToken } from '../tokens.ts'
import { updateApp } from '../update-app.ts'
import { cleanUpDeletedApps } from './clean-up.ts'
import { deleteApp } from './delete-app.ts'

for (const engine of ENGINES) {
  test(`spec/console.md#apps: a deleted app leaves only its name (${engine})`, async (t) => {
    const runtime = await testRuntime(t, await freshConfig(t, engine))
    const { context, store } = runtime
    const { id: ownerId } = await createOneUser(context)
    const { id: userId } = await createOneUser(context)
    const app = await createOwnApp(context, {
      name: ' An app',
      ownerId,
      permissions: 'read-write',
      termsUrl: 'https://a.example/terms',
      projectId: undefined,
    })
    const { appId } = app
    const other = await createApp(context, { name: 'Another', ownerId, permissions: 'read' })
    const projectId = await joinOwnProject(context, appId)
    const { clientId } = await setClientType(context, appId, 'public')
    const token = await issueToken(context, { appId, userId })
    const kept = await issueToken(context, { appId: other.appId, userId })
    const grant = await userTokens(context, { appId, userId, scope: 'tweet.read users.read' })
    await declareEnvironment(context, { appId, environment: 'dev' })
    const [added] = await addRules(context, {
      appId,
      product: '2',
      rules: [{ value: 'cat', tag: undefined }],
      maxRules: 25,
      isDryRun: false,
    })
    assert.ok(added !== undefined && 'rule' in added)
    const { rule } = added

    const events = await eventsOf(runtime, async () => {
      await assert.rejects(deleteApp(context, appId, 'another'), { reason: 'app-name-not-confirmed' })
      await deleteApp(context, appId, 'An app ')
      await assert.rejects(deleteApp(context, appId, 'An app'), { reason: 'app-not-found' })
    })
    const ruleFacts = { app_id: appId, rule_id: rule.id, product: '2', value: 'cat', tag: null }
    assert.deepEqual(events.map(factsOf), [
      { kind: 'rule.deleted', ...ruleFacts },
      { kind: 'project.changed', project_id: projectId, change: 'app_removed' },
      { kind: 'app.changed', app_id: appId, change: 'deleted' },
    ])
    const now = context.clock.now()
    const gone = async () => {
      assert.equal(await findApp(store, appId), undefined)
      assert.equal(await findAppByConsumerKey(store, app.consumerKey), undefined)
      assert.equal(await findAppByConsumerKey(store, `deleted-${appId}`), undefined)
      assert.equal(await findAppByBearer(store, app.bearerToken), undefined)
      assert.equal(await findTokenHolder(store, token.accessToken), undefined)
      assert.equal(await findGrantHolder(store, grant.accessToken), undefined)
      assert.equal(await findClient(store, clientId), undefined)
      assert.deepEqual(await findRules(store, { appId, product: '2' }), [])
      assert.deepEqual(await environmentsOf(store, appId), [])
      assert.deepEqual(
        (await connectedApps(store, userId, now)).map(({ id }) => id),
        [other.appId],
      )
      const ids = (await findAppsOf(store, ownerId)).map(({ id }) => id)
      assert.deepEqual(ids, [other.appId])
      const listed = await listApps(store, ownerId, { count: 10 })
      assert.deepEqual(
        listed.items.map(({ app }) => app.id),
        [other.appId],
      )
      await assert.rejects(issueToken(context, { appId, userId }), { reason: 'app-not-found' })
      await assert.rejects(updateApp(context, appId, { name: 'Back' }), { reason: 'app-not-found' })
      const sources = await findSourceApps(store, [appId])
      assert.deepEqual(
        sources.map(({ name }) => name),
        [' An app'],
      )
    }
    await gone()
    await cleanUpDeletedApps({ store })
    await gone()
    const left = async (table: 'access_tokens' | 'oauth2_grants' | 'deleted_apps') =>
      (
        await store.rows(
          once((k) => k.selectFrom(table).select('app_id')),
          {},
        )
      ).map(({ app_id }) => app_id)
    assert.deepEqual(
      [await left('access_tokens'), await left('oauth2_grants'), await left('deleted_apps')],
      [[other.appId], [], []],
    )
    assert.equal((await findTokenHolder(store, kept.accessToken))?.user.id, userId)
  })
}

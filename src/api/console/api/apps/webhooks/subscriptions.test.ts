/** /console/api/apps/:app_id/webhooks/:webhook_id/subscriptions: spec/webhooks.md#calls. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ConsoleClient } from '../../../../../../test/support/console/console.ts'
import { refused } from '../../../../../../test/support/console/console-suites.ts'
import {
  needsOwnWebhook,
  openWebhookConsole,
} from '../../../../../../test/support/console/webhook-console.ts'
import { createUsers } from '../../../../../../test/support/users.ts'
import { startReceiver } from '../../../../../../test/support/webhooks/webhook-receiver.ts'
import { createApp } from '../../../../../domain/apps/create-app.ts'
import { subscribe } from '../../../../../domain/webhooks/subscriptions.ts'

test('the owner of the app is subscribed and unsubscribed', async (t) => {
  const opened = await openWebhookConsole(t)
  const { stage, own, register } = opened
  const { server, mine } = stage
  const webhook = await register()
  const path = `${webhook}/subscriptions`
  assert.equal((await own.post(path)).status, 204)
  const owner = { user_id: String(mine.owner.id), screen_name: mine.owner.screenName }
  assert.deepEqual((await own.get(path)).body, { max: 50, subscriptions: [owner] })
  await t.test('409/subscribed-already for a user who is subscribed already', () =>
    refused(own.post(path), 409, 'subscribed-already'),
  )
  assert.equal((await own.delete(`${path}/${owner.user_id}`)).status, 204)
  await t.test(
    '404/subscription-not-found for a user who is not subscribed, and for an invalid id',
    async () => {
      await refused(own.delete(`${path}/${owner.user_id}`), 404, 'subscription-not-found')
      await refused(own.delete(`${path}/x`), 404, 'subscription-not-found')
    },
  )
  await t.test('409/message-token-missing for an app without tokens of its owner', async () => {
    const [user] = await createUsers(server.context, 1)
    assert.ok(user !== undefined)
    const app = await createApp(server.context, { name: 'New', ownerId: user.id, permissions: 'read' })
    const receiver = await startReceiver(t, app.consumerSecret)
    const client = await ConsoleClient.signedIn(server, { accountName: 'new', userId: user.id })
    const { body } = await client.post(`/apps/${app.appId}/webhooks`, { url: receiver.url, environment: '' })
    const added = client.post(`/apps/${app.appId}/webhooks/${body.webhook.id}/subscriptions`)
    await refused(added, 409, 'message-token-missing')
  })
  await needsOwnWebhook(t, opened, webhook, [
    ['GET', '/subscriptions'],
    ['POST', '/subscriptions'],
    ['DELETE', '/subscriptions/1'],
  ])
})

test('409/too-many-subscriptions beyond the limit of an environment', async (t) => {
  const { stage, own, register } = await openWebhookConsole(t, { settings: { limits: 'documented' } })
  const webhook = await register('dev')
  const webhookId = BigInt(webhook.split('/').at(-1) ?? '')
  for (const { id: userId } of await createUsers(stage.server.context, 15))
    await subscribe(stage.server.context, { webhookId, userId, max: 15 })
  await refused(own.post(`${webhook}/subscriptions`), 409, 'too-many-subscriptions')
})

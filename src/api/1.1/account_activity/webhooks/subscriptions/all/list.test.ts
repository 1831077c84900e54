import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  sharedWebhookServer,
  WebhookStage,
} from '../../../../../../../test/support/webhooks/webhook-stage.ts'

const shared = sharedWebhookServer()

test('spec/webhooks.md#calls: the subscriptions of a webhook', async (t) => {
  const scene = await WebhookStage.set(t, shared)
  const { mine, user, receiver } = scene
  const id = await scene.register('webhooks.json')
  await scene.ask('POST', `webhooks/${id}/subscriptions/all.json`, await scene.asUser(user))
  const { text } = await scene.ask('GET', `webhooks/${id}/subscriptions/all/list.json`, mine.asApp)
  assert.deepEqual(JSON.parse(text), {
    webhook_id: id,
    webhook_url: receiver.url,
    application_id: String(mine.app.appId),
    subscriptions: [{ user_id: String(user.id) }],
  })
})

test("403/99 another app's webhook", async (t) => {
  const scene = await WebhookStage.set(t, shared)
  const path = `webhooks/${await scene.register('webhooks.json')}/subscriptions/all/list.json`
  await scene.refused('403/99', 'Unable to verify your credentials.', 'GET', path, scene.other.asApp)
})

test('404/34 an unknown webhook', async (t) => {
  const scene = await WebhookStage.set(t, shared)
  const message = 'Sorry, that page does not exist.'
  await scene.refused('404/34', message, 'GET', 'webhooks/1/subscriptions/all/list.json', scene.mine.asApp)
})

import { test } from 'node:test'
import { sharedWebhookServer, WebhookStage } from '../../../../../../test/support/webhooks/webhook-stage.ts'
import { subscribingSuite } from '../../../../../../test/support/webhooks/webhook-suites.ts'

const shared = sharedWebhookServer()

subscribingSuite(
  {
    webhooks: 'webhooks.json',
    subscription: (id) => `webhooks/${id}/subscriptions/all.json`,
    ofUser: (id, userId) => `webhooks/${id}/subscriptions/${userId}/all.json`,
    room: 50,
    hasOwnEnd: false,
  },
  shared,
)

test("403/348 another app's webhook", async (t) => {
  const scene = await WebhookStage.set(t, shared)
  const id = await scene.register('webhooks.json')
  const { other } = scene
  const message = "Client application is not permitted to access this user's webhook subscriptions."
  const path = `webhooks/${id}/subscriptions/all.json`
  for (const method of ['POST', 'GET']) {
    await scene.refused('403/348', message, method, path, other.asOwner)
  }
  const ofUser = `webhooks/${id}/subscriptions/${other.owner.id}/all.json`
  await scene.refused('403/348', message, 'DELETE', ofUser, other.asApp)
})

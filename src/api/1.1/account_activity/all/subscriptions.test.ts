import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sharedWebhookServer, WebhookStage } from '../../../../../test/support/webhooks/webhook-stage.ts'
import { subscribingSuite } from '../../../../../test/support/webhooks/webhook-suites.ts'
import { declareEnvironment } from '../../../../domain/webhooks/environments.ts'

const shared = sharedWebhookServer()

subscribingSuite(
  {
    webhooks: 'all/dev/webhooks.json',
    subscription: () => 'all/dev/subscriptions.json',
    ofUser: (_, userId) => `all/dev/subscriptions/${userId}.json`,
    room: 15,
    hasOwnEnd: true,
  },
  shared,
)

test('403/200 an environment of another app', async (t) => {
  const scene = await WebhookStage.set(t, shared)
  await declareEnvironment(scene.server.context, { appId: scene.mine.app.appId, environment: 'prod' })
  const asUser = await scene.asUser(scene.user)
  for (const method of ['POST', 'GET', 'DELETE']) {
    await scene.refused('403/200', 'Forbidden.', method, 'all/dev/subscriptions.json', asUser)
  }
})

test('spec/limits.md#account-activity-limits: the limits are 500 calls about subscriptions, 50 lists and 5 replays', async (t) => {
  const scene = await WebhookStage.set(t, shared)
  const limitOf = async (...asked: Parameters<WebhookStage['ask']>) =>
    (await scene.ask(...asked)).headers.get('x-rate-limit-limit')
  assert.equal(await limitOf('GET', 'all/dev/subscriptions.json', await scene.asUser(scene.user)), '500')
  assert.equal(await limitOf('DELETE', 'all/dev/subscriptions/1.json', scene.mine.asApp), '500')
  assert.equal(await limitOf('GET', 'all/dev/subscriptions/list.json', scene.mine.asApp), '50')
  assert.equal(await limitOf('POST', 'replay/webhooks/1/subscriptions/all.json', scene.mine.asApp), '5')
})

import { test } from 'node:test'
import { WebhookScene } from '../../../../../test/support/webhook-scene.ts'
import { subscribingSuite } from '../../../../../test/support/webhook-suites.ts'
import { declareEnvironment } from '../../../../domain/webhooks/environments.ts'

subscribingSuite({
  webhooks: 'all/dev/webhooks.json',
  subscription: () => 'all/dev/subscriptions.json',
  ofUser: (_, userId) => `all/dev/subscriptions/${userId}.json`,
  room: 15,
  hasOwnEnd: true,
})

test('403/200 an environment that the app has not', async (t) => {
  const scene = await WebhookScene.set(t)
  await declareEnvironment(scene.server.context, { appId: scene.mine.app.appId, environment: 'prod' })
  const asUser = await scene.asUser(scene.user)
  for (const method of ['POST', 'GET', 'DELETE']) {
    await scene.refused('403/200', 'Forbidden.', method, 'all/dev/subscriptions.json', asUser)
  }
})

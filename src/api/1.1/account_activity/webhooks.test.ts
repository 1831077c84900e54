import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onBoth } from '../../../../test/support/part.ts'
import { sharedWebhookServer, WebhookStage } from '../../../../test/support/webhooks/webhook-stage.ts'
import { managingSuite } from '../../../../test/support/webhooks/webhook-suites.ts'

const shared = sharedWebhookServer()

managingSuite(
  {
    webhooks: 'webhooks.json',
    one: (id) => `webhooks/${id}.json`,
    room: 3,
    subscribe: (id) => `webhooks/${id}/subscriptions/all.json`,
  },
  shared,
  onBoth,
)

test('webhooks of environments and of the enterprise form are separate', async (t) => {
  const scene = await WebhookStage.set(t, shared)
  const { mine, receiver } = scene
  const inEnvironment = await scene.register('all/dev/webhooks.json')
  const enterprise = await scene.register('webhooks.json', { ...receiver, url: `${receiver.url}/2` })
  const [listed] = JSON.parse((await scene.ask('GET', 'webhooks.json', mine.asApp)).text) as { id: string }[]
  assert.equal(listed?.id, enterprise)
  const message = 'Sorry, that page does not exist.'
  await scene.refused('404/34', message, 'DELETE', `webhooks/${inEnvironment}.json`, mine.asOwner)
})

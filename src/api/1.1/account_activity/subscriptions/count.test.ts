import assert from 'node:assert/strict'
import { test } from 'node:test'
import { WebhookStage } from '../../../../../test/support/webhooks/webhook-stage.ts'

test('spec/webhooks.md#counts: counts of enterprise webhooks are text', async (t) => {
  const scene = await WebhookStage.set(t)
  const { mine, user } = scene
  const id = await scene.register('webhooks.json')
  await scene.ask('POST', `webhooks/${id}/subscriptions/all.json`, await scene.asUser(user))
  const { text } = await scene.ask('GET', 'subscriptions/count.json', mine.asApp)
  assert.deepEqual(JSON.parse(text), {
    account_name: mine.owner.screenName,
    subscriptions_count_all: '1',
    subscriptions_count_direct_messages: '0',
    provisioned_count: '50',
  })
})

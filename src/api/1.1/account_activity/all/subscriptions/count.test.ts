import assert from 'node:assert/strict'
import { test } from 'node:test'
import { WebhookStage } from '../../../../../../test/support/webhooks/webhook-stage.ts'

test('spec/webhooks.md#counts: the counts of the premium API are strings', async (t) => {
  const scene = await WebhookStage.set(t)
  const { mine, user } = scene
  await scene.register('all/dev/webhooks.json')
  await scene.ask('POST', 'all/dev/subscriptions.json', await scene.asUser(user))
  const { text } = await scene.ask('GET', 'all/subscriptions/count.json', mine.asApp)
  assert.deepEqual(JSON.parse(text), {
    account_name: mine.owner.screenName,
    subscriptions_count: '1',
    provisioned_count: '15',
  })
})

/** POST /console/api/apps/:app_id/webhooks/:webhook_id/challenge: spec/webhooks.md#challenge. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  needsOwnWebhook,
  openWebhookConsole,
} from '../../../../../../test/support/console/webhook-console.ts'

test('a repeated challenge makes a webhook invalid or valid', async (t) => {
  const opened = await openWebhookConsole(t)
  const { stage, own, register } = opened
  const webhook = await register()
  const meets = stage.receiver.onChallenge
  stage.receiver.onChallenge = (response) => response.writeHead(500).end('down')
  const failed = await own.post(`${webhook}/challenge`)
  assert.deepEqual([failed.body.webhook.valid, failed.body.challenge.result], [false, 'bad-status'])
  stage.receiver.onChallenge = meets
  const met = await own.post(`${webhook}/challenge`)
  assert.deepEqual([met.body.webhook.valid, met.body.challenge.result], [true, 'met'])
  await needsOwnWebhook(t, opened, webhook, [['POST', '/challenge']])
})

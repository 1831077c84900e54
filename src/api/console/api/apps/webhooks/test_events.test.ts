/** POST /console/api/apps/:app_id/webhooks/:webhook_id/test_events: spec/webhooks.md#delivery. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { refused } from '../../../../../../test/support/console/console-suites.ts'
import {
  needsOwnWebhook,
  openWebhookConsole,
} from '../../../../../../test/support/console/webhook-console.ts'

test('a test event is signed, sent once, shown with its response, and not recorded', async (t) => {
  const opened = await openWebhookConsole(t)
  const { stage, own, register } = opened
  const { receiver, mine } = stage
  const webhook = await register()
  const sent = (await own.post(`${webhook}/test_events`)).body
  const [delivery] = receiver.deliveries
  assert.deepEqual(
    [sent.outcome, sent.response, delivery?.isSigned],
    ['accepted', { status: 200, body: '' }, true],
  )
  assert.equal(sent.request.body, delivery?.raw.toString())
  const { for_user_id, tweet_delete_events } = JSON.parse(sent.request.body)
  assert.equal(for_user_id, String(mine.owner.id))
  assert.equal(tweet_delete_events.length, 1)
  assert.deepEqual((await own.get(`${webhook}/deliveries`)).body.deliveries, [])

  receiver.onDelivery = (response) => response.writeHead(503).end('not now')
  const refusing = (await own.post(`${webhook}/test_events`)).body
  assert.deepEqual([refusing.outcome, refusing.response], ['refused', { status: 503, body: 'not now' }])
  await needsOwnWebhook(t, opened, webhook, [['POST', '/test_events']])
  await t.test('409/webhook-invalid for a webhook that failed a challenge', async () => {
    receiver.onChallenge = (response) => response.end()
    await own.post(`${webhook}/challenge`)
    await refused(own.post(`${webhook}/test_events`), 409, 'webhook-invalid')
  })
})

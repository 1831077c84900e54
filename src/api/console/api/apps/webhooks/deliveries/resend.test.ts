/** POST …/deliveries/:delivery_id/resend: errors only; ../deliveries.test.ts resends a delivery. */
import { test } from 'node:test'
import { refused } from '../../../../../../../test/support/console/console-suites.ts'
import {
  needsOwnWebhook,
  openWebhookConsole,
} from '../../../../../../../test/support/console/webhook-console.ts'

test('errors of resending', async (t) => {
  const opened = await openWebhookConsole(t)
  const webhook = await opened.register()
  await t.test('404/delivery-not-found for an unknown delivery', () =>
    refused(opened.own.post(`${webhook}/deliveries/1-0-1/resend`), 404, 'delivery-not-found'),
  )
  await needsOwnWebhook(t, opened, webhook, [['POST', '/deliveries/1-0-1/resend']])
})

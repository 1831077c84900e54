/** Resending one delivery at the desk (spec/console.md#webhooks-at-the-desk). */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { refused } from '../../../../../../../test/support/console/console-suites.ts'
import { refusesOthers } from '../../../../../../../test/support/console/desk-refusals.ts'
import { openDeskWebhook } from '../../../../../../../test/support/console/desk-webhooks.ts'

test('200 the receiver gets the delivery again; the audit log has an entry', async (t) => {
  const opened = await openDeskWebhook(t)
  const { operator, receiver, path, delivery, resent } = opened
  const answer = await operator.post(`${delivery}/resend`)
  assert.deepEqual([answer.status, answer.body], [200, { queued: true }])
  await receiver.until(2)
  assert.equal(receiver.deliveries[1]?.raw.toString(), receiver.deliveries[0]?.raw.toString())
  assert.deepEqual(await resent(), [{ actor: 'ann@example.org', details: { deliveries: 1 } }])

  await t.test('404/delivery-not-found for an unknown id', async () => {
    for (const id of ['1-0-1', 'x'])
      await refused(operator.post(`${path}/deliveries/${id}/resend`), 404, 'delivery-not-found')
  })
  await t.test('404/webhook-not-found for unknown ids', async () => {
    for (const id of ['1', 'x'])
      await refused(
        operator.post(`/operator/webhooks/${id}/deliveries/1-0-1/resend`),
        404,
        'webhook-not-found',
      )
  })
  await refusesOthers(t, opened, [['POST', `${delivery}/resend`]])
})

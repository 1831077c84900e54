/** An operator resends all dead-lettered deliveries of a webhook (spec/console.md#webhooks-at-the-desk). */
import assert from 'node:assert/strict'
import { refused } from '../../../../../../test/support/console/console-suites.ts'
import { refusesOthers } from '../../../../../../test/support/console/desk-refusals.ts'
import { openDeskWebhook } from '../../../../../../test/support/console/desk-webhooks.ts'
import { ENGINES } from '../../../../../../test/support/engines.ts'
import { slowOnPostgres } from '../../../../../../test/support/part.ts'

for (const engine of ENGINES) {
  slowOnPostgres(engine)(
    `dead-lettered deliveries are sent again, others are not, on ${engine}`,
    async (t) => {
      const opened = await openDeskWebhook(t, engine)
      const { operator, receiver, path, deadLetter, resent } = opened
      assert.deepEqual((await operator.post(`${path}/resend`)).body, { queued: 0 })
      await deadLetter()
      const answer = await operator.post(`${path}/resend`)
      assert.deepEqual([answer.status, answer.body], [200, { queued: 1 }])
      await receiver.until(2)
      assert.deepEqual(await resent(), [{ actor: 'ann@example.org', details: { deliveries: 1 } }])

      await t.test('404/webhook-not-found for unknown ids', async () => {
        for (const id of ['1', 'x'])
          await refused(operator.post(`/operator/webhooks/${id}/resend`), 404, 'webhook-not-found')
      })
      await refusesOthers(t, opened, [['POST', `${path}/resend`]])
    },
  )
}

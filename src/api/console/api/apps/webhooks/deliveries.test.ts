/** /console/api/apps/:app_id/webhooks/:webhook_id/deliveries: spec/webhooks.md#delivery. */
import assert from 'node:assert/strict'
import { refused } from '../../../../../../test/support/console/console-suites.ts'
import {
  needsOwnWebhook,
  openWebhookConsole,
} from '../../../../../../test/support/console/webhook-console.ts'
import { ENGINES } from '../../../../../../test/support/engines.ts'
import { slowOnPostgres } from '../../../../../../test/support/part.ts'
import { waitUntil } from '../../../../../../test/support/wait-until.ts'
import { createPost } from '../../../../../domain/posts/write/create-post.ts'
import { deletePost } from '../../../../../domain/posts/write/delete-post.ts'

for (const engine of ENGINES) {
  slowOnPostgres(engine)(
    `deliveries are listed by outcome, shown and sent again, on ${engine}`,
    async (t) => {
      const opened = await openWebhookConsole(t, { engine })
      const { stage, own, register } = opened
      const { server, mine, receiver } = stage
      const webhook = await register()
      await own.post(`${webhook}/subscriptions`)
      const { id: postId } = await createPost(server.context, {
        authorId: mine.owner.id,
        text: 'a secret plan',
      })
      await receiver.until(1)
      const list = async (query = '') => (await own.get(`${webhook}/deliveries${query}`)).body.deliveries
      await waitUntil(async () => (await list()).length === 1)
      const [delivery] = await list('?outcome=delivered')
      const { id, event, screen_name, outcome, status, attempts } = delivery
      assert.deepEqual(
        [event, screen_name, outcome, status, attempts],
        ['post.created', mine.owner.screenName, 'delivered', 200, 1],
      )
      assert.deepEqual([await list('?outcome=dead-lettered'), await list('?outcome=waiting')], [[], []])

      const shown = (await own.get(`${webhook}/deliveries/${id}`)).body
      assert.equal(shown.request.body, receiver.deliveries[0]?.raw.toString())
      assert.deepEqual([shown.no_request, shown.tries.length, shown.tries[0].outcome], [null, 1, 'accepted'])
      const resent = await own.post(`${webhook}/deliveries/${id}/resend`)
      assert.deepEqual(resent.body, { queued: true })
      await receiver.until(2)
      assert.equal(receiver.deliveries[1]?.raw.toString(), shown.request.body)

      await waitUntil(async () => (await list()).length === 1)
      await deletePost(server.context, { postId })
      await receiver.until(3)
      const later = (await own.get(`${webhook}/deliveries/${id}`)).body
      assert.deepEqual([later.request, later.no_request], [null, 'dropped'], 'a deleted post is not shown')
      assert.doesNotMatch(JSON.stringify(later), /secret plan/)

      await t.test('400/field-invalid for an unknown outcome, and for an invalid cursor', async () => {
        await refused(own.get(`${webhook}/deliveries?outcome=lost`), 400, 'field-invalid')
        await refused(own.get(`${webhook}/deliveries?cursor=x`), 400, 'field-invalid')
      })
      await t.test('404/delivery-not-found for an unknown id', async () => {
        for (const other of ['1-0-1', 'x']) {
          await refused(own.get(`${webhook}/deliveries/${other}`), 404, 'delivery-not-found')
          await refused(own.post(`${webhook}/deliveries/${other}/resend`), 404, 'delivery-not-found')
        }
      })
      await needsOwnWebhook(t, opened, webhook, [
        ['GET', '/deliveries'],
        ['GET', `/deliveries/${id}`],
        ['POST', `/deliveries/${id}/resend`],
      ])
    },
  )
}

/** /console/api/apps/:app_id/webhooks/:webhook_id/replays: spec/webhooks.md#calls. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { refused } from '../../../../../../test/support/console/console-suites.ts'
import {
  needsOwnWebhook,
  openWebhookConsole,
} from '../../../../../../test/support/console/webhook-console.ts'
import { waitUntil } from '../../../../../../test/support/wait-until.ts'
import { createPost } from '../../../../../domain/posts/write/create-post.ts'

const DAY_MS = 86_400_000

test('events of a period are delivered again, and the replay is listed with its end time', async (t) => {
  const opened = await openWebhookConsole(t)
  const { stage, own, register } = opened
  const { server, mine, receiver } = stage
  const webhook = await register()
  const path = `${webhook}/replays`
  await own.post(`${webhook}/subscriptions`)
  await createPost(server.context, { authorId: mine.owner.id, text: 'again' })
  await receiver.until(1)
  const period = () => {
    const now = server.context.clock.now()
    return { from_at: now - 60_000, to_at: now }
  }
  const started = await own.post(path, period())
  assert.equal(started.status, 201, JSON.stringify(started.body))
  await t.test('409/replay-in-progress while another replay is running', () =>
    refused(own.post(path, period()), 409, 'replay-in-progress'),
  )
  await receiver.until(3)
  const replay = async () => (await own.get(path)).body.replays[0]
  await waitUntil(async () => (await replay()).waiting === 0 && (await replay()).state === 'complete')
  assert.equal((await replay()).id, started.body.id)
  assert.match(receiver.deliveries[2]?.raw.toString() ?? '', /replay_job_status/)

  await t.test(
    '400/field-invalid for a period that is too old, in the future, empty or missing',
    async () => {
      const { from_at, to_at } = period()
      for (const body of [
        { from_at: to_at - 6 * DAY_MS, to_at },
        { from_at, to_at: to_at + DAY_MS },
        { from_at: to_at, to_at },
        {},
      ])
        await refused(own.post(path, body), 400, 'field-invalid')
    },
  )
  await needsOwnWebhook(t, opened, webhook, [
    ['GET', '/replays'],
    ['POST', '/replays', period()],
  ])
  await t.test('409/webhook-invalid for a webhook that failed a challenge', async () => {
    receiver.onChallenge = (response) => response.end()
    await own.post(`${webhook}/challenge`)
    await refused(own.post(path, period()), 409, 'webhook-invalid')
  })
})

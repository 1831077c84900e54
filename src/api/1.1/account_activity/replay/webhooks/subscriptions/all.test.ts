import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ENGINES } from '../../../../../../../test/support/engines.ts'
import { slowOnPostgres } from '../../../../../../../test/support/part.ts'
import { TestClock } from '../../../../../../../test/support/test-clock.ts'
import { createUsers } from '../../../../../../../test/support/users.ts'
import { WebhookStage } from '../../../../../../../test/support/webhooks/webhook-stage.ts'
import { targetsOf } from '../../../../../../../test/support/webhooks/webhook-suites.ts'
import { settled } from '../../../../../../../test/support/webhooks/webhooks.ts'
import { follow } from '../../../../../../domain/graph/follow.ts'
import { deliveriesOf } from '../../../../../../domain/webhooks/deliveries.ts'

const replay = (id: string) => `replay/webhooks/${id}/subscriptions/all.json`

for (const engine of ENGINES) {
  const test = slowOnPostgres(engine)
  test(`spec/webhooks.md#calls: the events of a period are delivered again, and then the end of the replay (${engine})`, async (t) => {
    const clock = new TestClock(Date.UTC(2020, 7, 12, 10, 0))
    const scene = await WebhookStage.set(t, { engine, clock, settings: { limits: 'off' } })
    const { receiver, user, mine, server } = scene
    const id = await scene.register('webhooks.json')
    await scene.ask('POST', `webhooks/${id}/subscriptions/all.json`, await scene.asUser(user))
    const friends = await createUsers(server.context, 4)
    const aMinute = async () => {
      clock.advance(60_000)
      // Making an id renews the lease of the worker number, which is part of every id.
      await server.context.ids.make()
    }
    const { store } = server.context
    const kept = () => deliveriesOf(store, { webhookId: BigInt(id), max: 20 })
    for (const [index, friend] of friends.entries()) {
      await follow(server.context, { follower: user.id, followee: friend.id })
      await settled(async () => (await kept()).length > index)
      await aMinute()
    }
    await aMinute()
    const asked = `${replay(id)}?from_date=202008121001&to_date=202008121003`
    const answer = await scene.ask('POST', asked, mine.asApp)
    assert.equal(answer.status, 202, answer.text)
    const job = JSON.parse(answer.text) as { job_id: string; created_at: string }
    assert.equal(job.created_at, '2020-08-12T10:05:00Z')
    await t.test('409/355 a second replay while one runs', async () => {
      const message = 'A replay job is already in progress for this webhook.'
      await scene.refused('409/355', message, 'POST', asked, mine.asApp)
    })
    await settled(async () => (await kept()).length === 6)
    for (let turn = 0; receiver.deliveries.length < 7; turn++) {
      if (turn % 100 === 0) clock.advance(1_000)
      await new Promise(setImmediate)
    }
    const again = receiver.deliveries.slice(4, 6)
    assert.deepEqual(
      targetsOf({ deliveries: again }),
      friends.slice(1, 3).map((friend) => String(friend.id)),
    )
    assert.deepEqual(receiver.deliveries[6]?.body, {
      replay_job_status: {
        webhook_id: id,
        job_state: 'Complete',
        job_state_description: 'Job completed successfully',
        job_id: job.job_id,
      },
    })
    // The replay is complete, so another replay may begin.
    assert.equal((await scene.ask('POST', asked, mine.asApp)).status, 202)
  })
}

test('refused replays', async (t) => {
  const clock = new TestClock(Date.UTC(2020, 7, 12, 10, 0))
  const scene = await WebhookStage.set(t, { clock, settings: { limits: 'off' } })
  const { mine, other } = scene
  const id = await scene.register('webhooks.json')
  const ask = (error: string, message: string, query: string, as = mine.asApp, webhook = id) =>
    scene.refused(error, message, 'POST', `${replay(webhook)}?${query}`, as)
  const period = 'from_date=202008120900&to_date=202008120930'

  await t.test('400/357 a date is missing', async () => {
    await ask('400/357', 'from_date: queryParam is required', 'to_date=202008120930')
    await ask('400/357', 'to_date: queryParam is required', 'from_date=202008120930')
  })
  await t.test('400/358 a date is invalid', async () => {
    for (const date of ['2020-08-12', '202002310000', '202008122500', '20200812093', 'x']) {
      const message = 'Unable to parse parameter from_date.'
      await ask('400/358', message, `from_date=${date}&to_date=202008120930`)
    }
  })
  await t.test('400/368 a date is not past', async () => {
    const message = 'to_date: [202008121000] is not before the current time.'
    await ask('400/368', message, 'from_date=202008120900&to_date=202008121000')
  })
  await t.test('400/356 the period is empty or too long ago', async () => {
    const problem = 'There was a problem with your request: '
    const same = `${problem}from_date is not before to_date.`
    await ask('400/356', same, 'from_date=202008120900&to_date=202008120900')
    const old = `${problem}from_date is more than 5 days ago.`
    await ask('400/356', old, 'from_date=202008070959&to_date=202008120900')
  })
  await t.test('400/360 the id of the webhook is invalid', async () => {
    await ask('400/360', 'webhook_id: [-1] is not greater than or equal to 0', period, mine.asApp, '-1')
  })
  await t.test('404/34 an unknown webhook', async () => {
    await ask('404/34', 'Sorry, that page does not exist.', period, mine.asApp, '1')
  })
  await t.test("403/348 another app's webhook", async () => {
    const message = "Client application is not permitted to access this user's webhook subscriptions."
    await ask('403/348', message, period, other.asApp)
  })
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ENGINES, freshConfig } from '../../../test/support/engines.ts'
import { TestClock } from '../../../test/support/test-clock.ts'
import { createUsers } from '../../../test/support/users.ts'
import { settled, startWebhooks, subscribeReceiver } from '../../../test/support/webhooks/webhooks.ts'
import { must } from '../../lib/assert.ts'
import { follow } from '../graph/follow.ts'
import { deliveriesOf } from './deliveries.ts'
import { backlogs } from './queue.ts'
import { removeWebhook } from './remove-webhook.ts'
import { trimDeliveries } from './trim.ts'

const DAY_MS = 86_400_000

for (const engine of ENGINES) {
  test(`finished deliveries are kept for the configured days, and no delivery waits longer (${engine})`, async (t) => {
    const clock = new TestClock()
    const bench = await startWebhooks(t, await freshConfig(t, engine), clock)
    const { context, store } = bench.runtime
    const { receiver, user, webhook } = await subscribeReceiver(t, bench)
    const waiting = await subscribeReceiver(t, bench, user)
    const removed = await subscribeReceiver(t, bench, user)
    for (const { receiver } of [waiting, removed])
      receiver.onDelivery = (response) => response.writeHead(500).end()
    const [friend] = await createUsers(context, 1)
    await follow(context, { follower: user.id, followee: must(friend, 'a user').id })
    const logged = (webhookId: bigint) => deliveriesOf(store, { webhookId, max: 9 })
    await Promise.all([receiver.until(1), waiting.receiver.until(1), removed.receiver.until(1)])
    await settled(async () => (await logged(webhook.id)).length === 1)
    await removeWebhook(context, removed.webhook.id)
    await bench.close()

    assert.equal(await trimDeliveries(store, clock, 7), 0)
    clock.set(clock.now() + 3_600_001)
    await trimDeliveries(store, clock, 7)
    assert.deepEqual(
      (await backlogs(store)).map(({ webhookId, waiting }) => [webhookId, waiting]),
      [[waiting.webhook.id, 1]],
    )
    clock.set(clock.now() + 7 * DAY_MS)
    await trimDeliveries(store, clock, 7)
    assert.deepEqual(await logged(webhook.id), [])
    assert.deepEqual(await backlogs(store), [])
    assert.deepEqual(
      (await logged(waiting.webhook.id)).map(({ outcome }) => outcome),
      ['expired'],
    )
  })
}

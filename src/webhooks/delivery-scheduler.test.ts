import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ENGINES, freshConfig } from '../../test/support/engines.ts'
import { TestClock } from '../../test/support/test-clock.ts'
import { createUsers } from '../../test/support/users.ts'
import {
  attemptsMade,
  settled,
  startWebhooks,
  subscribeReceiver,
} from '../../test/support/webhooks/webhooks.ts'
import { block, unblock } from '../domain/graph/block.ts'
import { follow, unfollow } from '../domain/graph/follow.ts'
import { mute, unmute } from '../domain/graph/mute.ts'
import { attemptsOf, deliveriesOf } from '../domain/webhooks/deliveries.ts'
import { backlogs } from '../domain/webhooks/queue.ts'
import { resend } from '../domain/webhooks/resend.ts'
import { must } from '../lib/assert.ts'

interface ActivityEvent {
  readonly type: string
  readonly source: { readonly id_str: string }
  readonly target: { readonly id_str: string }
}

/** The type of a delivery, such as `follow_events follow`. */
function typeOf(body: Readonly<Record<string, unknown>>): string {
  const [member = '', value] = Object.entries(body).find(([name]) => name !== 'for_user_id') ?? []
  const [first] = Array.isArray(value) ? (value as ActivityEvent[]) : []
  return first === undefined ? member : `${member} ${first.type}`
}

for (const engine of ENGINES) {
  test(`spec/webhooks.md#delivery: follows, blocks and mutes are delivered in order, with a signature over the exact bytes (${engine})`, async (t) => {
    const bench = await startWebhooks(t, await freshConfig(t, engine), new TestClock())
    const { context } = bench.runtime
    const { receiver, user } = await subscribeReceiver(t, bench)
    const [other] = await createUsers(context, 1)
    const { id } = must(other, 'a user')
    await follow(context, { follower: user.id, followee: id })
    await follow(context, { follower: id, followee: user.id })
    await unfollow(context, { follower: user.id, followee: id })
    await block(context, { userId: user.id, blockedId: id })
    await unblock(context, { userId: user.id, blockedId: id })
    await mute(context, { userId: user.id, mutedId: id })
    await unmute(context, { userId: user.id, mutedId: id })
    // The block also ended the other user's follow, but unfollows by other users are not delivered.
    await follow(context, { follower: id, followee: user.id })
    await receiver.until(8)
    assert.deepEqual(
      receiver.deliveries.map(({ body }) => typeOf(body)),
      [
        'follow_events follow',
        'follow_events follow',
        'follow_events unfollow',
        'block_events block',
        'block_events unblock',
        'mute_events mute',
        'mute_events unmute',
        'follow_events follow',
      ],
    )
    for (const { body, headers, isSigned } of receiver.deliveries) {
      assert.equal(body['for_user_id'], String(user.id))
      assert.equal(headers['content-type'], 'application/json')
      assert.equal(isSigned, true)
    }
    const { body } = must(receiver.deliveries[0], 'a delivery')
    const [first] = body['follow_events'] as (ActivityEvent & { created_timestamp: string })[]
    assert.equal(first?.created_timestamp, String(bench.clock.now()))
    assert.deepEqual([first?.source.id_str, first?.target.id_str], [String(user.id), String(id)])
  })

  test(`a failed delivery is retried after 3, 27 and 242 s and then given up, and the queue continues (${engine})`, async (t) => {
    const clock = new TestClock()
    const bench = await startWebhooks(t, await freshConfig(t, engine), clock, { challengeMs: 86_400_000 })
    const { context, store } = bench.runtime
    const { receiver, user, webhook } = await subscribeReceiver(t, bench)
    const friends = await createUsers(context, 2)
    const [first, second] = [must(friends[0], 'a user'), must(friends[1], 'a user')]
    receiver.onDelivery = (response) => response.writeHead(500).end('out of order')
    await follow(context, { follower: user.id, followee: first.id })
    await follow(context, { follower: user.id, followee: second.id })
    const times: number[] = []
    for (const [index, seconds] of [0, 3, 27, 242].entries()) {
      // One millisecond before the due time, there is no attempt.
      if (seconds > 0) {
        clock.advance(seconds * 1000 - 1)
        await new Promise((resolve) => setImmediate(resolve))
        assert.equal(receiver.deliveries.length, index)
        clock.advance(1_001)
      }
      await receiver.until(index + 1)
      times.push(clock.now())
      await settled(() => bench.observed.attempted.length === index + 1)
      await attemptsMade(bench, index + 1)
    }
    // The next delivery is sent immediately. All earlier requests were attempts of the first delivery.
    await receiver.until(5)
    const targets = receiver.deliveries.map(
      ({ body }) => (body['follow_events'] as ActivityEvent[])[0]?.target.id_str,
    )
    assert.deepEqual(targets, [...Array(4).fill(String(first.id)), String(second.id)])
    await settled(async () => (await deliveriesOf(store, { webhookId: webhook.id, max: 10 })).length === 1)
    const [parked] = await deliveriesOf(store, { webhookId: webhook.id, outcome: 'parked', max: 10 })
    assert.ok(parked)
    assert.deepEqual([parked.attempts, parked.status, parked.response], [4, 500, 'out of order'])
    const attempts = await attemptsOf(store, parked)
    assert.deepEqual(
      attempts.map(({ outcome, status, response }) => [outcome, status, response]),
      Array(4).fill(['refused', 500, 'out of order']),
    )

    // A delivery that was given up can be queued again. It is sent before the deliveries that follow it.
    receiver.onDelivery = (response) => response.end()
    await attemptsMade(bench, 5)
    assert.equal(await resend(context, parked), true)
    assert.equal(await resend(context, parked), false)
    // When a delivery is queued again, its row is removed from the log of results.
    assert.deepEqual(await deliveriesOf(store, { webhookId: webhook.id, outcome: 'parked', max: 10 }), [])
    clock.advance(4_000)
    await settled(async () => (await backlogs(store)).length === 0)
    const outcomes = await deliveriesOf(store, { webhookId: webhook.id, max: 10 })
    assert.deepEqual(
      outcomes.map(({ outcome }) => outcome),
      ['delivered', 'delivered'],
    )
  })
}

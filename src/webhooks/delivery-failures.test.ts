import assert from 'node:assert/strict'
import type { LookupFunction } from 'node:net'
import { describe, test } from 'node:test'
import { ENGINES, freshConfig } from '../../test/support/engines.ts'
import { slowTest } from '../../test/support/part.ts'
import { TestClock } from '../../test/support/test-clock.ts'
import { createUsers } from '../../test/support/users.ts'
import { startReceiver } from '../../test/support/webhooks/webhook-receiver.ts'
import {
  attemptsMade,
  settled,
  startWebhooks,
  subscribeReceiver,
  type WebhookBench,
} from '../../test/support/webhooks/webhooks.ts'
import type { User } from '../domain/accounts/user.ts'
import { changeAppState } from '../domain/apps/change-app-state.ts'
import { regenerateKeys } from '../domain/apps/regenerate-keys.ts'
import { follow } from '../domain/graph/follow.ts'
import { attemptsOf, deliveriesOf } from '../domain/webhooks/deliveries.ts'
import { removeWebhook } from '../domain/webhooks/remove-webhook.ts'
import { setWebhookValidity } from '../domain/webhooks/set-webhook-validity.ts'
import { unsubscribe } from '../domain/webhooks/subscriptions.ts'
import { findWebhook } from '../domain/webhooks/webhook.ts'
import { systemClock } from '../lib/time/clock.ts'

/** Makes `count` new users follow a user; each follow is an event of the followed user. */
async function followed({ runtime: { context } }: WebhookBench, user: User, count: number): Promise<User[]> {
  const followers = await createUsers(context, count)
  for (const { id } of followers) await follow(context, { follower: id, followee: user.id })
  return [...followers]
}

/** Ids of the followers in the deliveries, in the order of the deliveries. */
function sources(deliveries: readonly { readonly body: Readonly<Record<string, unknown>> }[]) {
  return deliveries.map(({ body }) => {
    const [event] = body['follow_events'] as { readonly source: { readonly id_str: string } }[]
    return BigInt(event?.source.id_str ?? 0)
  })
}

const idsOf = (users: readonly User[]) => users.map(({ id }) => id)

describe('a receiver that fails', () => {
  test('if a receiver does not respond, no other receiver is delayed, and its delivery is retried', async (t) => {
    const clock = new TestClock()
    const bench = await startWebhooks(t, await freshConfig(t, 'sqlite'), clock)
    const hanging = await subscribeReceiver(t, bench)
    hanging.receiver.onDelivery = () => undefined
    const well = await subscribeReceiver(t, bench, hanging.user)
    const followers = await followed(bench, hanging.user, 30)
    await well.receiver.until(30)
    assert.deepEqual(sources(well.receiver.deliveries), idsOf(followers))
    assert.equal(hanging.receiver.deliveries.length, 1)
    clock.advance(3_000)
    await settled(() => bench.observed.attempted.includes('timed-out'))
    hanging.receiver.onDelivery = (response) => response.end()
    await attemptsMade(bench, 1)
    clock.advance(4_000)
    await hanging.receiver.until(31)
    assert.deepEqual(sources(hanging.receiver.deliveries.slice(1)), idsOf(followers))
  })

  test('a delivery is accepted by its status, even if the body of the response is endless or ends early', async (t) => {
    const bench = await startWebhooks(t, await freshConfig(t, 'sqlite'), new TestClock())
    const { receiver, user } = await subscribeReceiver(t, bench)
    let sent = 0
    receiver.onDelivery = (response) => {
      response.writeHead(200)
      if (receiver.deliveries.length === 2) {
        response.write('begun', () => response.destroy())
        return
      }
      const piece = Buffer.alloc(64 * 1024, 'a')
      const more = () => {
        if (response.destroyed) return
        sent += piece.length
        response.write(piece, (error) => {
          // After the end of the response, each write fails immediately. Without this condition, the failing writes
          // would block the event loop.
          if (error === null || error === undefined) more()
        })
      }
      more()
    }
    await followed(bench, user, 3)
    await settled(() => bench.observed.settled.length === 3)
    assert.deepEqual(bench.observed.settled, ['delivered', 'delivered', 'delivered'])
    assert.ok(sent < 64 * 2 ** 20, `${sent} octets were written until the connection was given up`)
  })

  test('a redirect is not followed and invalidates the webhook, and no delivery is lost', async (t) => {
    const bench = await startWebhooks(t, await freshConfig(t, 'sqlite'), new TestClock())
    const { context, store } = bench.runtime
    const { receiver, user, webhook } = await subscribeReceiver(t, bench)
    const elsewhere = await startReceiver(t)
    receiver.onDelivery = (response) => response.writeHead(302, { location: elsewhere.url }).end()
    const followers = await followed(bench, user, 2)
    await settled(async () => (await findWebhook(store, webhook.id))?.isValid === false)
    assert.equal(elsewhere.deliveries.length, 0)
    receiver.onDelivery = (response) => response.end()
    await setWebhookValidity(context, { webhookId: webhook.id, isValid: true, challengeDueAt: 2 ** 50 })
    bench.clock.advance(1_000)
    await settled(() => bench.observed.settled.filter((outcome) => outcome === 'delivered').length >= 1)
    assert.equal(sources(receiver.deliveries)[1], followers[0]?.id)
  })

  test('if the host name later resolves to an address in a network that is not allowed, the delivery is refused', async (t) => {
    let address = '127.0.0.1'
    const lookup: LookupFunction = (_, options, callback) =>
      options.all === true ? callback(null, [{ address, family: 4 }]) : callback(null, address, 4)
    const clock = new TestClock()
    const bench = await startWebhooks(t, await freshConfig(t, 'sqlite'), clock, { outbound: { lookup } })
    const receiver = await startReceiver(t)
    const { user, webhook } = await subscribeReceiver(t, bench, undefined, {
      ...receiver,
      url: `http://hooks.example:${receiver.port}/`,
    })
    receiver.onDelivery = (response) => response.writeHead(200, { connection: 'close' }).end()
    await followed(bench, user, 1)
    await receiver.until(1)
    await settled(() => bench.observed.settled.length === 1)
    address = '127.0.0.2'
    await followed(bench, user, 1)
    await settled(() => bench.observed.attempted.length === 2)
    assert.deepEqual(bench.observed.attempted, ['accepted', 'address-refused'])
    assert.equal((await findWebhook(bench.runtime.store, webhook.id))?.isValid, true)
  })

  slowTest(
    'a receiver that responds 500 for half an hour: each delivery is given up after four attempts, in order, and the next delivery is accepted',
    async (t) => {
      const clock = new TestClock()
      const bench = await startWebhooks(t, await freshConfig(t, 'sqlite'), clock, {
        challengeMs: 2 ** 40,
        // The test clock is moved fast, and timeouts of requests use the real clock.
        outbound: { clock: systemClock },
      })
      const { store } = bench.runtime
      const { receiver, user, webhook } = await subscribeReceiver(t, bench)
      receiver.onDelivery = (response) => response.writeHead(500).end('no')
      await followed(bench, user, 7)
      const before = clock.now()
      await settled(async () => {
        clock.advance(1_000)
        return bench.observed.settled.length === 7
      })
      assert.ok(clock.now() - before >= 7 * 272_000)
      receiver.onDelivery = (response) => response.end()
      const [last] = await followed(bench, user, 1)
      await settled(() => bench.observed.settled.length === 8)
      assert.deepEqual(bench.observed.settled, [...Array(7).fill('parked'), 'delivered'])
      assert.equal(sources(receiver.deliveries).at(-1), last?.id)
      await settled(async () => (await deliveriesOf(store, { webhookId: webhook.id, max: 9 })).length === 8)
      const parked = await deliveriesOf(store, { webhookId: webhook.id, outcome: 'parked', max: 9 })
      assert.deepEqual(
        parked.map(({ attempts, response }) => [attempts, response]),
        Array(7).fill([4, 'no']),
      )
      for (const each of parked) assert.equal((await attemptsOf(store, each)).length, 4)
    },
  )
})

describe('changes while deliveries are queued', () => {
  test('nothing is delivered after an unsubscription, after the removal of a webhook, or after a suspension of the app', async (t) => {
    const bench = await startWebhooks(t, await freshConfig(t, 'sqlite'), new TestClock())
    const { context } = bench.runtime
    const gone = await subscribeReceiver(t, bench)
    const removed = await subscribeReceiver(t, bench, gone.user)
    const suspended = await subscribeReceiver(t, bench, gone.user)
    const well = await subscribeReceiver(t, bench, gone.user)
    await unsubscribe(context, { webhookId: gone.webhook.id, userId: gone.user.id })
    await removeWebhook(context, removed.webhook.id)
    await changeAppState(context, suspended.app.appId, 'suspend')
    await followed(bench, gone.user, 2)
    await well.receiver.until(2)
    await bench.close()
    for (const { receiver } of [gone, removed, suspended]) assert.equal(receiver.deliveries.length, 0)
  })

  test('a new consumer secret signs later deliveries', async (t) => {
    const bench = await startWebhooks(t, await freshConfig(t, 'sqlite'), new TestClock())
    const { receiver, user, app } = await subscribeReceiver(t, bench)
    await followed(bench, user, 1)
    await receiver.until(1)
    receiver.secret = (await regenerateKeys(bench.runtime.context, app.appId)).consumerSecret
    await followed(bench, user, 1)
    await receiver.until(2)
    assert.deepEqual(
      receiver.deliveries.map(({ isSigned }) => isSigned),
      [true, true],
    )
  })
})

describe('spec/webhooks.md#challenge: the challenge is repeated', () => {
  test('a challenge is sent at its interval; a receiver that fails the challenge receives no further delivery', async (t) => {
    const clock = new TestClock()
    const options = { challengeMs: 30_000 }
    const bench = await startWebhooks(t, await freshConfig(t, 'sqlite'), clock, options)
    const { store } = bench.runtime
    const { receiver, user, webhook } = await subscribeReceiver(t, bench)
    clock.advance(30_000 - 1)
    assert.equal(receiver.challenges.length, 0)
    clock.advance(1_000)
    await receiver.untilChallenged(1)
    await followed(bench, user, 1)
    await receiver.until(1)
    receiver.onChallenge = (response) => response.end('{"response_token":"sha256=wrong"}')
    clock.advance(30_000)
    await receiver.untilChallenged(2)
    await settled(async () => (await findWebhook(store, webhook.id))?.isValid === false)
    await followed(bench, user, 1)
    clock.advance(60_000)
    await bench.close()
    assert.equal(receiver.deliveries.length, 1)
    assert.equal(receiver.challenges.length, 2)
  })
})

describe('deliveries keep their order, and no delivery is lost', () => {
  for (const engine of ENGINES) {
    test(`a stop during a delivery repeats this delivery and loses no delivery (${engine})`, async (t) => {
      const config = await freshConfig(t, engine)
      const clock = new TestClock()
      const first = await startWebhooks(t, config, clock)
      const { receiver, user } = await subscribeReceiver(t, first)
      receiver.onDelivery = (response) => {
        if (receiver.deliveries.length < 3) response.end()
      }
      const followers = await followed(first, user, 6)
      await receiver.until(3)
      await settled(() => first.observed.settled.length === 2)
      await first.close()
      receiver.onDelivery = (response) => response.end()
      const second = await startWebhooks(t, config, clock)
      await receiver.until(7)
      await settled(() => second.observed.settled.length === 4)
      const [one, two, three, ...rest] = idsOf(followers)
      assert.deepEqual(sources(receiver.deliveries), [one, two, three, three, ...rest])
    })
  }

  slowTest(
    'two servers on one PostgreSQL database deliver each event once between them, in order',
    async (t) => {
      const config = await freshConfig(t, 'postgres')
      const clock = new TestClock()
      const outbound = { clock: systemClock }
      const servers = [
        await startWebhooks(t, config, clock, { outbound }),
        await startWebhooks(t, config, clock, { outbound }),
      ] as const
      const subscribed = [
        await subscribeReceiver(t, servers[0]),
        await subscribeReceiver(t, servers[1]),
      ] as const
      const [{ user }] = subscribed
      const followers: User[] = []
      for (let turn = 0; turn < 10; turn++) {
        followers.push(...(await followed(servers[turn % 2 === 0 ? 0 : 1], user, 5)))
      }
      const { receiver, webhook } = subscribed[0]
      const { store } = servers[0].runtime
      const logged = () => deliveriesOf(store, { webhookId: webhook.id, max: 200 })
      await settled(async () => {
        // Notifications between processes take a short time.
        clock.advance(5)
        return (await logged()).length >= followers.length
      })
      assert.deepEqual(sources(receiver.deliveries), idsOf(followers))
      assert.ok((await logged()).every(({ outcome, attempts }) => outcome === 'delivered' && attempts === 1))
    },
  )
})

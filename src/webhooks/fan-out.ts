/**
 * Turns events into deliveries, as a consumer of the log. The consumer adds a row for each webhook and user, in the
 * transaction that moves the consumer's position. Therefore each event enters each queue exactly once.
 */
import type { Tx } from '../db/store.ts'
import { hasLiveToken } from '../domain/apps/tokens.ts'
import { type Delivery, enqueue, LIVE_JOB, NO_USER, type NonEmpty } from '../domain/webhooks/queue.ts'
import { subscriptionsOfApp, subscriptionsTo, unsubscribeIn } from '../domain/webhooks/subscriptions.ts'
import { hasWebhooks } from '../domain/webhooks/webhook.ts'
import type { Clock } from '../lib/time/clock.ts'
import type { Consumer } from '../log/consumer.ts'
import type { EventOf, LoggedEvent } from '../log/event.ts'
import { BatchSize } from './batch-size.ts'
import { recipientsOf, usersReceiving } from './recipients.ts'

/** Deliveries that this process has queued in one batch. */
export interface QueuedBatch {
  /** The position of the last event before the batch. */
  readonly from: bigint
  readonly to: bigint
  /** The deliveries by queue, in order. */
  readonly deliveries: readonly NonEmpty<Delivery>[]
}

/**
 * The durable consumer. Events from before its first start are delivered to no webhook.
 * @param onQueued called with the queued deliveries after the commit
 */
export function webhookFanOut(clock: Pick<Clock, 'now'>, onQueued: (batch: QueuedBatch) => void): Consumer {
  let last: QueuedBatch | undefined
  let isNeeded: boolean | undefined
  const size = new BatchSize()
  return {
    name: 'webhooks',
    begin: 'newest',
    get batch() {
      return size.events
    },
    // A webhook that becomes valid later must not receive these events. Therefore the position is saved while any
    // webhook exists, even an invalid webhook.
    async hasWork(reader, events) {
      // This consumer also reads the events of the creation of the first webhook and of the removal of the last
      // webhook.
      if (events.some(({ kind }) => kind === 'webhook.changed')) isNeeded = undefined
      isNeeded ??= await hasWebhooks(reader)
      return isNeeded
    },
    async apply(tx, events) {
      const deliveries = await fanOut(tx, events, clock.now())
      const [first, newest] = [events.at(0)?.position ?? 0n, events.at(-1)?.position ?? 0n]
      last = { from: first - 1n, to: newest, deliveries }
      size.record(
        events.length,
        deliveries.reduce((sum, { length }) => sum + length, 0),
      )
    },
    leftOut() {
      isNeeded = undefined
    },
    applied() {
      if (last !== undefined) onQueued(last)
      last = undefined
    },
  }
}

/**
 * Queues the deliveries of events.
 * @param now milliseconds since the Unix epoch
 * @returns the queued deliveries
 */
async function fanOut(
  tx: Tx,
  events: readonly LoggedEvent[],
  now: number,
): Promise<readonly NonEmpty<Delivery>[]> {
  const received = events.map((event) => ({ event, users: usersReceiving(event) }))
  const users = [...new Set(received.flatMap((each) => each.users))]
  const webhooks = webhooksByUser(await subscriptionsTo(tx, users))
  const deliveries: Delivery[] = received.flatMap(({ event: { position }, users }) =>
    users.flatMap((userId) =>
      (webhooks.get(userId) ?? []).map((webhookId) => ({ webhookId, userId, jobId: LIVE_JOB, position })),
    ),
  )
  for (const event of events) {
    const recipients = recipientsOf(event)
    if (recipients === undefined || 'users' in recipients) continue
    if ('endedReplay' in recipients) deliveries.push(endOf(recipients.endedReplay))
    else deliveries.push(...(await revoke(tx, recipients.revokedToken, now)))
  }
  return enqueue(tx, deliveries.toSorted(byPosition), now)
}

function endOf({ webhook_id, job_id, position }: EventOf<'webhook.replay_ended'>): Delivery {
  return { webhookId: webhook_id, userId: NO_USER, jobId: job_id, position }
}

function byPosition(one: Delivery, other: Delivery): number {
  return one.position < other.position ? -1 : one.position > other.position ? 1 : 0
}

function webhooksByUser(
  subscriptions: readonly { readonly webhookId: bigint; readonly userId: bigint }[],
): ReadonlyMap<bigint, readonly bigint[]> {
  const webhooks = new Map<bigint, bigint[]>()
  for (const { webhookId, userId } of subscriptions) {
    const ids = webhooks.get(userId)
    if (ids === undefined) webhooks.set(userId, [webhookId])
    else ids.push(webhookId)
  }
  return webhooks
}

/**
 * Ends the subscriptions of an app to events of a user when no token permits them any more. If the user has no token
 * at all for the app, the app receives the revocation as the last event of the user.
 */
async function revoke(tx: Tx, event: EventOf<'token.revoked'>, now: number): Promise<readonly Delivery[]> {
  const { user_id: userId, app_id: appId, position } = event
  const pair = { appId, userId }
  if (await hasLiveToken(tx, { ...pair, permissions: 'read-write-directmessages' })) return []
  const subscriptions = await subscriptionsOfApp(tx, pair)
  const isRevoked = !(await hasLiveToken(tx, { ...pair, permissions: 'read' }))
  for (const { webhookId } of subscriptions) await unsubscribeIn(tx, now, { webhookId, userId, appId })
  return subscriptions
    .filter(({ isValid }) => isValid && isRevoked)
    .map(({ webhookId }) => ({ webhookId, userId, jobId: LIVE_JOB, position }))
}

/**
 * The reader of the log that turns events into deliveries: a row for each webhook and user, in the transaction in
 * which the reader's position moves, so that each event is put into each lane once.
 */
import type { Tx } from '../db/store.ts'
import { hasLiveToken } from '../domain/apps/tokens.ts'
import { type Delivery, enqueue, LIVE, NOBODY, type Several } from '../domain/webhooks/queue.ts'
import { subscriptionsOfApp, subscriptionsTo, unsubscribeIn } from '../domain/webhooks/subscriptions.ts'
import { hasWebhooks } from '../domain/webhooks/webhook.ts'
import type { Clock } from '../lib/time/clock.ts'
import type { Consumer } from '../log/consumer.ts'
import type { EventOf, LoggedEvent } from '../log/event.ts'
import { BatchSize } from './batch-size.ts'
import { hearersOf, usersHearing } from './hearers.ts'

/** What this process has put into the queue. */
export interface FannedOut {
  /** The events after this position, up to the other, are in the queue with everything before them. */
  readonly from: bigint
  readonly to: bigint
  /** By their lane, in order. */
  readonly deliveries: readonly Several<Delivery>[]
}

/**
 * The durable reader. What happened before it ran for the first time is told to nobody.
 * @param told called with what was put into the queue, once that is committed
 */
export function webhookFanOut(clock: Pick<Clock, 'now'>, told: (fannedOut: FannedOut) => void): Consumer {
  let last: FannedOut | undefined
  let isNeeded: boolean | undefined
  const size = new BatchSize()
  return {
    name: 'webhooks',
    begin: 'newest',
    get batch() {
      return size.events
    },
    // Where there is a webhook, one that is not valid hears nothing of what happens meanwhile: its place must be noted.
    async concerns(reader, events) {
      // Whatever makes the first webhook, or takes the last away, is an event that passes here.
      if (events.some(({ kind }) => kind === 'webhook.changed')) isNeeded = undefined
      isNeeded ??= await hasWebhooks(reader)
      return isNeeded
    },
    async apply(tx, events) {
      const deliveries = await fanOut(tx, events, clock.now())
      const [first, newest] = [events.at(0)?.position ?? 0n, events.at(-1)?.position ?? 0n]
      last = { from: first - 1n, to: newest, deliveries }
      size.note(
        events.length,
        deliveries.reduce((sum, { length }) => sum + length, 0),
      )
    },
    leftOut() {
      isNeeded = undefined
    },
    applied() {
      if (last !== undefined) told(last)
      last = undefined
    },
  }
}

/** What was put into the queue. @param now milliseconds since the Unix epoch */
async function fanOut(
  tx: Tx,
  events: readonly LoggedEvent[],
  now: number,
): Promise<readonly Several<Delivery>[]> {
  const heard = events.map((event) => ({ event, users: usersHearing(event) }))
  const users = [...new Set(heard.flatMap((each) => each.users))]
  const webhooks = webhooksByUser(await subscriptionsTo(tx, users))
  const deliveries: Delivery[] = heard.flatMap(({ event: { position }, users }) =>
    users.flatMap((userId) =>
      (webhooks.get(userId) ?? []).map((webhookId) => ({ webhookId, userId, jobId: LIVE, position })),
    ),
  )
  for (const event of events) {
    const hearers = hearersOf(event)
    if (hearers === undefined || 'users' in hearers) continue
    if ('endedReplay' in hearers) deliveries.push(endOf(hearers.endedReplay))
    else deliveries.push(...(await revoke(tx, hearers.revokedToken, now)))
  }
  return enqueue(tx, deliveries.toSorted(byPosition), now)
}

function endOf({ webhook_id, job_id, position }: EventOf<'webhook.replay_ended'>): Delivery {
  return { webhookId: webhook_id, userId: NOBODY, jobId: job_id, position }
}

function byPosition(one: Delivery, other: Delivery): number {
  return one.position < other.position ? -1 : one.position > other.position ? 1 : 0
}

function webhooksByUser(
  subscriptions: readonly { readonly webhookId: bigint; readonly userId: bigint }[],
): ReadonlyMap<bigint, readonly bigint[]> {
  const webhooks = new Map<bigint, bigint[]>()
  for (const { webhookId, userId } of subscriptions) {
    const known = webhooks.get(userId)
    if (known === undefined) webhooks.set(userId, [webhookId])
    else known.push(webhookId)
  }
  return webhooks
}

/**
 * Ends what a user had let an app hear, once no token is left that would let it; the app hears of that as the last
 * thing, once no token is left at all.
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
    .map(({ webhookId }) => ({ webhookId, userId, jobId: LIVE, position }))
}

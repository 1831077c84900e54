/** Puts what a replay is to repeat into the queue, a piece at a time, as fast as it is delivered. */

import { isItemFailure } from '../db/errors.ts'
import type { Context } from '../domain/context.ts'
import { type Delivery, enqueue, pendingOfJob } from '../domain/webhooks/queue.ts'
import { endReplay, moveReplay, type Replay, runningReplays, SKEW_MS } from '../domain/webhooks/replays.ts'
import { subscribersOf } from '../domain/webhooks/subscriptions.ts'
import { requireEvent, requireReadable } from '../log/consumer.ts'
import type { LogEntry, LoggedEvent } from '../log/event.ts'
import { eventItem, type Failure } from '../log/failed-items.ts'
import type { Failures, Retry } from '../log/failures.ts'
import { PositionTooOld, type Tail } from '../log/tail.ts'
import { usersHearing } from './hearers.ts'

/** Deliveries of a replay that wait at a time, about. */
const WAITING_MOST = 500

/** Events that are read at a time. */
const SLICE = 500

export interface FeedServices {
  readonly context: Pick<Context, 'store' | 'clock'>
  readonly tail: Pick<Tail, 'readAfter'>
  readonly failures: Pick<Failures, 'remember' | 'told'>
}

/** The reader of the log that feeds replays. */
export const REPLAYS = 'webhook-replays'

/** Feeds the replays of a webhook that are under way, and ends those that are through. */
export async function feedReplays(services: FeedServices, webhookId: bigint): Promise<void> {
  const { store } = services.context
  for (const replay of await runningReplays(store, webhookId)) {
    const waiting = await pendingOfJob(store, { webhookId, jobId: replay.id })
    if (waiting < WAITING_MOST) await feed(services, replay, waiting)
  }
}

async function feed(
  { context, tail, failures }: FeedServices,
  replay: Replay,
  waiting: number,
): Promise<void> {
  let events: readonly LogEntry[]
  try {
    events = await tail.readAfter(replay.position, SLICE)
  } catch (error) {
    if (error instanceof PositionTooOld) return endReplay(context, replay, false)
    throw error
  }
  const past = events.findIndex(({ at }) => at >= replay.toAt + SKEW_MS)
  const read = past < 0 ? events : events.slice(0, past)
  const last = read.at(-1)
  if (last === undefined) return waiting === 0 ? endReplay(context, replay, true) : undefined
  const now = context.clock.now()
  const users = new Set(await subscribersOf(context.store, replay.webhookId))
  const left: Failure[] = []
  const deliveries = read
    .filter(({ at }) => at >= replay.fromAt && at < replay.toAt)
    .flatMap((event) => {
      try {
        return deliveriesOf(replay, requireReadable(event), users)
      } catch (error) {
        if (!isItemFailure(error)) throw error
        left.push(failureOf(replay, event.position, error))
        return []
      }
    })
  // No event: what is repeated was told long ago.
  const areNew = await context.store.write(async (tx) => {
    if (!(await moveReplay(tx, replay, last.position))) return []
    await enqueue(tx, deliveries, now)
    const remembered: boolean[] = []
    for (const failure of left) remembered.push(await failures.remember(tx, failure))
    return remembered
  })
  for (const [index, isNew] of areNew.entries()) {
    const failure = left[index]
    if (failure !== undefined) failures.told(failure, isNew)
  }
}

/** What is remembered of an event that a replay has left out. */
function failureOf({ webhookId, id }: Replay, position: bigint, error: unknown): Failure {
  const item = `${eventItem(position)} in replay ${id}`
  return { reader: REPLAYS, item, detail: JSON.stringify([webhookId, id, position].map(String)), error }
}

/** Puts an event into the queue that a replay has left out. */
export function retryReplayed({ store, clock }: FeedServices['context']): Retry {
  return async ({ detail }) => {
    const [webhookId = 0n, id = 0n, position = 0n] = (JSON.parse(detail) as string[]).map(BigInt)
    const event = await requireEvent(store, eventItem(position))
    const users = new Set(await subscribersOf(store, webhookId))
    const deliveries = deliveriesOf({ webhookId, id }, event, users)
    return {
      async apply(tx) {
        await enqueue(tx, deliveries, clock.now())
      },
    }
  }
}

function deliveriesOf(
  { webhookId, id: jobId }: Pick<Replay, 'webhookId' | 'id'>,
  event: LoggedEvent,
  users: ReadonlySet<bigint>,
): Delivery[] {
  return usersHearing(event)
    .filter((userId) => users.has(userId))
    .map((userId) => ({ webhookId, userId, jobId, position: event.position }))
}

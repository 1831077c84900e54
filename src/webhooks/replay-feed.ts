/** Queues the events of replays in batches, at the rate at which deliveries leave the queues. */

import { isItemFailure } from '../db/errors.ts'
import type { Context } from '../domain/context.ts'
import { countPending, type Delivery, enqueue } from '../domain/webhooks/queue.ts'
import { endReplay, moveReplay, type Replay, runningReplays, SKEW_MS } from '../domain/webhooks/replays.ts'
import { subscribersOf } from '../domain/webhooks/subscriptions.ts'
import { requireEvent, requireReadable } from '../log/consumer.ts'
import type { LogEntry, LoggedEvent } from '../log/event.ts'
import { eventItem, type Failure } from '../log/failed-items.ts'
import type { Failures, Retry } from '../log/failures.ts'
import { PositionTooOld } from '../log/read-table.ts'
import type { Tail } from '../log/tail.ts'
import { usersReceiving } from './recipients.ts'

/** Approximate maximum of queued deliveries of a replay. */
const MAX_WAITING = 500

/** Number of events in one batch. */
const BATCH_SIZE = 500

export interface FeedServices {
  readonly context: Pick<Context, 'store' | 'clock'>
  readonly tail: Pick<Tail, 'readAfter'>
  readonly failures: Pick<Failures, 'record' | 'logRecorded'>
}

/** The name of the reader under which the table of failed items has events that replays left out. */
export const REPLAYS = 'webhook-replays'

/** Queues the next batch of each running replay of a webhook, and ends replays that are complete. */
export async function feedReplays(services: FeedServices, webhookId: bigint): Promise<void> {
  const { store } = services.context
  for (const replay of await runningReplays(store, webhookId)) {
    const waiting = await countPending(store, { webhookId, jobId: replay.id })
    if (waiting < MAX_WAITING) await feed(services, replay, waiting)
  }
}

async function feed(
  { context, tail, failures }: FeedServices,
  replay: Replay,
  waiting: number,
): Promise<void> {
  let events: readonly LogEntry[]
  try {
    events = await tail.readAfter(replay.position, BATCH_SIZE)
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
  const failed: Failure[] = []
  const deliveries = read
    .filter(({ at }) => at >= replay.fromAt && at < replay.toAt)
    .flatMap((event) => {
      try {
        return deliveriesOf(replay, requireReadable(event), users)
      } catch (error) {
        if (!isItemFailure(error)) throw error
        failed.push(failureOf(replay, event.position, error))
        return []
      }
    })
  // No event: the log already contains the repeated events.
  const recorded = await context.store.write(async (tx) => {
    if (!(await moveReplay(tx, replay, last.position))) return []
    await enqueue(tx, deliveries, now)
    const areNew: boolean[] = []
    for (const failure of failed) areNew.push(await failures.record(tx, failure))
    return areNew
  })
  for (const [index, isNew] of recorded.entries()) {
    const failure = failed[index]
    if (failure !== undefined) failures.logRecorded(failure, isNew)
  }
}

/** The failed item to record for an event that a replay left out. */
function failureOf({ webhookId, id }: Replay, position: bigint, error: unknown): Failure {
  const item = `${eventItem(position)} in replay ${id}`
  return { reader: REPLAYS, item, detail: JSON.stringify([webhookId, id, position].map(String)), error }
}

/** Queues an event that a replay left out. */
export function retryReplayedEvent({ store, clock }: FeedServices['context']): Retry {
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
  return usersReceiving(event)
    .filter((userId) => users.has(userId))
    .map((userId) => ({ webhookId, userId, jobId, position: event.position }))
}

/** Puts what a replay is to repeat into the queue, a piece at a time, as fast as it is delivered. */
import type { Tx } from '../db/store.ts'
import type { Context } from '../domain/context.ts'
import { type Delivery, enqueue, pendingOfJob } from '../domain/webhooks/queue.ts'
import { endReplay, moveReplay, type Replay, runningReplays, SKEW_MS } from '../domain/webhooks/replays.ts'
import { subscribersOf } from '../domain/webhooks/subscriptions.ts'
import type { LoggedEvent } from '../events/event.ts'
import { PositionTooOld, type Tail } from '../events/tail.ts'
import { hearersOf } from './hearers.ts'

/** Deliveries of a replay that wait at a time, about. */
const WAITING_MOST = 500

/** Events that are read at a time. */
const SLICE = 500

export interface FeedServices {
  readonly context: Pick<Context, 'store' | 'clock'>
  readonly tail: Pick<Tail, 'readAfter'>
}

/** Feeds the replays of a webhook that are under way, and ends those that are through. */
export async function feedReplays(services: FeedServices, webhookId: bigint): Promise<void> {
  const { store } = services.context
  for (const replay of await runningReplays(store, webhookId)) {
    const waiting = await pendingOfJob(store, { webhookId, jobId: replay.id })
    if (waiting < WAITING_MOST) await feed(services, replay, waiting)
  }
}

async function feed({ context, tail }: FeedServices, replay: Replay, waiting: number): Promise<void> {
  let events: readonly LoggedEvent[]
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
  const deliveries = read
    .filter(({ at }) => at >= replay.fromAt && at < replay.toAt)
    .flatMap((event) => deliveriesOf(replay, event, users))
  // No event: what is repeated was told long ago.
  await context.store.write((tx) => queue(tx, replay, last.position, deliveries, now))
}

async function queue(
  tx: Tx,
  replay: Replay,
  to: bigint,
  deliveries: readonly Delivery[],
  now: number,
): Promise<void> {
  if (await moveReplay(tx, replay, to)) await enqueue(tx, deliveries, now)
}

function deliveriesOf(
  { webhookId, id: jobId }: Replay,
  event: LoggedEvent,
  users: ReadonlySet<bigint>,
): Delivery[] {
  return hearersOf(event)
    .filter((userId) => users.has(userId))
    .map((userId) => ({ webhookId, userId, jobId, position: event.position }))
}

/**
 * A turn of a lane: its deliveries one after the other, each rendered, sent and noted, until one fails.
 *
 * Invariants: nothing of the lane is sent before all before it was answered or given up. What was taken is noted while
 * the next one is on its way, so a crash repeats at most what was not noted, and forgets nothing.
 */
import type { Context } from '../domain/context.ts'
import { type Destination, findDestination } from '../domain/webhooks/destination.ts'
import { judgeWebhook } from '../domain/webhooks/judge-webhook.ts'
import { type Delivery, type Lane, NOBODY, type Waiting, waitingIn } from '../domain/webhooks/queue.ts'
import { type Attempt, type AttemptOutcome, type Outcome, settle } from '../domain/webhooks/settle.ts'
import type { LoggedEvent } from '../events/event.ts'
import { PositionTooOld, type Tail } from '../events/tail.ts'
import { must } from '../lib/assert.ts'
import type { Logger } from '../lib/log.ts'
import type { Lease } from './lease.ts'
import type { Outbound } from './outbound.ts'
import { invalidates, post, type Render } from './postman.ts'

/** Milliseconds from a failed try to the next; after the last of them the delivery is given up. */
export const RETRY_MS: readonly number[] = [3_000, 27_000, 242_000]

/** Deliveries of a lane that are read at a time. */
const TURN = 25

/** In place of a try, where there was nothing that could be sent. */
const UNRENDERED: Attempt = {
  outcome: 'broken',
  tookMs: 0,
  status: null,
  requestBytes: 0,
  response: 'the body could not be made',
}

export interface DeliveryObserver {
  /** A delivery left the queue. */
  settled(outcome: Outcome): void
  /** A request was made, and took so many milliseconds. */
  tried(outcome: AttemptOutcome, tookMs: number): void
  challenged(isValid: boolean): void
}

export interface TurnServices {
  readonly context: Context
  readonly tail: Pick<Tail, 'readAfter' | 'head' | 'catchUp'>
  readonly outbound: Outbound
  readonly render: Render
  readonly observer: DeliveryObserver
  readonly logger: Pick<Logger, 'error' | 'warn'>
  /** Milliseconds between two challenges of a receiver. */
  readonly challengeMs: number
  /** Gives up what is being sent. */
  readonly stopping: AbortSignal
}

/** Takes a turn; false when it came to nothing: nothing waits, or it may not be sent now. */
export async function takeTurn(services: TurnServices, lane: Lane, lease: Lease): Promise<boolean> {
  const { store } = services.context
  const waiting = await waitingIn(store, lane, TURN)
  const settling: Promise<void>[] = []
  let isMoving = false
  try {
    for (const each of waiting) {
      if (services.stopping.aborted || !(await lease.hold())) break
      const destination = await findDestination(services.context, lane)
      if (destination === undefined) break
      isMoving = true
      if (!(await deliver(services, { ...lane, ...each }, destination, settling))) break
    }
  } finally {
    await Promise.all(settling)
  }
  return isMoving
}

/** Delivers one; whether the lane may go on. @param settling takes what is noted while the next one is on its way */
async function deliver(
  services: TurnServices,
  { attempts, ...delivery }: Lane & Waiting,
  destination: Destination,
  settling: Promise<void>[],
): Promise<boolean> {
  const found = await bodyOf(services, delivery, destination)
  if ('gone' in found) {
    settling.push(end(services, delivery, attempts, found.gone))
    return true
  }
  if ('fault' in found) return fail(services, delivery, attempts + 1, found.fault)
  const { outbound, observer, stopping } = services
  const letter = { url: new URL(destination.url), secret: destination.secret, body: found.body }
  const attempt = await post(outbound, letter, stopping)
  observer.tried(attempt.outcome, attempt.tookMs)
  if (attempt.outcome === 'accepted') {
    settling.push(end(services, delivery, attempts + 1, 'delivered', attempt))
    return true
  }
  return fail(services, delivery, attempts + 1, attempt)
}

/** The body of a delivery; or how it ends without one; or why it cannot be made now. */
async function bodyOf(
  { tail, render, logger }: TurnServices,
  { webhookId, userId, position }: Delivery,
  { appId, origin, mayHear }: Destination,
): Promise<{ readonly body: string } | { readonly gone: Outcome } | { readonly fault: Attempt }> {
  const event = await eventAt(tail, position)
  if (event === undefined) return { gone: 'expired' }
  // Who takes its leave back hears of that by not being subscribed any more.
  if (!mayHear && userId !== NOBODY && event.kind !== 'token.revoked') return { gone: 'dropped' }
  try {
    const body = await render(event, { webhookId, appId, userId, origin })
    return body === undefined ? { gone: 'dropped' } : { body }
  } catch (error) {
    // One that cannot be made, now or ever, is given up in the end like one that is not taken.
    logger.error({ err: error, position: String(position) }, 'an event for a webhook could not be rendered')
    return { fault: UNRENDERED }
  }
}

/** The event at a position; undefined when the log holds it no more. */
async function eventAt(tail: TurnServices['tail'], position: bigint): Promise<LoggedEvent | undefined> {
  try {
    // Another process may have put it into the queue before this one has seen it.
    if (tail.head < position) await tail.catchUp()
    const [event] = await tail.readAfter(position - 1n, 1)
    return must(event, `the event ${position}`)
  } catch (error) {
    if (error instanceof PositionTooOld) return undefined
    throw error
  }
}

/** Ends a delivery. */
function end(
  { context, observer }: TurnServices,
  delivery: Delivery,
  attempts: number,
  outcome: Outcome,
  attempt?: Attempt,
): Promise<void> {
  observer.settled(outcome)
  const settling = settle(context, { ...delivery, attempts, outcome, attempt, at: context.clock.now() })
  // Whoever waits for it does so later.
  settling.catch(() => undefined)
  return settling
}

/** Plans the next try, or gives the delivery up; whether the lane may go on. */
async function fail(
  services: TurnServices,
  delivery: Delivery,
  attempts: number,
  attempt: Attempt,
): Promise<boolean> {
  const at = services.context.clock.now()
  if (invalidates(attempt)) {
    // It stays the head, and is tried again when the webhook is valid again.
    await settle(services.context, { ...delivery, attempts: attempts - 1, attempt, at, dueAt: at })
    await judge(services, delivery.webhookId, false, attempt.response)
    return false
  }
  const retryMs = RETRY_MS[attempts - 1]
  if (retryMs === undefined) {
    await end(services, delivery, attempts, 'parked', attempt)
    return true
  }
  await settle(services.context, { ...delivery, attempts, attempt, at, dueAt: at + retryMs })
  return false
}

/** Notes whether a webhook is valid. @param why it is not */
export async function judge(
  { context, challengeMs, observer, logger }: TurnServices,
  webhookId: bigint,
  isValid: boolean,
  why: string,
): Promise<void> {
  const challengeDueAt = context.clock.now() + challengeMs
  await judgeWebhook(context, { webhookId, isValid, challengeDueAt })
  observer.challenged(isValid)
  if (!isValid) logger.warn({ webhook: String(webhookId), why }, 'a webhook is not valid any more')
}

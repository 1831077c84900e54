/** Makes the body of a delivery: its event, rendered for its recipient. */

import { isItemFailure } from '../../db/errors.ts'
import type { Attempt, Outcome } from '../../domain/webhooks/delivery-results.ts'
import { type Delivery, NO_USER } from '../../domain/webhooks/queue.ts'
import { must } from '../../lib/assert.ts'
import { requireReadable } from '../../log/consumer.ts'
import type { LogEntry } from '../../log/event.ts'
import { PositionTooOld } from '../../log/tail.ts'
import type { DeliveryServices } from '../delivery-services.ts'
import type { CachedDestination } from './destinations.ts'
import type { Signable } from './signature.ts'

/** Recorded as the attempt of a delivery without a body. */
const NOT_RENDERED: Attempt = {
  outcome: 'broken',
  tookMs: 0,
  status: null,
  requestBytes: 0,
  response: 'the body could not be made',
}

/**
 * @returns the body; or the outcome of a delivery that needs no body; or an attempt to record, with the error, for an
 *   event whose own data cannot be rendered
 * @throws failures that concern every delivery, such as an unavailable store
 */
export async function bodyOf(
  { tail, renderings }: Pick<DeliveryServices, 'tail' | 'renderings'>,
  { userId, position }: Delivery,
  { origin, mayHear }: CachedDestination,
): Promise<
  | { readonly body: Signable }
  | { readonly gone: Outcome }
  | { readonly fault: Attempt; readonly error: unknown }
> {
  const entry = await eventAt(tail, position)
  if (entry === undefined) return { gone: 'expired' }
  // An app whose token was revoked is not subscribed any more, but receives that event.
  if (!mayHear && userId !== NO_USER && entry.kind !== 'token.revoked') return { gone: 'dropped' }
  try {
    const body = await renderings.get(requireReadable(entry), { userId, origin })
    return body === undefined ? { gone: 'dropped' } : { body }
  } catch (error) {
    if (!isItemFailure(error)) throw error
    return { fault: NOT_RENDERED, error }
  }
}

/** The event at a position; undefined when it was trimmed from the log. */
async function eventAt(tail: DeliveryServices['tail'], position: bigint): Promise<LogEntry | undefined> {
  try {
    // Another process may have queued the delivery before this one has read the event.
    if (tail.head < position) await tail.catchUp()
    const [event] = await tail.readAfter(position - 1n, 1)
    return must(event, `the event ${position}`)
  } catch (error) {
    if (error instanceof PositionTooOld) return undefined
    throw error
  }
}

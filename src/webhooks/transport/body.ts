/** Renders the event of a delivery for its recipient. */

import { isItemFailure } from '../../db/errors.ts'
import type { Attempt, Outcome } from '../../domain/webhooks/delivery-results.ts'
import { type Delivery, NO_USER } from '../../domain/webhooks/queue.ts'
import { must } from '../../lib/assert.ts'
import { requireReadable } from '../../log/consumer.ts'
import type { LogEntry } from '../../log/event.ts'
import { PositionTooOld } from '../../log/read-table.ts'
import type { DeliveryServices } from '../delivery-services.ts'
import type { CachedDestination } from './destinations.ts'
import type { Signable } from './signature.ts'

/** The attempt to record for a delivery whose body cannot be rendered. */
const NOT_RENDERED: Attempt = {
  outcome: 'broken',
  tookMs: 0,
  status: null,
  requestBytes: 0,
  response: 'the body could not be made',
}

/**
 * Renders the body of a delivery.
 * @returns `body`; or `gone`, the final outcome of a delivery that is not sent; or `fault`, the failed attempt
 *   to record when the event has corrupt data, with its error
 * @throws errors that affect every delivery, such as an unavailable store
 */
export async function renderBody(
  { tail, renderings }: Pick<DeliveryServices, 'tail' | 'renderings'>,
  { userId, position }: Delivery,
  { origin, appId, mayHear }: CachedDestination,
): Promise<
  | { readonly body: Signable }
  | { readonly gone: Outcome }
  | { readonly fault: Attempt; readonly error: unknown }
> {
  const entry = await eventAt(tail, position)
  if (entry === undefined) return { gone: 'expired' }
  // Revoking a token ends the subscription, but the app still receives the event of the revocation.
  if (!mayHear && userId !== NO_USER && entry.kind !== 'token.revoked') return { gone: 'dropped' }
  try {
    const body = await renderings.get(requireReadable(entry), { userId, origin, appId })
    return body === undefined ? { gone: 'dropped' } : { body }
  } catch (error) {
    if (!isItemFailure(error)) throw error
    return { fault: NOT_RENDERED, error }
  }
}

/** The event at a position; undefined when it was trimmed from the log. */
async function eventAt(tail: DeliveryServices['tail'], position: bigint): Promise<LogEntry | undefined> {
  try {
    // Another process may have queued the delivery before this process has read the event.
    if (tail.head < position) await tail.catchUp()
    const [event] = await tail.readAfter(position - 1n, 1)
    return must(event, `the event ${position}`)
  } catch (error) {
    if (error instanceof PositionTooOld) return undefined
    throw error
  }
}

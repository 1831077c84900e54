/** What is sent of a delivery: the event in the log, rendered for whom it is told. */

import { isItemFailure } from '../../db/errors.ts'
import { type Delivery, NOBODY } from '../../domain/webhooks/queue.ts'
import type { Attempt, Outcome } from '../../domain/webhooks/settle.ts'
import { must } from '../../lib/assert.ts'
import { requireReadable } from '../../log/consumer.ts'
import type { LogEntry } from '../../log/event.ts'
import { PositionTooOld } from '../../log/tail.ts'
import type { TurnServices } from '../turn-services.ts'
import type { KnownDestination } from './destinations.ts'
import type { Signable } from './signature.ts'

/** In place of a try, where there was nothing that could be sent. */
const UNRENDERED: Attempt = {
  outcome: 'broken',
  tookMs: 0,
  status: null,
  requestBytes: 0,
  response: 'the body could not be made',
}

/**
 * The body of a delivery; or how it ends without one; or the try in place of which it cannot be made, for reasons of the
 * event's own data, of which `error` tells.
 * @throws what keeps every body from being made, such as a store that fails
 */
export async function bodyOf(
  { tail, renderings }: Pick<TurnServices, 'tail' | 'renderings'>,
  { userId, position }: Delivery,
  { origin, mayHear }: KnownDestination,
): Promise<
  | { readonly body: Signable }
  | { readonly gone: Outcome }
  | { readonly fault: Attempt; readonly error: unknown }
> {
  const entry = await eventAt(tail, position)
  if (entry === undefined) return { gone: 'expired' }
  // Who takes its leave back hears of that by not being subscribed any more.
  if (!mayHear && userId !== NOBODY && entry.kind !== 'token.revoked') return { gone: 'dropped' }
  try {
    const body = await renderings.get(requireReadable(entry), { userId, origin })
    return body === undefined ? { gone: 'dropped' } : { body }
  } catch (error) {
    if (!isItemFailure(error)) throw error
    return { fault: UNRENDERED, error }
  }
}

/** The event at a position; undefined when the log holds it no more. */
async function eventAt(tail: TurnServices['tail'], position: bigint): Promise<LogEntry | undefined> {
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

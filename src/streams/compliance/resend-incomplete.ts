/**
 * Repeats events that the compliance stream could not send completely. A repeated event is appended to the log, so it
 * has a new position.
 */

import type { Context } from '../../domain/context.ts'
import {
  factsToRetell,
  isStreamed,
  type OnIncomplete,
  wholeMessageOf,
} from '../../formats/compliance/events.ts'
import { append } from '../../log/append.ts'
import { requireEvent } from '../../log/consumer.ts'
import { eventItem } from '../../log/failed-items.ts'
import type { Failures, Retry } from '../../log/failures.ts'

/** The name of the reader in the failed items of incomplete events. */
const COMPLIANCE_STREAM = 'compliance-stream'

/** Records events that could not be sent completely, and sends them again when the operator requests a retry. */
export function resendIncomplete(
  context: Pick<Context, 'store' | 'clock'>,
  failures: Pick<Failures, 'recordSoon' | 'onRetry'>,
): OnIncomplete {
  failures.onRetry(COMPLIANCE_STREAM, resendEvent(context))
  return ({ position }, error) =>
    failures.recordSoon({ reader: COMPLIANCE_STREAM, item: eventItem(position), error })
}

/** @returns a retry that appends the event again, once the event can be sent completely */
function resendEvent({ store, clock }: Pick<Context, 'store' | 'clock'>): Retry {
  return async ({ item }) => {
    const event = await requireEvent(store, item)
    // The event could not be read before. Now its kind can be read, and it shows that the stream does not send the
    // event.
    if (!isStreamed(event.kind)) return undefined
    wholeMessageOf(event)
    const { of, at } = factsToRetell(event)
    const retold = { kind: 'compliance.retold', user_id: of.user_id, of_at: at, of } as const
    return {
      async apply(tx) {
        append(tx, clock.now(), retold)
      },
    }
  }
}

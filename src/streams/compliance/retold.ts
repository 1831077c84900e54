/** How an event is told again that the compliance stream could not tell whole: as a new event, at a new position. */

import type { Context } from '../../domain/context.ts'
import { factsToRetell, isTold, type OnUntold, wholeMessageOf } from '../../formats/compliance/events.ts'
import { append } from '../../log/append.ts'
import { requireEvent } from '../../log/consumer.ts'
import { eventItem } from '../../log/failed-items.ts'
import type { Failures, Retry } from '../../log/failures.ts'

/** The reader under which such events are remembered. */
const COMPLIANCE_STREAM = 'compliance-stream'

/** Remembers events that could not be told whole, and has them told again when they are asked for. */
export function retelling(
  context: Pick<Context, 'store' | 'clock'>,
  failures: Pick<Failures, 'note' | 'onRetry'>,
): OnUntold {
  failures.onRetry(COMPLIANCE_STREAM, retellEvent(context))
  return ({ position }, error) =>
    failures.note({ reader: COMPLIANCE_STREAM, item: eventItem(position), error })
}

/** @returns a retry that appends the event anew, once it can be told whole */
function retellEvent({ store, clock }: Pick<Context, 'store' | 'clock'>): Retry {
  return async ({ item }) => {
    const event = await requireEvent(store, item)
    // One that could not be read, and turns out to be nothing of which the stream tells.
    if (!isTold(event.kind)) return undefined
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

/** How an event is told again that the compliance stream could not tell whole: as a new event, at a new position. */
import type { Context } from '../../../domain/context.ts'
import { append } from '../../../events/append.ts'
import { demandEvent } from '../../../events/consumer.ts'
import type { Retry } from '../../../events/failures.ts'
import { factsToRetell, isTold, wholeMessageOf } from './_events.ts'

/** The reader under which such events are remembered. */
export const COMPLIANCE_STREAM = 'compliance-stream'

/** @returns a retry that appends the event anew, once it can be told whole */
export function retellEvent({ store, clock }: Pick<Context, 'store' | 'clock'>): Retry {
  return async ({ item }) => {
    const event = await demandEvent(store, item)
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

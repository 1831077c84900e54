/** Verbs that run beside those that append; see `Store.writeAside`. */
import { InvariantBroken } from '../../lib/assert.ts'
import type { Verb } from '../store.ts'

/** The same verb, refused when it appends: where the log ends is known to one writing session alone. */
export function withoutEvents<T>(verb: Verb<T>): Verb<T> {
  return async (tx) => {
    const value = await verb(tx)
    if (tx.drafts.length > 0)
      throw new InvariantBroken('a verb that runs beside the others appends no events')
    return value
  }
}

/** Verbs that run beside those that append; see `Store.writeAside`. */
import { InvariantBroken } from '../../lib/assert.ts'
import type { WriteCommand } from '../store.ts'

/** The same verb, refused when it appends: where the log ends is known to one writing session alone. */
export function withoutEvents<T>(command: WriteCommand<T>): WriteCommand<T> {
  return async (tx) => {
    const value = await command(tx)
    if (tx.drafts.length > 0) throw new InvariantBroken('a command of writeAside appended an event')
    return value
  }
}

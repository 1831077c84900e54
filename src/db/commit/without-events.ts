/** Write commands that append no events; see `Store.writeAside`. */
import { InvariantBroken } from '../../lib/assert.ts'
import type { WriteCommand } from '../store.ts'

/** Refuses the command when it appends: only one session per process may extend the log. */
export function withoutEvents<T>(command: WriteCommand<T>): WriteCommand<T> {
  return async (tx) => {
    const value = await command(tx)
    if (tx.drafts.length > 0) throw new InvariantBroken('a command of writeAside appended an event')
    return value
  }
}

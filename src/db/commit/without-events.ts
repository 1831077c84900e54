/** Write commands that append no events; see `Store.writeAside`. */
import { InvariantBroken } from '../../lib/assert.ts'
import type { WriteCommand } from '../store.ts'

/** Refuses a command that appends events, because only one session of each process may append to the log. */
export function withoutEvents<T>(command: WriteCommand<T>): WriteCommand<T> {
  return async (tx) => {
    const value = await command(tx)
    if (tx.drafts.length > 0) throw new InvariantBroken('a command of writeAside appended an event')
    return value
  }
}

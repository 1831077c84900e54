/**
 * Authors whom a process knows, for posts that are written unasked: the statement then neither looks whether they may write nor
 * reads what they tell of themselves. It stores nothing unless the log ends where the process expects it, so what is known as of
 * there is true.
 */
import type { FullUser } from '../accounts/find-users.ts'

export interface KnownAuthors {
  /**
   * These authors, none of them hidden, as they are while the log ends at `expected`, but for what is counted of them; undefined
   * unless all are known.
   */
  held(ids: readonly bigint[], expected: bigint): ReadonlyMap<bigint, FullUser> | undefined
  /**
   * Notes that posts written unasked, and nothing else, have moved the end of the log from `expected` to `position`.
   * @param read authors who were read by that, as they are there
   */
  wrote(expected: bigint, position: bigint, read: Iterable<FullUser>): void
}

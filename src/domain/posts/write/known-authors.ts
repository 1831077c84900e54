/**
 * Authors whom a process knows, for posts that are written unasked: the statement then neither looks whether they may write nor
 * reads what they tell of themselves. It stores nothing unless the log ends where the process expects it, so what is known as of
 * there is true.
 */
import type { FullUser } from '../../accounts/find-users.ts'

export interface KnownAuthors {
  /**
   * These authors, none of them hidden, as they are while the log ends at `expected`, but for what is counted of them; undefined
   * unless all are known.
   */
  held(ids: readonly bigint[], expected: bigint): ReadonlyMap<bigint, FullUser> | undefined
  /**
   * Notes that posts written unasked have moved the end of the log from `expected` to `position`, with nobody else's event between.
   * To be called as soon as that is known: what is told later may be newer than `read`.
   * @param read authors whom the statement read, as they are at `position`; none of them hidden, else it had stored nothing
   */
  wrote(expected: bigint, position: bigint, read: Iterable<FullUser>): void
}

/** Reads the users whom a user follows, for streams. */
import type { Reader } from '../../db/store.ts'
import { FIRST_CURSOR, friendIds, MAX_ID_PAGE } from './id-page.ts'

export interface FollowedUsers {
  /** Ids of the followed users without hidden users, newest follow first. */
  readonly ids: readonly bigint[]
  /** True if the user follows more users than these. */
  readonly hasMore: boolean
}

/** Reads the users whom a user followed most recently. @param max a multiple of {@link MAX_ID_PAGE} */
export async function followedUsers(reader: Reader, userId: bigint, max: number): Promise<FollowedUsers> {
  const ids: bigint[] = []
  let cursor = FIRST_CURSOR
  for (let read = 0; read < max && cursor !== 0n; read += MAX_ID_PAGE) {
    const page = await friendIds(reader, { userId, cursor, count: MAX_ID_PAGE })
    if (page.ids !== '') ids.push(...page.ids.split(',').map(BigInt))
    cursor = page.nextCursor
  }
  return { ids, hasMore: cursor !== 0n }
}

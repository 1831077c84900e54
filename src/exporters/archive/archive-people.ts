/** Makes the archive files about follows, blocks, mutes and likes of the user (spec/pages.md#archive). */
import type { Store } from '../../db/store.ts'
import {
  blockedIds,
  FIRST_CURSOR,
  followerIds,
  friendIds,
  MAX_ID_PAGE,
  mutedIds,
} from '../../domain/graph/id-page.ts'
import { likedPostIds } from '../../domain/posts/read/engagement-pages.ts'
import { type ArchiveFile, listFile } from './archive-file.ts'
import type { ArchiveSource } from './archive-source.ts'

/** Number of posts that one statement reads; each post needs further look-ups. */
const LIKE_PAGE = 500

const USERS = [
  ['follower', 'follower', followerIds],
  ['following', 'following', friendIds],
  ['block', 'blocking', blockedIds],
  ['mute', 'muting', mutedIds],
] as const

/**
 * Files of followers, followed users, blocked users, muted users and liked posts; each file has the newest entry first.
 */
export function peopleFiles({ store }: ArchiveSource, userId: bigint): readonly ArchiveFile[] {
  const users = USERS.map(([kind, wrapper, page]) =>
    listFile(kind, async function* read() {
      for await (const ids of pagesOf(store, { userId, count: MAX_ID_PAGE }, page))
        yield ids.map((accountId) => ({ [wrapper]: { accountId } }))
    }),
  )
  const likes = listFile('like', async function* read() {
    for await (const ids of pagesOf(store, { userId, count: LIKE_PAGE }, likedPostIds))
      yield ids.map((tweetId) => ({ like: { tweetId } }))
  })
  return [...users, likes]
}

async function* pagesOf(
  store: Store,
  input: { readonly userId: bigint; readonly count: number },
  page: typeof followerIds,
): AsyncGenerator<readonly string[]> {
  let cursor = FIRST_CURSOR
  do {
    const { ids, nextCursor } = await page(store, { ...input, cursor })
    if (ids !== '') yield ids.split(',')
    cursor = nextCursor
  } while (cursor !== 0n)
}

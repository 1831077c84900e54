/** The newest posts on the timelines of users, in memory (see log-cache.ts for their age). */
import type { Context } from '../domain/context.ts'
import type { NewestPost } from '../domain/posts/read/newest-posts.ts'
import type { PostPage } from '../domain/posts/read/post-page.ts'
import { timelineHead } from '../domain/posts/read/timeline-pages.ts'
import type { CurrentLog } from './current-log.ts'
import { LogCache } from './log-cache.ts'
import { listsChangedBy } from './newest-posts.ts'

/** Cache limit in bytes: about 1,000 users with a hundred posts. */
export const TIMELINE_CACHE_BYTES = 16 * 2 ** 20

/** Maximum number of posts of a page. */
const MAX_PAGE_SIZE = 100

/** Bytes of a post in a list, and of the tag of a repost. */
const POST_BYTES = 120
const TAG_BYTES = 250

export class TimelineHeads {
  readonly #cache: LogCache<bigint, readonly NewestPost[]>

  /** @param bytesMost cache limit; `0` disables the cache */
  constructor(log: CurrentLog, store: Context['store'], bytesMost = TIMELINE_CACHE_BYTES) {
    this.#cache = new LogCache(
      log,
      {
        async read(userIds) {
          const heads = new Map<bigint, readonly NewestPost[]>()
          // One more than a page, so that a page knows whether something is left.
          for (const id of userIds) heads.set(id, await timelineHead(store, id, MAX_PAGE_SIZE + 1))
          return heads
        },
        bytesOf,
        // The deletion event of an original also invalidates its reposts.
        tagsOf: (posts) => posts.flatMap(({ repostedId }) => repostedId ?? []),
        changedBy: listsChangedBy,
      },
      bytesMost,
    )
  }

  /** For metrics. */
  get counts(): Pick<LogCache<unknown, unknown>, 'size' | 'bytes' | 'hits' | 'misses'> {
    return this.#cache
  }

  /** The first page of `userPostPage` without bounds and exclusions. @param count 1 to 100 */
  async firstPage(userId: bigint, count: number): Promise<PostPage> {
    const posts = (await this.#cache.first(userId)) ?? []
    const ids = posts.slice(0, count).map(({ id }) => id)
    const end = posts.length > count ? ids[count - 1] : undefined
    return { ids, nextCursor: end ?? 0n, previousCursor: 0n }
  }
}

function bytesOf(posts: readonly NewestPost[]): number {
  let bytes = 0
  for (const { repostedId } of posts) bytes += repostedId === null ? POST_BYTES : POST_BYTES + TAG_BYTES
  return bytes
}

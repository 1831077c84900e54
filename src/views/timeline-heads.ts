/** Keeps the newest posts on the timelines of users in memory; log-cache.ts states how current they are. */
import type { Context } from '../domain/context.ts'
import type { PostPage } from '../domain/posts/read/post-page.ts'
import { timelineHead } from '../domain/posts/read/timeline-pages.ts'
import { ParsedIds } from '../lib/ids/parsed-ids.ts'
import type { CurrentLog } from './current-log.ts'
import { LogCache } from './log-cache.ts'
import { listsChangedBy } from './newest-posts.ts'
import { PageTexts } from './page-texts.ts'

/**
 * Maximum bytes of each of two caches: the ids of about 1,000 users with a hundred posts, and the texts of
 * 150 pages of 40 KB.
 */
export const TIMELINE_CACHE_BYTES = 16 * 2 ** 20

/** Maximum number of posts of a page. */
const MAX_PAGE_SIZE = 100

/** Bytes of a post in a list, including the tag of a repost. */
const POST_BYTES = 120
const TAG_BYTES = 250

interface Head {
  readonly ids: ParsedIds
  /** Ids of the originals of reposts; for an edited original, this is the id of its first version. */
  readonly repostedIds: readonly bigint[]
}

/** The first page of a timeline. */
export interface HeadPage extends Pick<PostPage, 'nextCursor' | 'previousCursor'> {
  /** The posts, newest first; they are parsed once for all requests. */
  readonly ids: ParsedIds
}

export class TimelineHeads {
  readonly #cache: LogCache<bigint, Head>
  /** Texts of first pages, by the ids that {@link firstPage} returns. */
  readonly texts: PageTexts

  /** @param bytesMost maximum bytes of the ids and of the texts; `0` disables both caches */
  constructor(log: CurrentLog, store: Context['store'], bytesMost = TIMELINE_CACHE_BYTES) {
    this.texts = new PageTexts(bytesMost)
    this.#cache = new LogCache(
      log,
      {
        async read(userIds) {
          const heads = new Map<bigint, Head>()
          // The read returns one post more than a page, to find out whether further posts exist.
          for (const id of userIds) {
            const posts = await timelineHead(store, id, MAX_PAGE_SIZE + 1)
            heads.set(id, {
              ids: ParsedIds.of(posts.map((post) => post.id)),
              repostedIds: posts.flatMap(({ repostedId }) => repostedId ?? []),
            })
          }
          return heads
        },
        bytesOf,
        // The event that deletes an original also invalidates the timelines with its reposts.
        tagsOf: ({ repostedIds }) => repostedIds,
        changedBy: listsChangedBy,
      },
      bytesMost,
    )
  }

  /** Size, hits and misses, for metrics. */
  get counts(): Pick<LogCache<unknown, unknown>, 'size' | 'bytes' | 'hits' | 'misses'> {
    return this.#cache
  }

  /** The first page of `userPostPage` without bounds and exclusions. @param count 1 to 100 */
  async firstPage(userId: bigint, count: number): Promise<HeadPage> {
    const ids = (await this.#cache.first(userId))?.ids ?? ParsedIds.NONE
    const nextCursor = ids.length > count ? ids.id(count - 1) : 0n
    return { ids: ids.first(count), nextCursor, previousCursor: 0n }
  }
}

function bytesOf({ ids, repostedIds }: Head): number {
  return ids.length * POST_BYTES + repostedIds.length * TAG_BYTES
}

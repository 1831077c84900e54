/** Opens the caches that requests use, and their metrics. */
import type { Metrics } from './metrics.ts'
import { exposeCache, exposeRenderings } from './ops/cache-metrics.ts'
import type { Runtime } from './runtime.ts'
import type { CurrentLog } from './views/current-log.ts'
import type { OnFailedRow } from './views/failed-rows.ts'
import { NewestPosts } from './views/newest-posts.ts'
import { PostCache } from './views/post-cache.ts'
import { TimelineHeads } from './views/timeline-heads.ts'
import { UserCache } from './views/user-cache.ts'

interface CacheParts {
  readonly log: CurrentLog
  readonly runtime: Runtime
  readonly metrics: Metrics
  readonly onFailedRow: OnFailedRow
  /** Maximum sizes of the caches in bytes; each cache has a default size. */
  readonly bounds?:
    | {
        readonly userCacheBytes?: number
        readonly postCacheBytes?: number
        readonly newestCacheBytes?: number
      }
    | undefined
}

/** Makes the caches, and shows their metrics. */
export function buildCaches({ log, runtime, metrics, onFailedRow, bounds = {} }: CacheParts) {
  const { store } = runtime.context
  const users = new UserCache(log, store, bounds.userCacheBytes, onFailedRow)
  const posts = new PostCache(log, store, bounds.postCacheBytes, onFailedRow)
  exposeCache(metrics, 'user', 'users', 'users and their renderings', users.counts)
  exposeCache(metrics, 'post', 'posts', 'posts and their renderings', posts.counts)
  exposeRenderings(metrics, 'user', users)
  exposeRenderings(metrics, 'post', posts)
  const newestPosts = new NewestPosts(log, store, bounds.newestCacheBytes)
  exposeCache(metrics, 'newest_post', 'users', 'the newest posts of users', newestPosts.counts)
  const timelineHeads = new TimelineHeads(log, store, bounds.newestCacheBytes)
  exposeCache(metrics, 'timeline', 'users', 'first pages of timelines', timelineHeads.counts)
  return { users, posts, newestPosts, timelineHeads }
}

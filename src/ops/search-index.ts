/** `GET /search-index` of the admin listener reports how far the search index has been built. */
import type { FastifyInstance } from 'fastify'
import type { Context } from '../domain/context.ts'
import { latestTimeOfId, timeOfId } from '../domain/posts/read/early-posts.ts'
import { oldestPostId } from '../domain/posts/read/recent-ids.ts'
import type { IndexCoverage } from '../domain/search/index-coverage.ts'
import { LARGEST_ID } from '../lib/ids/largest-id.ts'
import { isoTime } from '../lib/time/iso-time.ts'

interface IndexStatus {
  readonly is_complete: boolean
  /** Time from which on searches find all posts; null if the index is complete, or if indexing has not begun. */
  readonly complete_since: string | null
  /** Time of the oldest post; null if there are no posts. */
  readonly oldest_post: string | null
}

export function addSearchIndex(
  app: FastifyInstance,
  { store }: Pick<Context, 'store'>,
  coverage: Pick<IndexCoverage, 'reach'>,
): void {
  app.get('/search-index', () => statusOf(store, coverage))
}

async function statusOf(
  store: Context['store'],
  coverage: Pick<IndexCoverage, 'reach'>,
): Promise<IndexStatus> {
  const reach = await coverage.reach()
  const oldest = await oldestPostId(store)
  const isBegun = reach > 0n && reach < LARGEST_ID
  return {
    is_complete: reach === 0n,
    complete_since: isBegun ? isoTime(await latestTimeOfId(store, reach)) : null,
    oldest_post: oldest === undefined ? null : isoTime(await timeOfId(store, oldest)),
  }
}

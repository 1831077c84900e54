/**
 * Reads of posts that count for the monthly cap if the setting `monthly_cap` requires it (spec/v2.md#month-cap).
 */
import { countPosts } from '../../domain/usage/counted-posts.ts'
import { requireUsageLeft } from '../_search/usage.ts'
import type { Services } from '../_services.ts'
import type { PostParts } from './posts.ts'

/**
 * Reads posts. Counts the posts in `data` if the setting `monthly_cap` requires it. The response that reaches
 * the cap may exceed it.
 * @throws {Problem} `usageCapExceeded` when the cap is reached
 */
export async function meteredRead<P extends PostParts>(
  services: Services,
  appId: bigint,
  read: () => Promise<P>,
): Promise<P> {
  if (!services.capsAllReads) return read()
  const account = await requireUsageLeft(services, appId, '2')
  const parts = await read()
  const ids = parts.shown.map(({ cached }) => cached.entity.id)
  await countPosts(services.store, account, services.clock.now(), ids)
  services.traffic.hours.addPosts(appId, ids.length)
  return parts
}

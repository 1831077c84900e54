/** Reads whose posts count against the monthly cap, with the setting `monthly_cap` (spec/v2.md#month-cap). */
import { dayOf } from '../../domain/usage/period.ts'
import { addUsage } from '../../domain/usage/usage.ts'
import { requireUsageLeft } from '../_search/usage.ts'
import type { Services } from '../_services.ts'
import type { Parts } from './parts.ts'

/**
 * Reads posts, and counts those in `data` when the setting asks for it. The last response of a month may exceed the cap.
 * @throws {Problem} `usageCapExceeded` when the cap is reached
 */
export async function meteredRead<P extends Parts>(
  services: Services,
  appId: bigint,
  read: () => Promise<P>,
): Promise<P> {
  if (!services.capsAllReads) return read()
  const account = await requireUsageLeft(services, appId, '2')
  const parts = await read()
  const day = dayOf(services.clock.now())
  await addUsage(services.store, [{ account, day, posts: parts.data.length }])
  return parts
}

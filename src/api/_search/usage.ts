/** Counts the posts that searches return, against the monthly cap (spec/post-streams.md#posts-per-month). */
import { dayOf } from '../../domain/usage/period.ts'
import {
  addUsage,
  reserveUsage,
  type UsageAccount,
  usageAccountOf,
  usageThisMonth,
} from '../../domain/usage/usage.ts'
import { MONTH_SPENT, Problem } from '../_problems.ts'
import type { Services } from '../_services.ts'
import type { Generation } from '../_v2/parameters.ts'

const PRODUCTS = { labs: 'labs-2-search', '2': '2' } as const

/** Returns the usage account of the app. @throws {Problem} `usageCapExceeded` when the monthly cap is reached */
export async function requireUsageLeft(
  { store, clock, limits }: Services,
  appId: bigint,
  generation: Generation,
): Promise<UsageAccount> {
  const account = await usageAccountOf(store, appId, PRODUCTS[generation])
  const used = limits === 'off' ? 0 : await usageThisMonth(store, account, clock.now())
  if (used < account.cap) return account
  throw monthSpent()
}

/**
 * Counts the posts of a search response, up to the monthly cap.
 * @returns the number of posts that the search may return
 * @throws {Problem} `usageCapExceeded` when there are posts but other searches have reached the cap meanwhile
 */
export async function countShown(
  { store, clock, limits }: Services,
  account: UsageAccount,
  posts: number,
): Promise<number> {
  const now = clock.now()
  if (limits === 'off') {
    await addUsage(store, [{ account, day: dayOf(now), posts }])
    return posts
  }
  const taken = await reserveUsage(store, account, now, posts)
  if (taken === 0 && posts > 0) throw monthSpent()
  return taken
}

function monthSpent(): Problem {
  const { detail, ...more } = MONTH_SPENT
  return new Problem('usageCapExceeded', detail, undefined, more)
}

/** Counts, for the monthly cap, the posts that searches return (spec/post-streams.md#posts-per-month). */
import { countPosts, reservePosts } from '../../domain/usage/counted-posts.ts'
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
 * Counts the posts of a search response, up to the monthly cap. In API v2, a post counts only once a day
 * (spec/v2.md#month-cap).
 * @param ids a list without repetitions
 * @returns the number of posts that the search may return
 * @throws {Problem} `usageCapExceeded` when there are posts, but concurrent searches have reached the cap
 */
export async function countShown(
  { store, clock, limits, traffic }: Services,
  account: UsageAccount,
  ids: readonly bigint[],
): Promise<number> {
  const now = clock.now()
  const isDeduplicated = account.product === '2'
  if (limits === 'off') {
    if (isDeduplicated) await countPosts(store, account, now, ids)
    else await addUsage(store, [{ account, day: dayOf(now), posts: ids.length }])
    traffic.hours.addPosts(account.appId, ids.length)
    return ids.length
  }
  const taken = isDeduplicated
    ? await reservePosts(store, account, now, ids)
    : await reserveUsage(store, account, now, ids.length)
  if (taken === 0 && ids.length > 0) throw monthSpent()
  traffic.hours.addPosts(account.appId, taken)
  return taken
}

function monthSpent(): Problem {
  const { detail, ...more } = MONTH_SPENT
  return new Problem('usageCapExceeded', detail, undefined, more)
}

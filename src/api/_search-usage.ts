/** Posts that searches show, and the months in which they may (spec/labs-filtered-stream.md section 3). */
import { dayOf } from '../domain/usage/period.ts'
import {
  addUsage,
  MONTHLY_CAP,
  type UsageAccount,
  usageAccountOf,
  usageThisMonth,
} from '../domain/usage/usage.ts'
import { MONTH_SPENT, Problem } from './_problems.ts'
import type { Services } from './_services.ts'
import type { Generation } from './_v2-parameters.ts'

const PRODUCTS = { labs: 'labs-2-search', '2': '2' } as const

/** To whom the posts are counted. @throws {Problem} `usageCapExceeded` when the month is spent */
export async function demandLeft(
  { store, clock, limits }: Services,
  appId: bigint,
  generation: Generation,
): Promise<UsageAccount> {
  const account = await usageAccountOf(store, appId, PRODUCTS[generation])
  const used = limits === 'off' ? 0 : await usageThisMonth(store, account, clock.now())
  if (used < MONTHLY_CAP) return account
  const { detail, ...more } = MONTH_SPENT
  throw new Problem('usageCapExceeded', detail, undefined, more)
}

/** Counts what a search shows. */
export async function countFound(
  { store, clock }: Services,
  account: UsageAccount,
  posts: number,
): Promise<void> {
  await addUsage(store, [{ account, day: dayOf(clock.now()), posts }])
}

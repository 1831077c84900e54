/** GET labs/2/usage: the number of posts that were sent to the app; specific to Aviary (spec/console.md#usage). */
import { Type } from 'typebox'
import { dayOf, dayStart, monthOf, type Period } from '../../../domain/usage/period.ts'
import {
  USAGE_PRODUCTS,
  type UsageProduct,
  usageAccountOf,
  usageByDay,
  usageThisMonth,
} from '../../../domain/usage/usage.ts'
import { defineEndpoint } from '../../_endpoint.ts'
import { requireEnrolment } from '../../_enrolment.ts'
import { refuseUnknownParameters } from '../../_known-parameters.ts'
import { problemEntry } from '../../_problems.ts'
import type { Services } from '../../_services.ts'

/** The limit equals the limit of the endpoints that list and change rules. */
const WINDOW = { user: 0, app: 450 } as const

const DAYS_SHOWN = 30

const USAGE = Type.Object(
  {
    data: Type.Array(
      Type.Object({
        product: Type.Union(USAGE_PRODUCTS.map((product) => Type.Literal(product))),
        project_id: Type.Optional(Type.String()),
        cap: Type.Integer(),
        posts_this_month: Type.Integer({
          description: 'Posts of the project if the cap applies to the project, otherwise of the app.',
        }),
        month_began: Type.String(),
        month_ends: Type.String(),
        days: Type.Array(Type.Object({ day: Type.String(), posts: Type.Integer() }), {
          description: 'Posts of this app in the last 30 days; days without posts are absent.',
        }),
      }),
    ),
  },
  { title: 'Usage' },
)

export const labs2Usage = defineEndpoint({
  method: 'GET',
  paths: ['/labs/2/usage'],
  summary: 'Number of posts sent to the app this month and on each of the last 30 days, by product.',
  auth: ['app'],
  writes: false,
  window: WINDOW,
  params: {},
  answers: [{ schema: USAGE }],
  errors: [problemEntry('invalidRequest'), problemEntry('clientForbidden')],
  async handle({ caller, services, sent }) {
    refuseUnknownParameters(sent, {})
    await requireEnrolment(services, 'labs', caller.app.id)
    const data = await Promise.all(USAGE_PRODUCTS.map((product) => usageOf(services, caller.app.id, product)))
    return { status: 200, body: JSON.stringify({ data }) }
  },
})

async function usageOf({ store, clock }: Services, appId: bigint, product: UsageProduct): Promise<object> {
  const now = clock.now()
  const account = await usageAccountOf(store, appId, product)
  const { from, until } = monthOf(account.since, now)
  const today = dayOf(now)
  const shown: Period = { from: today - DAYS_SHOWN + 1, until: today + 1 }
  const [posts, days] = await Promise.all([
    usageThisMonth(store, account, now),
    usageByDay(store, appId, product, shown),
  ])
  return {
    product,
    ...(product === '2' && account.projectId !== undefined ? { project_id: String(account.projectId) } : {}),
    cap: account.cap,
    posts_this_month: posts,
    month_began: dateOf(from),
    month_ends: dateOf(until),
    days: days.map((each) => ({ day: dateOf(each.day).slice(0, 10), posts: each.posts })),
  }
}

function dateOf(day: number): string {
  return new Date(dayStart(day)).toISOString()
}

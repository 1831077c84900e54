/** GET 2/usage/tweets: the number of posts that count for the monthly cap of the project (spec/v2.md#usage-call). */
import { Type } from 'typebox'
import { dayOf, dayStart, monthOf } from '../../../domain/usage/period.ts'
import {
  type UsageAccount,
  usageAccountOf,
  usageByAppAndDay,
  usageThisMonth,
} from '../../../domain/usage/usage.ts'
import type { Param } from '../../../http/params.ts'
import { defineEndpoint } from '../../_endpoint.ts'
import { requireEnrolment } from '../../_enrolment.ts'
import { problemEntry } from '../../_problems.ts'
import type { Services } from '../../_services.ts'
import { dataAnswer } from '../../_v2/data-answer.ts'
import { ValidationErrors } from '../../_v2/validation-errors.ts'

const MAX_DAYS = 90
const DEFAULT_DAYS = 7

const DEFAULT_FIELDS = ['cap_reset_day', 'project_cap', 'project_id', 'project_usage'] as const
const DAILY_FIELDS = ['daily_client_app_usage', 'daily_project_usage'] as const
const FIELDS = [...DEFAULT_FIELDS, ...DAILY_FIELDS].toSorted()

const TEXT = Type.String()
const DAYS = Type.Array(Type.Object({ date: TEXT, usage: TEXT }))

const USAGE = Type.Object(
  {
    data: Type.Object({
      cap_reset_day: Type.Integer({ description: 'Day of the month on which the next month begins.' }),
      project_cap: TEXT,
      project_id: TEXT,
      project_usage: Type.String({ description: 'Posts of the project in the current month.' }),
      daily_project_usage: Type.Optional(Type.Object({ project_id: TEXT, usage: DAYS })),
      daily_client_app_usage: Type.Optional(
        Type.Array(Type.Object({ client_app_id: TEXT, usage: DAYS, usage_result_count: Type.Integer() })),
      ),
    }),
  },
  { title: 'V2Usage' },
)

function asSent(schema: Param<unknown>['schema']): Param<string | undefined> {
  return { schema: Type.Optional(schema), parse: (text) => text }
}

const PARAMS = {
  days: asSent(
    Type.Integer({
      minimum: 1,
      maximum: MAX_DAYS,
      default: DEFAULT_DAYS,
      description: 'Days, including today, for the usage by day.',
    }),
  ),
  'usage.fields': asSent(
    Type.Array(Type.Union(FIELDS.map((field) => Type.Literal(field))), {
      description: 'Members in addition to the cap and the usage of the month; default: all members.',
    }),
  ),
} as const

export const v2Usage = defineEndpoint({
  method: 'GET',
  paths: ['/2/usage/tweets'],
  summary: 'Number of posts that the project received this month, and on each of the last days.',
  auth: ['app'],
  scopes: [],
  writes: false,
  window: { user: 0, app: 50 },
  params: PARAMS,
  answers: [{ schema: USAGE }],
  errors: [problemEntry('invalidRequest'), problemEntry('clientForbidden')],
  async handle({ caller, services, sent }) {
    const errors = new ValidationErrors(sent)
    errors.addUnknown(Object.keys(PARAMS))
    const days = errors.integer('days', 1, MAX_DAYS, DEFAULT_DAYS)
    const fields: readonly string[] = errors.choices('usage.fields', FIELDS)
    errors.throwIfAny()
    await requireEnrolment(services, '2', caller.app.id)
    const account = await usageAccountOf(services.store, caller.app.id, '2')
    const [month, daily] = await Promise.all([
      monthUsage(services, account),
      dailyUsage(services, account, days),
    ])
    const shown = fields.length === 0 ? DAILY_FIELDS : DAILY_FIELDS.filter((field) => fields.includes(field))
    return dataAnswer({ ...month, ...Object.fromEntries(shown.map((field) => [field, daily[field]])) })
  },
})

async function monthUsage({ store, clock }: Services, account: UsageAccount) {
  const now = clock.now()
  const { until } = monthOf(account.since, now)
  return {
    cap_reset_day: new Date(dayStart(until)).getUTCDate(),
    project_cap: String(account.cap),
    project_id: String(account.projectId),
    project_usage: String(await usageThisMonth(store, account, now)),
  }
}

/** Usage by day. Days without posts are listed with 0. */
async function dailyUsage({ store, clock }: Services, account: UsageAccount, days: number) {
  const until = dayOf(clock.now()) + 1
  const from = until - days
  const rows = await usageByAppAndDay(store, account, { from, until })
  const listOf = (shown: typeof rows) => {
    const posts = new Map<number, number>()
    for (const row of shown) posts.set(row.day, (posts.get(row.day) ?? 0) + row.posts)
    return Array.from({ length: days }, (_, index) => ({
      date: new Date(dayStart(from + index)).toISOString(),
      usage: String(posts.get(from + index) ?? 0),
    }))
  }
  const byApp = Map.groupBy(rows, ({ appId }) => appId)
  // The list has the calling app even if the app has received no posts.
  if (!byApp.has(account.appId)) byApp.set(account.appId, [])
  return {
    daily_project_usage: { project_id: String(account.projectId), usage: listOf(rows) },
    daily_client_app_usage: [...byApp].map(([appId, ofApp]) => ({
      client_app_id: String(appId),
      usage: listOf(ofApp),
      usage_result_count: days,
    })),
  }
}

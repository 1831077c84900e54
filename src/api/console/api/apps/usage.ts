/**
 * /console/api/apps/:app_id/usage: usage by month, and counts by hour or day (docs/console.md#usage,
 * spec/console.md#usage).
 */
import { Type } from 'typebox'
import { hourCountsOf, hourOf, hourStart } from '../../../../domain/usage/hours.ts'
import { dayStart, monthOf } from '../../../../domain/usage/period.ts'
import { USAGE_PRODUCTS, usageAccountOf, usageIn } from '../../../../domain/usage/usage.ts'
import { optionalText } from '../../../../http/params.ts'
import { isoTime } from '../../../../lib/time/iso-time.ts'
import type { Services } from '../../../_services.ts'
import { consoleEndpoint, jsonAnswer } from '../../_family.ts'
import { ownApp } from '../../_own-app.ts'
import { ConsoleProblem } from '../../_problems.ts'
import { OF_APP } from '../../_traffic/params.ts'

/** For each range, the hours of a bucket and the number of buckets. */
const RANGES: Readonly<Record<string, readonly [hours: number, buckets: number]>> = {
  day: [1, 24],
  week: [1, 168],
  month: [24, 30],
  quarter: [24, 90],
}

const MONTH = Type.Object(
  {
    product: Type.String(),
    used: Type.Integer({ description: 'Posts in this month, of all apps with the same cap.' }),
    cap: Type.Integer(),
    is_of_project: Type.Boolean({ description: 'True if the apps of the project share the cap.' }),
    from: Type.String({ format: 'date-time' }),
    resets_at: Type.String({ format: 'date-time' }),
  },
  { title: 'ConsoleMonth' },
)

const BUCKET = Type.Object(
  {
    at: Type.String({ format: 'date-time', description: 'The beginning, in UTC.' }),
    posts: Type.Integer(),
    requests: Type.Integer(),
    succeeded: Type.Integer({ description: 'Statuses 2xx and 3xx.' }),
    refused: Type.Integer({ description: 'Statuses 4xx.' }),
    failed: Type.Integer({ description: 'Statuses 5xx.' }),
    families: Type.Record(Type.String(), Type.Integer(), { description: 'Requests by family of endpoints.' }),
  },
  { title: 'ConsoleBucket' },
)

export const showUsage = consoleEndpoint({
  paths: ['/console/api/apps/:app_id/usage'],
  summary: 'Posts that count for the monthly cap, and requests and posts by hour or day.',
  params: { ...OF_APP, range: optionalText('`day`, `week` (default), `month` or `quarter`.') },
  answers: [
    {
      schema: Type.Object(
        { months: Type.Array(MONTH), hours_of_bucket: Type.Integer(), buckets: Type.Array(BUCKET) },
        { title: 'ConsoleUsage' },
      ),
    },
  ],
  errors: ['app-not-found', 'field-invalid'],
  async handle({ services, caller, params }) {
    const { id } = await ownApp(services, caller, params.app_id ?? '')
    const range = Object.hasOwn(RANGES, params.range ?? 'week') ? RANGES[params.range ?? 'week'] : undefined
    if (range === undefined) throw new ConsoleProblem('field-invalid', { field: 'range' })
    const [hours, count] = range
    const months = await Promise.all(USAGE_PRODUCTS.map((product) => monthJson(services, id, product)))
    return jsonAnswer({
      months,
      hours_of_bucket: hours,
      buckets: await bucketsOf(services, id, hours, count),
    })
  },
})

async function monthJson(
  { store, clock }: Services,
  appId: bigint,
  product: (typeof USAGE_PRODUCTS)[number],
): Promise<object> {
  const account = await usageAccountOf(store, appId, product)
  const month = monthOf(account.since, clock.now())
  return {
    product,
    used: await usageIn(store, account, month),
    cap: account.cap,
    is_of_project: product === '2' && account.projectId !== undefined,
    from: isoTime(dayStart(month.from)),
    resets_at: isoTime(dayStart(month.until)),
  }
}

/** All buckets of the range, including those without requests. The last bucket contains the present time. */
async function bucketsOf(
  { store, clock, traffic }: Services,
  appId: bigint,
  hours: number,
  count: number,
): Promise<readonly object[]> {
  const last = Math.floor(hourOf(clock.now()) / hours)
  const first = last - count + 1
  const range = { from: first * hours, until: (last + 1) * hours }
  const stored = await hourCountsOf(store, appId, range)
  const waiting = traffic.hours.waitingOf(appId)
  const buckets = Array.from({ length: count }, (_, index) => ({
    at: isoTime(hourStart((first + index) * hours)),
    posts: 0,
    requests: 0,
    succeeded: 0,
    refused: 0,
    failed: 0,
    families: Object.create(null) as Record<string, number>,
  }))
  const bucketOf = (hour: number) => buckets[Math.floor(hour / hours) - first]
  for (const { hour, posts } of [...stored.posts, ...waiting.posts]) {
    const bucket = bucketOf(hour)
    if (bucket !== undefined) bucket.posts += posts
  }
  for (const { hour, family, statusClass, requests } of [...stored.requests, ...waiting.requests]) {
    const bucket = bucketOf(hour)
    if (bucket === undefined) continue
    bucket.requests += requests
    bucket[statusClass < 4 ? 'succeeded' : statusClass === 4 ? 'refused' : 'failed'] += requests
    bucket.families[family] = (bucket.families[family] ?? 0) + requests
  }
  return buckets
}

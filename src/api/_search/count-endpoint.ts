/** Declares the endpoints that count matching posts by time (spec/v2-posts.md#counts). */
import { Type } from 'typebox'
import { type Answer, EdgeError } from '../../http/endpoint.ts'
import { optionalText } from '../../http/params.ts'
import { SemaphoreFull } from '../../lib/async/semaphore.ts'
import { isoSecond } from '../../lib/time/iso-time.ts'
import { type ApiEndpoint, defineEndpoint } from '../_endpoint.ts'
import { problemEntry } from '../_problems.ts'
import type { Services } from '../_services.ts'
import { type CountBudget, type Counted, countMatches } from './count-matches.ts'
import { COUNT_FIELDS, type CountRequest, GRANULARITIES, readCount } from './count-query.ts'
import { completeHeaders, completeSince } from './index-gap.ts'
import { expandLists } from './list-members.ts'
import { dialectOf, type Reach, requireAccess } from './reach.ts'
import { spanParams } from './search-kinds.ts'

/** Maximum number of counts that a process runs at a time, and of counts that wait. */
export const COUNTS = 2
export const COUNTS_WAITING = 20

/**
 * Maximum work for a page. A page of the full archive that reaches this maximum ends early and has a token.
 * The work for recent counts has no maximum.
 */
const BUDGETS: Readonly<Record<Reach, CountBudget>> = {
  recent: { maxIndexed: Number.POSITIVE_INFINITY, maxJudged: Number.POSITIVE_INFINITY },
  all: { maxIndexed: 2_000_000, maxJudged: 100_000 },
}

const TIME = Type.String({ format: 'date-time' })

const COUNTS_PAGE = Type.Object(
  {
    data: Type.Optional(
      Type.Array(Type.Object({ end: TIME, start: TIME, tweet_count: Type.Integer({ minimum: 0 }) })),
    ),
    meta: Type.Object({
      total_tweet_count: Type.Integer({ minimum: 0 }),
      next_token: Type.Optional(Type.String()),
      index_complete_since: Type.Optional(TIME),
    }),
  },
  { title: 'CountsPage', description: 'Buckets in ascending order, including empty buckets.' },
)

export function countCall(reach: Reach, path: string): ApiEndpoint {
  const params = {
    query: optionalText(
      `A rule of the rule language, up to ${reach === 'all' ? '1,024' : '512'} characters.`,
    ),
    ...spanParams('2', reach),
    granularity: optionalText(`One of ${Object.keys(GRANULARITIES).join(', ')}; default: hour.`),
    next_token: optionalText('The `next_token` of the previous page.'),
    pagination_token: optionalText('The same as `next_token`.'),
    'search_count.fields': optionalText(`Some of ${COUNT_FIELDS.join(', ')}; all are always sent.`),
  }
  const names = Object.keys(params)
  return defineEndpoint({
    method: 'GET',
    paths: [path],
    summary:
      reach === 'all'
        ? 'Counts of the posts of the full archive that match a query, by time: 31 days a page.'
        : 'Counts of the posts of the last seven days that match a query, by time.',
    auth: ['app'],
    scopes: [],
    writes: false,
    window: { user: 0, app: 300 },
    params,
    answers: [{ schema: COUNTS_PAGE }],
    errors: [problemEntry('invalidRequest'), problemEntry('clientForbidden')],
    async handle({ caller, services, sent }) {
      const dialect = await dialectOf(services, caller.app.id, { generation: '2', reach })
      const read = await readCount(sent, { path, reach, names, dialect }, services)
      await requireAccess(services, caller.app.id, { generation: '2', reach })
      const expression = await expandLists(services, { userId: null }, read.expression, sent)
      const request = { ...read, expression }
      const counted = await countPage(services, request, BUDGETS[reach])
      return answer(request, counted, await completeSince(services, request.page.from))
    },
  })
}

/** @throws {EdgeError} `over-capacity` when the queue is full */
async function countPage(
  services: Services,
  { expression, page: { from, to, times }, bucketMs }: CountRequest,
  budget: CountBudget,
): Promise<Counted> {
  try {
    return await services.counts.run(() =>
      countMatches(services, { expression, from, to, times, bucketMs, budget }),
    )
  } catch (error) {
    if (!(error instanceof SemaphoreFull)) throw error
    throw new EdgeError('over-capacity', 'too many counts are waiting already')
  }
}

function answer(request: CountRequest, { buckets, oldest }: Counted, since: string | undefined): Answer {
  const { start, page, bucketMs, tokens } = request
  const first = oldest === undefined ? page.start : oldest * bucketMs
  const data: object[] = []
  let total = 0
  for (let from = first; from < page.end; ) {
    const bucket = Math.floor(from / bucketMs)
    const to = Math.min((bucket + 1) * bucketMs, page.end)
    const posts = buckets.get(bucket) ?? 0
    data.push({ end: isoSecond(to), start: isoSecond(from), tweet_count: posts })
    total += posts
    from = to
  }
  const meta = {
    total_tweet_count: total,
    ...(first > start ? { next_token: tokens.of(BigInt(first)) } : {}),
    ...(since === undefined ? {} : { index_complete_since: since }),
  }
  const body = JSON.stringify(data.length === 0 ? { meta } : { data, meta })
  return { status: 200, body, ...completeHeaders(since) }
}

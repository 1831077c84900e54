/** Parses requests for counts (spec/v2-posts.md#counts). */
import { highestIdBefore, isEarly, lowestIdSince } from '../../domain/posts/read/early-posts.ts'
import type { Expression } from '../../filter/ast.ts'
import type { Sent } from '../../http/form.ts'
import { Problem } from '../_problems.ts'
import { type PageTokens, pageTokens } from '../_v2/pages/page-token.ts'
import { ValidationErrors } from '../_v2/validation-errors.ts'
import { readToken } from './page-position.ts'
import { readQuery, type SearchRules } from './search-query.ts'
import { largest, type RequestSpan, readSpan, type SpanServices, smallest } from './span.ts'

const SECOND_MS = 1_000

/** Length of a bucket in milliseconds, by granularity. */
export const GRANULARITIES = { minute: 60_000, hour: 3_600_000, day: 86_400_000 } as const
export type Granularity = keyof typeof GRANULARITIES

/** Members of a bucket. All of them are always sent. */
export const COUNT_FIELDS = ['end', 'start', 'tweet_count'] as const

/**
 * Time that a page covers, in milliseconds. Recent counts fit in one page, unless the operator has extended the
 * days of recent search.
 */
const PAGE_MS = 31 * GRANULARITIES.day

export interface CountRequest {
  readonly expression: Expression
  readonly bucketMs: number
  /** Start of the requested time span, in milliseconds since the Unix epoch; always a full second. */
  readonly start: number
  /** The part that the page covers, between full seconds. */
  readonly page: RequestSpan
  readonly tokens: PageTokens
}

/**
 * Reads a request for counts by the parameter rules of API v2, because only API v2 has counts.
 * @throws {Problem} `invalidRequest`, with all errors
 */
export async function readCount(
  sent: Sent,
  { path, reach, names, dialect }: Omit<SearchRules, 'generation'>,
  services: SpanServices,
): Promise<CountRequest> {
  const errors = new ValidationErrors(sent)
  errors.addUnknown(names)
  const expression = readQuery(errors, dialect)
  const span = await readSpan(errors, { generation: '2', reach }, services)
  const granularity = readGranularity(errors)
  errors.choices('search_count.fields', COUNT_FIELDS)
  const tokens = pageTokens(path, errors.text('query') ?? '', granularity)
  const cursor = readToken(errors, tokens, ['next_token', 'pagination_token'])
  errors.throwIfAny()
  if (expression === undefined) throw new Problem('internal')
  const bucketMs = GRANULARITIES[granularity]
  // The times are rounded to full seconds, because clients cannot parse fractions.
  const start = floorTo(span.start, SECOND_MS)
  const end = Math.min(
    floorTo(span.end + (sent.has('until_id') ? SECOND_MS : 0), SECOND_MS),
    cursor === undefined ? Number.POSITIVE_INFINITY : Number(cursor),
  )
  const pageStart = Math.max(start, floorTo(end - 1, bucketMs) - PAGE_MS + bucketMs)
  const page = {
    start: pageStart,
    end,
    from: largest(span.from, await lowestIdSince(services.store, pageStart)),
    to: smallest(span.to, await highestIdBefore(services.store, end)),
  }
  // Early ids contain no time. A page with such ids therefore also compares the times of the posts.
  const times = isEarly(page.from) ? { start: pageStart, end } : undefined
  return { expression, bucketMs, start, page: { ...page, times }, tokens }
}

function readGranularity(errors: ValidationErrors): Granularity {
  const names = Object.keys(GRANULARITIES) as Granularity[]
  const [first = 'hour', ...others] = errors.choices('granularity', names)
  if (others.length > 0) errors.add('granularity', `granularity is one of [${names.join(',')}]`)
  return first
}

function floorTo(ms: number, unit: number): number {
  return Math.floor(ms / unit) * unit
}

/** Parses search requests (spec/recent-search.md#query, spec/v2-posts.md#search-calls). */

import type { Expression } from '../../filter/ast.ts'
import type { Dialect } from '../../filter/dialect.ts'
import { queryProblemText } from '../../filter/problem.ts'
import { readRule } from '../../filter/rule.ts'
import type { Sent } from '../../http/form.ts'
import { Problem } from '../_problems.ts'
import type { Generation } from '../_v2/parameters.ts'
import { ValidationErrors } from '../_v2/validation-errors.ts'
import type { ObjectChoice, ViewOf } from './object-choice.ts'
import { readPosition, type SearchPosition, type SearchTokens, searchTokens } from './page-position.ts'
import type { Reach } from './reach.ts'
import { type RequestSpan, readSpan, type SpanServices } from './span.ts'

export const SORT_ORDERS = ['recency', 'relevancy'] as const
export type SortOrder = (typeof SORT_ORDERS)[number]

/** A search endpoint and its accepted parameters. */
export interface SearchRules {
  readonly path: string
  readonly generation: Generation
  readonly reach: Reach
  /** Names of the accepted parameters. */
  readonly names: readonly string[]
  readonly dialect: Dialect
}

export interface SearchRequest {
  readonly expression: Expression
  readonly span: RequestSpan
  readonly order: SortOrder
  /** The position of the requested page; undefined for the first page. */
  readonly position: SearchPosition | undefined
  readonly tokens: SearchTokens
  readonly count: number
  readonly viewOf: ViewOf
}

/** Minimum and maximum posts per page. */
const MIN_POSTS = 10
const MAX_POSTS: Readonly<Record<Reach, number>> = { recent: 100, all: 500 }
/** Maximum posts per page if the page has context annotations, which are large. */
const MAX_ANNOTATED = 100

/**
 * @param apiDate the day of the API; when undefined, all fields are accepted
 * @throws {Problem} `invalidRequest`, with all errors
 */
export async function readSearch(
  sent: Sent,
  { path, generation, reach, names, dialect, objects }: SearchRules & { readonly objects: ObjectChoice },
  services: SpanServices,
  apiDate?: string | undefined,
): Promise<SearchRequest> {
  const errors = new ValidationErrors(sent, objects.words)
  errors.addUnknown(names)
  const expression = readQuery(errors, dialect)
  const span = await readSpan(errors, { generation, reach }, services)
  const order = readOrder(errors)
  const tokens = searchTokens(generation, [path, errors.text('query') ?? '', order])
  const position = readPosition(errors, tokens)
  const isAnnotated = errors.text('tweet.fields')?.split(',').includes('context_annotations') ?? false
  const max = isAnnotated ? MAX_ANNOTATED : MAX_POSTS[reach]
  const count = errors.integer('max_results', MIN_POSTS, max, MIN_POSTS)
  const viewOf = objects.read(errors, apiDate)
  errors.throwIfAny()
  if (expression === undefined) throw new Problem('internal')
  return { expression, span, order, position, tokens, count, viewOf }
}

/** Reads `query`; undefined after an error. */
export function readQuery(errors: ValidationErrors, dialect: Dialect): Expression | undefined {
  const text = errors.text('query')
  if (text === undefined) {
    errors.addMissing('query')
    return undefined
  }
  const reading = readRule(text, dialect)
  if ('expression' in reading) return reading.expression
  errors.add('query', queryProblemText(reading.problems))
  return undefined
}

function readOrder(errors: ValidationErrors): SortOrder {
  const [first = 'recency', ...others] = errors.choices('sort_order', SORT_ORDERS)
  if (others.length > 0) errors.add('sort_order', `sort_order is one of [${SORT_ORDERS.join(',')}]`)
  return first
}

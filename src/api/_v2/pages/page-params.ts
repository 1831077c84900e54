/** The parameters of a page: its size and its token (spec/v2.md#paging). */
import { Type } from 'typebox'
import { FIRST_CURSOR, type IdPage } from '../../../domain/graph/id-page.ts'
import type { Param } from '../../../http/params.ts'
import { type ValidationErrors, valueText } from '../validation-errors.ts'
import type { PageTokens } from './page-token.ts'

/** Parameters that select the objects of a page. A page token is valid only for the same values of these parameters. */
export type PageFilterParams = Readonly<Record<string, Param<string | undefined>>>

/** The range and the default of `max_results`. */
export interface PageSize {
  readonly min: number
  readonly max: number
  readonly default: number
}

/** An optional parameter whose text is not parsed. */
export function optional(schema: Param<unknown>['schema']): Param<string | undefined> {
  return { schema: Type.Optional(schema), parse: (text) => text }
}

/** @param items the name of the objects in the plural, for the API document */
export function pageParams(items: string, { min, max, default: usual }: PageSize) {
  return {
    max_results: optional(
      Type.Integer({
        minimum: min,
        maximum: max,
        default: usual,
        description: `Maximum number of ${items} per page.`,
      }),
    ),
    pagination_token: optional(
      Type.String({ description: 'A `next_token` or `previous_token`; omitted for the first page.' }),
    ),
  } as const
}

/** A requested page. */
export interface PageRequest {
  readonly count: number
  /** The position of the page, as in domain/graph/id-page.ts. */
  readonly cursor: bigint
}

/** Reads {@link pageParams}, and adds errors to `errors`. */
export function readPage(errors: ValidationErrors, size: PageSize, tokens: PageTokens): PageRequest {
  const count = errors.integer('max_results', size.min, size.max, size.default)
  const token = errors.text('pagination_token')
  if (token === undefined) return { count, cursor: FIRST_CURSOR }
  const cursor = tokens.read(token)
  if (cursor === undefined)
    errors.add('pagination_token', `${valueText('pagination_token', token)} is not valid`)
  return { count, cursor: cursor ?? FIRST_CURSOR }
}

/**
 * Metadata of a page, with the tokens of the next and the previous page if they exist.
 * @param count the number of shown objects
 * @param more the additional members
 */
export function pageMeta(
  { nextCursor, previousCursor }: Pick<IdPage, 'nextCursor' | 'previousCursor'>,
  count: number,
  tokens: PageTokens,
  more: Readonly<Record<string, string>> = {},
): string {
  return JSON.stringify({
    result_count: count,
    ...more,
    ...(nextCursor === 0n ? {} : { next_token: tokens.of(nextCursor) }),
    ...(previousCursor === 0n ? {} : { previous_token: tokens.of(previousCursor) }),
  })
}

/** Parses recent search requests (spec/recent-search.md#query). */

import type { Expression } from '../filter/ast.ts'
import { type Dialect, LABS_SEARCH, V2_SEARCH } from '../filter/dialect.ts'
import { queryProblemText } from '../filter/problem.ts'
import { readRule } from '../filter/rule.ts'
import type { Selection } from '../formats/v2/fields.ts'
import type { Sent } from '../http/form.ts'
import { LARGEST_ID } from '../lib/ids/largest-id.ts'
import { firstSnowflakeAt } from '../lib/ids/snowflake.ts'
import { isoTime } from '../lib/time/iso-time.ts'
import { Problem } from './_problems.ts'
import type { Search } from './_search-posts.ts'
import type { Services } from './_services.ts'
import { type Generation, readSelection } from './_v2/parameters.ts'
import { ValidationErrors, valueText } from './_v2/validation-errors.ts'

const QUERIES: Readonly<Record<Generation, Dialect>> = { labs: LABS_SEARCH, '2': V2_SEARCH }

const DAY_MS = 86_400_000

/** Age at which posts are found by default, unless `end_time` is sent. */
const SETTLING_MS = 30_000

/** Minimum age of a time parameter, in seconds: 10 in API v2 as recorded, 30 in Labs. */
const MIN_AGE_SECONDS: Readonly<Record<Generation, number>> = { labs: SETTLING_MS / 1_000, '2': 10 }

/** Tolerance for times before the oldest posts, because client clocks differ. */
const LENIENCY_MS = 60_000

/** Opaque to clients: the id from which to go on, in base 36 behind a mark of its version. */
const TOKEN = /^b1([0-9a-z]{1,13})$/

/**
 * @param apiDate day whose API it is; all fields are accepted, when left out
 * @throws {Problem} `invalidRequest`, with all that is wrong
 */
export function readSearch(
  sent: Sent,
  names: readonly string[],
  generation: Generation,
  services: Pick<Services, 'clock' | 'searchDays'>,
  apiDate?: string | undefined,
): { readonly search: Search; readonly selection: Selection } {
  const errors = new ValidationErrors(sent)
  errors.addUnknown(names)
  const expression = readQuery(errors, generation)
  const { from, to } = readSpan(errors, generation, services)
  const count = errors.integer('max_results', 10, 100, 10)
  const selection = readSelection(errors, 'found posts', generation, apiDate)
  errors.throwIfAny()
  if (expression === undefined) throw new Problem('internal')
  return { search: { expression, from, to, count }, selection }
}

function readQuery(errors: ValidationErrors, generation: Generation): Expression | undefined {
  const text = errors.text('query')
  if (text === undefined) {
    errors.add('query', 'Request parameter `query` can not be empty')
    return undefined
  }
  const reading = readRule(text, QUERIES[generation])
  if ('expression' in reading) return reading.expression
  errors.add('query', queryProblemText(reading.problems))
  return undefined
}

/** Ids that may be found: from, up to and with. */
function readSpan(
  errors: ValidationErrors,
  generation: Generation,
  { clock, searchDays }: Pick<Services, 'clock' | 'searchDays'>,
): { readonly from: bigint; readonly to: bigint } {
  const now = clock.now()
  const oldest = now - searchDays * DAY_MS
  const start = readPast(errors, 'start_time', now, MIN_AGE_SECONDS[generation]) ?? oldest
  const end = readPast(errors, 'end_time', now, MIN_AGE_SECONDS[generation])
  if (start < oldest - LENIENCY_MS) {
    // As recorded, which is without seconds.
    wrong(errors, 'start_time', `on or after ${isoTime(oldest).slice(0, 16)}Z`)
  }
  if (end !== undefined && end <= start) wrong(errors, 'end_time', "after 'start_time'.")
  const since = readId(errors, 'since_id')
  const until = readId(errors, 'until_id')
  const next = readToken(errors)
  const first = firstSnowflakeAt(Math.max(start, oldest))
  const last = firstSnowflakeAt(end ?? now - SETTLING_MS) - 1n
  return {
    from: largest(first, since === undefined ? 0n : since + 1n),
    to: smallest(last, until === undefined ? LARGEST_ID : until - 1n, next ?? LARGEST_ID),
  }
}

/** In the recorded words; that an end lies before the start was not recorded. */
function wrong(errors: ValidationErrors, name: string, what: string): void {
  errors.add(name, `Invalid '${name}':'${errors.text(name) ?? ''}'. '${name}' must be ${what}`)
}

/** A time that is at least so many seconds ago. */
function readPast(errors: ValidationErrors, name: string, now: number, seconds: number): number | undefined {
  const time = errors.time(name)
  if (time === undefined || time <= now - seconds * 1_000) return time
  wrong(errors, name, `a minimum of ${seconds} seconds prior to the request time.`)
  return undefined
}

function readId(errors: ValidationErrors, name: string): bigint | undefined {
  const text = errors.text(name)
  if (text === undefined) return undefined
  if (/^[0-9]{1,19}$/.test(text)) return BigInt(text)
  errors.add(name, `${valueText(name, text)} does not match ^[0-9]{1,19}$`)
  return undefined
}

function readToken(errors: ValidationErrors): bigint | undefined {
  const text = errors.text('next_token')
  if (text === undefined) return undefined
  const digits = TOKEN.exec(text)?.[1]
  if (digits !== undefined) return fromBase36(digits)
  errors.add('next_token', `${valueText('next_token', text)} is not a token of this search`)
  return undefined
}

function fromBase36(digits: string): bigint {
  let value = 0n
  for (const digit of digits) value = value * 36n + BigInt(Number.parseInt(digit, 36))
  return value
}

function largest(...ids: readonly bigint[]): bigint {
  return ids.reduce((one, other) => (one > other ? one : other))
}

function smallest(...ids: readonly bigint[]): bigint {
  return ids.reduce((one, other) => (one < other ? one : other))
}

/** Where a page ends, as clients send it back. */
export function tokenOf(next: bigint): string {
  return `b1${next.toString(36)}`
}

/** Declares recent search, which Labs v2 and the second generation have alike (spec/labs-lookup.md section 7). */
import { Type } from 'typebox'
import type { Caller } from '../auth/caller.ts'
import { dayOf } from '../domain/usage/period.ts'
import { addUsage, MONTHLY_CAP, usageAccountOf, usageThisMonth } from '../domain/usage/usage.ts'
import type { Expression } from '../filter/ast.ts'
import { type Dialect, LABS_SEARCH, V2_SEARCH } from '../filter/dialect.ts'
import { queryProblemText } from '../filter/problem.ts'
import { readRule } from '../filter/rule.ts'
import type { Call, Endpoint } from '../http/endpoint.ts'
import type { Sent } from '../http/form.ts'
import { optionalText, type Param } from '../http/params.ts'
import { firstSnowflakeAt } from '../lib/snowflake.ts'
import { demandEnrolment } from './_enrolment.ts'
import { MONTH_SPENT, Problem, problemEntry } from './_problems.ts'
import { type Search, type SearchPage, searchPosts } from './_search-posts.ts'
import type { Services } from './_services.ts'
import { Faults, valueText } from './_v2-faults.ts'
import { DIALECTS, type V2Caller } from './_v2-lookups.ts'
import type { Selection } from './_v2-objects/fields.ts'
import { type Generation, readSelection, selectionParams } from './_v2-parameters.ts'
import { partsAnswer } from './_v2-parts.ts'
import { postParts } from './_v2-posts.ts'
import { POST_LIST } from './_v2-schemas.ts'
import { v2View } from './_v2-view.ts'

const PRODUCTS = { labs: 'labs-2-search', '2': '2' } as const
const QUERIES: Readonly<Record<Generation, Dialect>> = { labs: LABS_SEARCH, '2': V2_SEARCH }
/** Requests in 15 minutes (spec/common.md section 4). */
const WINDOWS = { labs: { user: 225, app: 225 }, '2': { user: 180, app: 450 } } as const

const DAY_MS = 86_400_000
/** How long a post is out before it is found, unless `end_time` says otherwise. */
const SETTLING_MS = 30_000
/** What clocks of clients may be wrong by. */
const LENIENCY_MS = 60_000
const LARGEST_ID = 2n ** 63n - 1n

const TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,3})?Z$/

/** Opaque to clients: the id from which to go on, in base 36 behind a mark of its version. */
const TOKEN = /^b1([0-9a-z]{1,13})$/

export function recentSearch(generation: Generation, path: string): Endpoint<Caller, Services> {
  const params = { ...SEARCH_PARAMS, ...selectionParams('posts', generation) }
  const names = Object.keys(params)
  const endpoint = {
    method: 'GET',
    paths: [path],
    summary: 'Posts of the last seven days that match a query, newest first: up to 100 a page.',
    auth: ['user', 'app'],
    writes: false,
    window: WINDOWS[generation],
    params,
    answers: [{ schema: SEARCH_ANSWER }],
    errors: [
      problemEntry('invalidRequest'),
      problemEntry('clientForbidden'),
      problemEntry('usageCapExceeded'),
    ],
    async handle({ caller, services, sent, outer }: Call<V2Caller, Services, unknown>) {
      const { search, selection } = readSearch(sent, names, generation, services)
      await demandEnrolment(services, generation, caller.app.id)
      const account = await demandLeft(services, caller.app.id, generation)
      const page = await searchPosts(services, search)
      await addUsage(services.store, [{ account, day: dayOf(services.clock.now()), posts: page.ids.length }])
      const view = v2View(caller, DIALECTS[generation], selection, outer)
      // What is gone since, or not for this viewer, is left out like everything else that search does not find.
      const parts = await postParts(services, view, 'ids', page.ids.map(String))
      const errors = parts.errors.filter((error) => error.section !== 'data' || error.field !== undefined)
      return partsAnswer({ ...parts, errors }, false, JSON.stringify(metaOf(page)))
    },
  }
  // Authentication lets only the declared kinds through, so the handler is given what it asks for.
  return endpoint as unknown as Endpoint<Caller, Services>
}

const SEARCH_PARAMS: Readonly<Record<string, Param<string | undefined>>> = {
  query: optionalText('A rule of the rule language, up to 512 characters.'),
  start_time: optionalText(
    'Posts from then on, such as 2020-08-12T10:00:00Z; seven days back when left out.',
  ),
  end_time: optionalText('Posts before then; 30 seconds ago when left out.'),
  since_id: optionalText('Only newer posts than that of this id.'),
  until_id: optionalText('Only older posts than that of this id.'),
  max_results: optionalText('Posts of a page: 10 to 100, 10 when left out.'),
  next_token: optionalText('Where the page before ended.'),
}

const META = Type.Object({
  newest_id: Type.Optional(Type.String()),
  oldest_id: Type.Optional(Type.String()),
  result_count: Type.Integer(),
  next_token: Type.Optional(Type.String()),
})
const SEARCH_ANSWER = Type.Object(
  { ...POST_LIST.properties, meta: META },
  { title: 'SearchPage', description: 'Without `data` when nothing was found.' },
)

/** @throws {Problem} `invalidRequest`, with all that is wrong */
function readSearch(
  sent: Sent,
  names: readonly string[],
  generation: Generation,
  services: Pick<Services, 'clock' | 'searchDays'>,
): { readonly search: Search; readonly selection: Selection } {
  const faults = new Faults(sent)
  faults.addStrangers(names)
  const expression = readQuery(faults, generation)
  const { from, to } = readSpan(faults, services)
  const count = faults.integer('max_results', 10, 100, 10)
  const selection = readSelection(faults, 'posts', generation)
  faults.demandNone()
  if (expression === undefined) throw new Problem('internal')
  return { search: { expression, from, to, count }, selection }
}

function readQuery(faults: Faults, generation: Generation): Expression | undefined {
  const text = faults.text('query')
  if (text === undefined) {
    faults.add('query', 'Request parameter `query` can not be empty')
    return undefined
  }
  const reading = readRule(text, QUERIES[generation])
  if ('expression' in reading) return reading.expression
  faults.add('query', queryProblemText(reading.problems))
  return undefined
}

/** Ids that may be found: from, up to and with. */
function readSpan(
  faults: Faults,
  { clock, searchDays }: Pick<Services, 'clock' | 'searchDays'>,
): { readonly from: bigint; readonly to: bigint } {
  const now = clock.now()
  const oldest = now - searchDays * DAY_MS
  const start = readTime(faults, 'start_time') ?? oldest
  const end = readTime(faults, 'end_time')
  if (start < oldest - LENIENCY_MS) faults.add('start_time', tooEarly(faults, searchDays))
  if (end !== undefined && end > now - SETTLING_MS + LENIENCY_MS) {
    faults.add('end_time', `${given(faults, 'end_time')} must be at least 30 seconds before the request`)
  }
  if (end !== undefined && end <= start) {
    faults.add('end_time', `${given(faults, 'end_time')} must be after 'start_time'`)
  }
  const since = readId(faults, 'since_id')
  const until = readId(faults, 'until_id')
  const next = readToken(faults)
  const first = firstSnowflakeAt(Math.max(start, oldest))
  const last = firstSnowflakeAt(end ?? now - SETTLING_MS) - 1n
  return {
    from: largest(first, since === undefined ? 0n : since + 1n),
    to: smallest(last, until === undefined ? LARGEST_ID : until - 1n, next ?? LARGEST_ID),
  }
}

function given(faults: Faults, name: string): string {
  return valueText(name, faults.text(name) ?? '')
}

function tooEarly(faults: Faults, days: number): string {
  return `${given(faults, 'start_time')} must be within the last ${days} days`
}

function readTime(faults: Faults, name: string): number | undefined {
  const text = faults.text(name)
  if (text === undefined) return undefined
  const time = TIME.test(text) ? Date.parse(text) : Number.NaN
  if (!Number.isNaN(time)) return time
  faults.add(name, `${valueText(name, text)} is not a valid RFC3339 date-time`)
  return undefined
}

function readId(faults: Faults, name: string): bigint | undefined {
  const text = faults.text(name)
  if (text === undefined) return undefined
  if (/^[0-9]{1,19}$/.test(text)) return BigInt(text)
  faults.add(name, `${valueText(name, text)} does not match ^[0-9]{1,19}$`)
  return undefined
}

function readToken(faults: Faults): bigint | undefined {
  const text = faults.text('next_token')
  if (text === undefined) return undefined
  const digits = TOKEN.exec(text)?.[1]
  if (digits !== undefined) return fromBase36(digits)
  faults.add('next_token', `${valueText('next_token', text)} is not a token of this search`)
  return undefined
}

function metaOf({ ids, next }: SearchPage): object {
  const [newest, oldest] = [ids[0], ids.at(-1)]
  return {
    ...(newest === undefined ? {} : { newest_id: String(newest), oldest_id: String(oldest) }),
    result_count: ids.length,
    ...(next === undefined ? {} : { next_token: `b1${next.toString(36)}` }),
  }
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

/** To whom the posts are counted. @throws {Problem} `usageCapExceeded` when the month is spent */
async function demandLeft({ store, clock, limits }: Services, appId: bigint, generation: Generation) {
  const account = await usageAccountOf(store, appId, PRODUCTS[generation])
  const used = limits === 'off' ? 0 : await usageThisMonth(store, account, clock.now())
  if (used < MONTHLY_CAP) return account
  const { detail, ...more } = MONTH_SPENT
  throw new Problem('usageCapExceeded', detail, undefined, more)
}

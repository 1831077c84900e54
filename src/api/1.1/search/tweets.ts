/** GET search/tweets: posts of the last seven days (spec/followers.md section 3). */

import { Type } from 'typebox'
import type { Expression } from '../../../filter/ast.ts'
import { count, optionalId, optionalText } from '../../../http/params.ts'
import { jsonNumber } from '../../../lib/json.ts'
import { searchPosts } from '../../_search-posts.ts'
import { postTexts } from '../_answer-post.ts'
import { V11Error } from '../_errors.ts'
import { v11Endpoint } from '../_family.ts'
import { postParams } from '../_posts.ts'
import { POST_LIST } from '../_schemas/post.ts'
import { viewerOf } from '../_target.ts'
import { type Circle, isInside, readCircle } from './_circle.ts'
import { type Query, readSearchQuery } from './_query.ts'
import { spanOf } from './_span.ts'

const METADATA = Type.Object({
  completed_in: Type.Number(),
  max_id: Type.Integer(),
  max_id_str: Type.String(),
  next_results: Type.Optional(Type.String()),
  query: Type.String(),
  refresh_url: Type.String(),
  count: Type.Integer(),
  since_id: Type.Integer(),
  since_id_str: Type.String(),
})

export const searchTweets = v11Endpoint({
  paths: ['/1.1/search/tweets.json'],
  summary: 'Posts of the last seven days that match a query, newest first: up to 100 a page.',
  window: { user: 180, app: 450 },
  params: {
    q: optionalText('What to look for, up to 500 characters.'),
    count: count({ default: 15, max: 100 }),
    since_id: optionalId('Only newer posts than that of this id.'),
    max_id: optionalId('Only the post of this id, and older ones.'),
    until: optionalText('Only posts before this day of UTC, such as 2020-08-12.'),
    lang: optionalText('Only posts of this language.'),
    result_type: optionalText('Taken and not used: the newest come first.'),
    geocode: optionalText(
      'Only posts that were written in a circle: latitude, longitude and radius, such as 37.78,-122.4,1mi or 2km.',
    ),
    locale: optionalText('Taken and not used.'),
    ...postParams,
  },
  errors: ['queryParametersMissing', 'urlMissing', 'parameterInvalid'],
  answers: [
    { schema: Type.Object({ statuses: POST_LIST, search_metadata: METADATA }, { title: 'SearchResults' }) },
  ],
  async handle({ params, caller, services, outer }) {
    const started = services.clock.monotonic()
    const { q = '', lang } = params
    const query = demandQuery(q, lang)
    const span = spanOf(query, params, services)
    const circle = circleOf(params.geocode)
    const page = await searchPosts(services, {
      expression: query.expression,
      ...span,
      count: params.count,
      ...(circle === undefined ? {} : { accepts: ({ geo }) => isInside(circle, geo) }),
    })
    const statuses = await postTexts(services, viewerOf(caller), page.ids, params, outer)
    const seconds = Math.round(services.clock.monotonic() - started) / 1_000
    const metadata = metadataOf(q, params, page.ids, page.next, seconds)
    return {
      status: 200,
      body: `{"statuses":[${statuses.join(',')}],"search_metadata":${JSON.stringify(metadata)}}`,
    }
  },
})

/**
 * @throws {V11Error} 25 for none, 195 for one that asks for nothing that can be looked up: so the service, whose words mean
 *   any parameter of the URL
 */
function demandQuery(q: string, lang: string | undefined): Query {
  if (q.trim() === '') throw new V11Error('queryParametersMissing')
  const query = readSearchQuery(q)
  if (query === undefined) throw new V11Error('urlMissing')
  return lang === undefined ? query : { ...query, expression: inLanguage(query.expression, lang) }
}

function inLanguage(expression: Expression, lang: string): Expression {
  const { span } = expression
  return { kind: 'and', items: [expression, { kind: 'lang', code: lang.toLowerCase(), span }], span }
}

/** @throws {V11Error} 44 */
function circleOf(geocode: string | undefined): Circle | undefined {
  if (geocode === undefined) return undefined
  const circle = readCircle(geocode)
  if (circle === undefined) throw new V11Error('parameterInvalid', 'geocode')
  return circle
}

interface Asked {
  readonly count: number
  readonly since_id: bigint | undefined
  readonly lang: string | undefined
  readonly until: string | undefined
  readonly geocode: string | undefined
}

function metadataOf(
  q: string,
  { count, since_id = 0n, lang, until, geocode }: Asked,
  ids: readonly bigint[],
  next: bigint | undefined,
  seconds: number,
): object {
  const newest = ids[0] ?? since_id
  const query = encodeURIComponent(q)
  // Clients ask for these addresses as they are.
  const narrowed = Object.entries({ lang, until, geocode })
    .map(([name, value]) => (value === undefined ? '' : `&${name}=${encodeURIComponent(value)}`))
    .join('')
  return {
    completed_in: seconds,
    max_id: jsonNumber(newest),
    max_id_str: String(newest),
    ...(next === undefined
      ? {}
      : { next_results: `?max_id=${next}&q=${query}${narrowed}&count=${count}&include_entities=1` }),
    query,
    refresh_url: `?since_id=${newest}&q=${query}${narrowed}&include_entities=1`,
    count,
    since_id: jsonNumber(since_id),
    since_id_str: String(since_id),
  }
}

/** GET search/tweets: posts of the last seven days (spec/posts.md#search). */

import { Type } from 'typebox'
import type { Expression } from '../../../filter/ast.ts'
import { count, optionalId, optionalText } from '../../../http/params.ts'
import { searchPosts } from '../../_search/find-posts.ts'
import { completeHeaders, completeSince } from '../../_search/index-gap.ts'
import { postTexts } from '../_answer-post.ts'
import { V11Error } from '../_errors.ts'
import { v11Endpoint } from '../_family.ts'
import { postParams } from '../_posts.ts'
import { POST_LIST } from '../_schemas/post.ts'
import { viewerOf } from '../_target.ts'
import { type Circle, isInside, readCircle } from './_circle.ts'
import { METADATA, metadataOf, repeatedOf } from './_metadata.ts'
import { type Query, readSearchQuery } from './_query.ts'
import { spanOf } from './_span.ts'

export const searchTweets = v11Endpoint({
  paths: ['/1.1/search/tweets.json'],
  summary: 'Posts of the last seven days that match a query, newest first: up to 100 a page.',
  window: { user: 180, app: 450 },
  params: {
    q: optionalText('Search query, up to 500 characters.'),
    count: count({ default: 15, max: 100 }),
    since_id: optionalId('Only posts newer than the post with this id.'),
    max_id: optionalId('Only the post of this id, and older ones.'),
    until: optionalText('Only posts before this day of UTC, such as 2020-08-12.'),
    lang: optionalText('Only posts of this language.'),
    result_type: optionalText('Accepted and ignored: results are always newest first.'),
    geocode: optionalText(
      'Only posts from inside a circle: latitude, longitude and radius in mi or km, such as 37.78,-122.4,1mi.',
    ),
    locale: optionalText('Accepted and ignored.'),
    ...postParams,
  },
  errors: [
    'queryParametersMissing',
    'queryUnfit',
    'parameterInvalid',
    'parameterInvalid:until',
    'parameterInvalid:geocode',
  ],
  answers: [
    { schema: Type.Object({ statuses: POST_LIST, search_metadata: METADATA }, { title: 'SearchResults' }) },
  ],
  async handle({ params, caller, services, outer, sent }) {
    const started = services.clock.monotonic()
    const { q = '', lang, since_id: sinceId = 0n } = params
    const query = requireQuery(q, lang)
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
    const request = { q, count: params.count, sinceId, repeated: repeatedOf(sent) }
    const metadata = metadataOf(request, page, seconds)
    return {
      ...completeHeaders(await completeSince(services, span.from)),
      status: 200,
      body: `{"statuses":[${statuses.join(',')}],"search_metadata":${JSON.stringify(metadata)}}`,
    }
  },
})

/** Parses the query. @throws {V11Error} 25 without a query, 195 with the reason for a query that cannot be executed */
function requireQuery(q: string, lang: string | undefined): Query {
  if (q.trim() === '') throw new V11Error('queryParametersMissing')
  const query = readSearchQuery(q)
  if ('refused' in query) throw new V11Error('queryUnfit', query.refused)
  return lang === undefined ? query : { ...query, expression: inLanguage(query.expression, lang) }
}

function inLanguage(expression: Expression, lang: string): Expression {
  const { span } = expression
  return { kind: 'and', items: [expression, { kind: 'lang', code: lang.toLowerCase(), span }], span }
}

/** Parses the parameter `geocode`. @throws {V11Error} 44 */
function circleOf(geocode: string | undefined): Circle | undefined {
  if (geocode === undefined) return undefined
  const circle = readCircle(geocode)
  if (circle === undefined) throw new V11Error('parameterInvalid', 'geocode')
  return circle
}

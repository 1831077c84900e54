/**
 * GET 2/trends/by/woeid/:woeid: the most used hashtags. The whole world is the only place
 * (spec/v2.md#spaces-and-trends).
 */
import { Type } from 'typebox'
import { MAX_TRENDS } from '../../../../domain/trends/top-hashtags.ts'
import type { Param } from '../../../../http/params.ts'
import { defineEndpoint } from '../../../_endpoint.ts'
import { requireEnrolment } from '../../../_enrolment.ts'
import { problemEntry } from '../../../_problems.ts'
import { notFound } from '../../../_v2/partial-errors.ts'
import { V2_PARTIAL_ERROR } from '../../../_v2/schemas.ts'
import { ID_PATTERN, ValidationErrors } from '../../../_v2/validation-errors.ts'
import { V2_DIALECT } from '../../../_v2/view.ts'

/** The id (WOEID) of the whole world. */
const WORLD = '1'
const DEFAULT_TRENDS = 20
const FIELDS = ['trend_name', 'tweet_count'] as const

const TRENDS = Type.Object(
  {
    data: Type.Optional(Type.Array(Type.Object({ trend_name: Type.String(), tweet_count: Type.Integer() }))),
    errors: Type.Optional(Type.Array(V2_PARTIAL_ERROR)),
  },
  { title: 'V2Trends' },
)

function asSent(schema: Param<unknown>['schema']): Param<string | undefined> {
  return { schema, parse: (text) => text }
}

const PARAMS = {
  woeid: asSent(Type.String({ pattern: ID_PATTERN.source, description: 'Id of the place; 1 is the world.' })),
  max_trends: asSent(
    Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: MAX_TRENDS,
        default: DEFAULT_TRENDS,
        description: 'Maximum number of trends.',
      }),
    ),
  ),
  'trend.fields': asSent(
    Type.Optional(
      Type.Array(Type.Union(FIELDS.map((field) => Type.Literal(field))), {
        description: 'Fields of trends; both are always sent.',
      }),
    ),
  ),
} as const

export const v2Trends = defineEndpoint({
  method: 'GET',
  paths: ['/2/trends/by/woeid/:woeid'],
  summary: 'The most used hashtags of the last 24 hours.',
  auth: ['app'],
  scopes: [],
  writes: false,
  window: { user: 0, app: 75 },
  params: PARAMS,
  answers: [{ schema: TRENDS }],
  errors: [problemEntry('invalidRequest'), problemEntry('clientForbidden')],
  async handle({ caller, services, sent }) {
    const errors = new ValidationErrors(sent)
    errors.addUnknown(Object.keys(PARAMS), 'woeid')
    const woeid = errors.one('woeid', ID_PATTERN)
    const count = errors.integer('max_trends', 1, MAX_TRENDS, DEFAULT_TRENDS)
    errors.choices('trend.fields', FIELDS)
    errors.throwIfAny()
    await requireEnrolment(services, '2', caller.app.id)
    if (woeid !== WORLD) {
      const wanted = { type: 'place', parameter: 'woeid', value: woeid, section: 'data' } as const
      return { status: 200, body: JSON.stringify({ errors: [notFound(V2_DIALECT, wanted)] }) }
    }
    const { trends } = await services.trends.current()
    const data = trends.slice(0, count).map(({ name, posts }) => ({ trend_name: name, tweet_count: posts }))
    return { status: 200, body: JSON.stringify(data.length === 0 ? {} : { data }) }
  },
})

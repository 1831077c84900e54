/** Schemas of the response bodies of backtests and comparisons, for the API document. */
import { Type } from 'typebox'
import { RULE_PRODUCTS } from '../../domain/rules/rule.ts'
import { MONTHLY_CAP } from '../../domain/usage/usage.ts'
import { MAX_POSTS_PER_SECOND } from '../../streams/posts/hub.ts'
import { SCHEMAS } from '../_v2/schemas.ts'
import { MAX_SAMPLES } from './samples.ts'
import { HOURS } from './span.ts'

const COUNT = Type.Integer({ minimum: 0 })
const TIME = Type.String({ format: 'date-time' })

const HOUR = Type.Object({
  start: Type.String({ format: 'date-time', description: 'Start of the hour, in UTC.' }),
  matched: COUNT,
  dropped: Type.Integer({
    minimum: 0,
    description: `Matched posts beyond ${MAX_POSTS_PER_SECOND} per second, which a stream would drop.`,
  }),
})

const PER_SECOND = Type.Object({
  cap: Type.Literal(MAX_POSTS_PER_SECOND),
  peak: Type.Integer({ minimum: 0, description: 'The maximum number of posts in one clock second.' }),
  peak_at: Type.Optional(TIME),
  share: Type.Number({ minimum: 0, description: '`peak` divided by `cap`; posts are dropped above 1.' }),
  seconds_above: Type.Integer({ minimum: 0, description: 'Seconds in which posts would have been dropped.' }),
  dropped: COUNT,
})

const PER_MONTH = Type.Object({
  cap: Type.Literal(MONTHLY_CAP),
  projected: Type.Integer({
    minimum: 0,
    description: 'Posts in 30 days at the rate between `start_time` and `end_time`.',
  }),
  share: Type.Number({ minimum: 0, description: '`projected` divided by `cap`.' }),
})

/** Members with the statistics of a rule. */
export const FIGURES = {
  value: Type.String({ description: 'The rule.' }),
  dialect: Type.Union(RULE_PRODUCTS.map((product) => Type.Literal(product))),
  matched: COUNT,
  hours: Type.Array(HOUR, {
    minItems: HOURS,
    maxItems: HOURS,
    description: `The last ${HOURS} hours, including the current hour; 0 for hours that were not examined.`,
  }),
  per_second: PER_SECOND,
  per_month: PER_MONTH,
}

export const SAMPLES = Type.Array(SCHEMAS.labs.post, {
  maxItems: MAX_SAMPLES,
  description: 'The newest matches.',
})

export const META = Type.Object({
  start_time: Type.String({
    format: 'date-time',
    description: 'All posts between this time and `end_time` were examined.',
  }),
  end_time: TIME,
  examined: Type.Integer({ minimum: 0, description: 'Number of examined posts.' }),
  is_complete: Type.Boolean({
    description: 'True when all hours were examined; otherwise `next_token` continues with older posts.',
  }),
  is_index_current: Type.Boolean({
    description:
      'True when the index covers all posts; false while the index is rebuilt or posts are imported.',
  }),
  next_token: Type.Optional(Type.String()),
})

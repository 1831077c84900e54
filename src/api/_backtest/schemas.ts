/** Bodies of backtests and comparisons, for the API document. */
import { Type } from 'typebox'
import { RULE_PRODUCTS } from '../../domain/rules/rule.ts'
import { MONTHLY_CAP } from '../../domain/usage/usage.ts'
import { MAX_POSTS_PER_SECOND } from '../../streams/posts/hub.ts'
import { V2_POST } from '../_v2/schemas.ts'
import { MAX_SAMPLES } from './samples.ts'
import { HOURS } from './span.ts'

const COUNT = Type.Integer({ minimum: 0 })
const TIME = Type.String({ format: 'date-time' })

const HOUR = Type.Object({
  start: Type.String({ format: 'date-time', description: 'When the hour begins, in UTC.' }),
  matched: COUNT,
  dropped: Type.Integer({
    minimum: 0,
    description: `Of these, beyond the ${MAX_POSTS_PER_SECOND} of a second, which a stream drops.`,
  }),
})

const PER_SECOND = Type.Object({
  cap: Type.Literal(MAX_POSTS_PER_SECOND),
  peak: Type.Integer({ minimum: 0, description: 'The most posts of one second, by the clock.' }),
  peak_at: Type.Optional(TIME),
  share: Type.Number({ minimum: 0, description: '`peak` as a part of `cap`; above 1 posts are dropped.' }),
  seconds_above: Type.Integer({ minimum: 0, description: 'Seconds in which posts would have been dropped.' }),
  dropped: COUNT,
})

const PER_MONTH = Type.Object({
  cap: Type.Literal(MONTHLY_CAP),
  projected: Type.Integer({
    minimum: 0,
    description: 'What would be sent in 30 days that are as those from `start_time` to `end_time`.',
  }),
  share: Type.Number({ minimum: 0, description: '`projected` as a part of `cap`.' }),
})

/** Figures of each rule. */
export const FIGURES = {
  value: Type.String({ description: 'The rule.' }),
  dialect: Type.Union(RULE_PRODUCTS.map((product) => Type.Literal(product))),
  matched: COUNT,
  hours: Type.Array(HOUR, {
    minItems: HOURS,
    maxItems: HOURS,
    description: `The ${HOURS} hours up to the present one, which has not ended; those that were not looked at are 0.`,
  }),
  per_second: PER_SECOND,
  per_month: PER_MONTH,
}

export const SAMPLES = Type.Array(V2_POST, { maxItems: MAX_SAMPLES, description: 'The newest ones.' })

export const META = Type.Object({
  start_time: Type.String({
    format: 'date-time',
    description: 'From then on everything up to `end_time` was looked at.',
  }),
  end_time: TIME,
  examined: Type.Integer({ minimum: 0, description: 'Posts that were looked at.' }),
  is_complete: Type.Boolean({
    description: 'Whether this reaches the beginning of the hours; `next_token` asks for what is older.',
  }),
  is_index_current: Type.Boolean({
    description: 'Whether all posts can be found; false while the index is made anew or posts are imported.',
  }),
  next_token: Type.Optional(Type.String()),
})

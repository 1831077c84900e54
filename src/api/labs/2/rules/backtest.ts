/**
 * GET labs/2/rules/backtest: matches of a rule in the last seven days; specific to Aviary (spec/server.md#rule-tools).
 */
import { Type } from 'typebox'
import type { ParamSpec } from '../../../../http/params.ts'
import { figuresOf, newTally } from '../../../_backtest/figures.ts'
import { runBacktest } from '../../../_backtest/run.ts'
import { Sampled, samplesOf } from '../../../_backtest/samples.ts'
import { FIGURES, META, SAMPLES } from '../../../_backtest/schemas.ts'
import type { BacktestSpan } from '../../../_backtest/span.ts'
import { defineEndpoint } from '../../../_endpoint.ts'
import { requireEnrolment } from '../../../_enrolment.ts'
import { refuseUnknownParameters } from '../../../_known-parameters.ts'
import { problemEntry } from '../../../_problems.ts'
import { DIALECT, NEXT_TOKEN, ruleReader, ruleText } from './_parameters.ts'

/** Enough requests to examine more than a million posts (_backtest/walk.ts). */
const WINDOW = { user: 0, app: 120 } as const

const PARAMS = {
  value: ruleText('The rule, as it would be added.'),
  dialect: DIALECT,
  next_token: NEXT_TOKEN,
} satisfies ParamSpec

const BACKTEST = Type.Object(
  { data: Type.Object({ ...FIGURES, samples: SAMPLES }), meta: META },
  { title: 'RuleBacktest' },
)

export const labs2RuleBacktest = defineEndpoint({
  method: 'GET',
  paths: ['/labs/2/rules/backtest'],
  summary:
    'Posts of the last seven days that a rule matches: counts per hour, samples and shares of the caps.',
  auth: ['app'],
  writes: false,
  window: WINDOW,
  params: PARAMS,
  answers: [{ schema: BACKTEST }],
  errors: [problemEntry('invalidRequest'), problemEntry('clientForbidden')],
  async handle(call) {
    const { params, services, sent, caller } = call
    refuseUnknownParameters(sent, PARAMS)
    const { value, dialect = '2', next_token: token } = params
    await requireEnrolment(services, 'labs', caller.app.id)
    const requireRule = await ruleReader(services, caller.app.id, dialect)
    const rule = requireRule('value', value)
    const { listener, span, meta } = await runBacktest(services, token, [rule], listen)
    const samples = await samplesOf(services, call, listener.sampled.ids)
    const data = { value, dialect, ...figuresOf(listener.tally, span), samples }
    return { status: 200, body: JSON.stringify({ data, meta }) }
  },
})

function listen(span: BacktestSpan) {
  const tally = newTally(span)
  const sampled = new Sampled()
  const take = (id: bigint) => {
    tally.take(id)
    sampled.take(id)
  }
  return { tally, sampled, take }
}

/**
 * GET labs/2/rules/compare: posts that an edited rule would gain and lose; specific to Aviary
 * (spec/server.md#rule-tools).
 */
import { Type } from 'typebox'
import { optionalText, type ParamSpec } from '../../../../http/params.ts'
import { Comparison } from '../../../_backtest/comparison.ts'
import { figuresOf } from '../../../_backtest/figures.ts'
import { runBacktest } from '../../../_backtest/run.ts'
import { type Sampled, samplesOf } from '../../../_backtest/samples.ts'
import { FIGURES, META, SAMPLES } from '../../../_backtest/schemas.ts'
import { defineEndpoint, type EndpointCall } from '../../../_endpoint.ts'
import { requireEnrolment } from '../../../_enrolment.ts'
import { refuseUnknownParameters } from '../../../_known-parameters.ts'
import { problemEntry } from '../../../_problems.ts'
import { findOldRule, type OldRule } from './_old-rule.ts'
import { DIALECT, digits, NEXT_TOKEN, ruleReader, ruleText } from './_parameters.ts'

/** The limit equals the limit of backtests, in a separate window. */
const WINDOW = { user: 0, app: 120 } as const

const PARAMS = {
  id: digits('The rule of the app that is to be edited, in place of `from`; its stream says the dialect.'),
  from: optionalText('The current rule.'),
  to: ruleText('The edited rule.'),
  dialect: DIALECT,
  next_token: NEXT_TOKEN,
} satisfies ParamSpec

type CompareCall = EndpointCall<'app', typeof PARAMS>

const CHANGE = Type.Object({ matched: Type.Integer({ minimum: 0 }), samples: SAMPLES })

const COMPARISON = Type.Object(
  {
    data: Type.Optional(
      Type.Object({
        from: Type.Object({ id: Type.Optional(Type.String()), ...FIGURES }),
        to: Type.Object(FIGURES),
        kept: Type.Integer({ minimum: 0, description: 'Posts that both rules match.' }),
        gained: CHANGE,
        lost: CHANGE,
      }),
    ),
    errors: Type.Optional(Type.Array(Type.Record(Type.String(), Type.String()))),
    meta: Type.Optional(META),
  },
  { title: 'RuleComparison' },
)

export const labs2RuleCompare = defineEndpoint({
  method: 'GET',
  paths: ['/labs/2/rules/compare'],
  summary:
    'Posts of the last seven days that an edited rule would gain or lose compared with the current rule.',
  auth: ['app'],
  writes: false,
  window: WINDOW,
  params: PARAMS,
  answers: [{ schema: COMPARISON }],
  errors: [problemEntry('invalidRequest'), problemEntry('clientForbidden')],
  async handle(call) {
    const { params, services, sent, caller } = call
    refuseUnknownParameters(sent, PARAMS)
    await requireEnrolment(services, 'labs', caller.app.id)
    const old = await findOldRule(services, caller.app.id, params)
    const body = 'missing' in old ? { errors: [old.missing] } : await compared(call, old)
    return { status: 200, body: JSON.stringify(body) }
  },
})

async function compared(call: CompareCall, old: OldRule): Promise<object> {
  const { services, params } = call
  const { dialect } = old
  const requireRule = await ruleReader(services, call.caller.app.id, dialect)
  const rules = [requireRule('from', old.value), requireRule('to', params.to)]
  const { listener, span, meta } = await runBacktest(
    services,
    params.next_token,
    rules,
    (span) => new Comparison(span),
  )
  const { from, to, kept, gained, lost } = listener
  const changeOf = async ({ matched, ids }: Sampled) => ({
    matched,
    samples: await samplesOf(services, call, ids),
  })
  return {
    data: {
      from: { ...old, ...figuresOf(from, span) },
      to: { value: params.to, dialect, ...figuresOf(to, span) },
      kept,
      gained: await changeOf(gained),
      lost: await changeOf(lost),
    },
    meta,
  }
}

/**
 * POST /console/api/apps/:app_id/rules/backtest: matches of a rule in the last seven days (spec/server.md#rule-tools).
 */
import { Type } from 'typebox'
import { figuresOf, newTally } from '../../../../_backtest/figures.ts'
import { Sampled } from '../../../../_backtest/samples.ts'
import { FIGURES, META } from '../../../../_backtest/schemas.ts'
import { consoleBody } from '../../../_body.ts'
import { consoleEndpoint, jsonAnswer } from '../../../_family.ts'
import {
  NEXT_TOKEN_MEMBER,
  PATH_ID,
  PRODUCT_MEMBER,
  requireRule,
  ruleDesk,
  VALUE_MEMBER,
} from '../../../_rules/parameters.ts'
import { MATCHES, matchesOf, runRules } from '../../../_rules/runs.ts'

const BODY = consoleBody(
  Type.Object({ value: VALUE_MEMBER, product: PRODUCT_MEMBER, next_token: NEXT_TOKEN_MEMBER }),
)

const BACKTEST = Type.Object(
  { figures: Type.Object(FIGURES), newest: MATCHES, meta: META },
  { title: 'ConsoleBacktest' },
)

export const backtestRule = consoleEndpoint({
  method: 'POST',
  paths: ['/console/api/apps/:app_id/rules/backtest'],
  summary: 'Matches of a rule in the last seven days by hour, and the newest of them.',
  params: { app_id: PATH_ID },
  body: BODY.spec,
  answers: [{ schema: BACKTEST }],
  errors: ['app-not-found', 'field-invalid', 'rule-invalid'],
  async handle({ services, caller, params, json }) {
    const { value, product: dialect = '2', next_token } = BODY.read(json)
    const rule = requireRule(await ruleDesk(services, caller, params.app_id, dialect), value)
    const { listener, span, meta } = await runRules(services, next_token, [rule], (hours) => {
      const [tally, samples] = [newTally(hours), new Sampled()]
      const take = (id: bigint) => {
        tally.take(id)
        samples.take(id)
      }
      return { tally, samples, take }
    })
    const figures = { value, dialect, ...figuresOf(listener.tally, span) }
    return jsonAnswer({ figures, newest: await matchesOf(services, listener.samples, [rule]), meta })
  },
})

/**
 * POST /console/api/apps/:app_id/rules/compare: posts that an edited rule gains and loses (spec/server.md#rule-tools).
 */
import { Type } from 'typebox'
import { Comparison } from '../../../../_backtest/comparison.ts'
import { META } from '../../../../_backtest/schemas.ts'
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
  Type.Object({
    from: VALUE_MEMBER,
    to: VALUE_MEMBER,
    product: PRODUCT_MEMBER,
    next_token: NEXT_TOKEN_MEMBER,
  }),
)

const COMPARISON = Type.Object(
  { both: MATCHES, only_from: MATCHES, only_to: MATCHES, meta: META },
  { title: 'ConsoleComparison' },
)

export const compareRules = consoleEndpoint({
  method: 'POST',
  paths: ['/console/api/apps/:app_id/rules/compare'],
  summary: 'Posts of the last seven days that match two rules, or only one of them.',
  params: { app_id: PATH_ID },
  body: BODY.spec,
  answers: [{ schema: COMPARISON }],
  errors: ['app-not-found', 'field-invalid', 'rule-invalid'],
  async handle({ services, caller, params, json }) {
    const { from, to, product, next_token } = BODY.read(json)
    const desk = await ruleDesk(services, caller, params.app_id, product)
    const [old, edited] = [requireRule(desk, from, 'from'), requireRule(desk, to, 'to')]
    const { listener, meta } = await runRules(
      services,
      next_token,
      [old, edited],
      (span) => new Comparison(span),
    )
    return jsonAnswer({
      both: await matchesOf(services, listener.both, [edited]),
      only_from: await matchesOf(services, listener.lost, [old]),
      only_to: await matchesOf(services, listener.gained, [edited]),
      meta,
    })
  },
})

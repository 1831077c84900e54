/** GET /console/api/apps/:app_id/rules/operators: operators of rules, which the editor offers. */
import { Type } from 'typebox'
import { operatorHelp } from '../../../../../filter/editing/operators.ts'
import { consoleEndpoint, jsonAnswer } from '../../../_family.ts'
import { PATH_ID, PRODUCT, ruleDesk } from '../../../_rules/parameters.ts'

const OPERATORS = Type.Object(
  {
    operators: Type.Array(
      Type.Object({
        text: Type.String({ description: 'Text that a completion inserts.' }),
        help: Type.String(),
        example: Type.String(),
        stands_alone: Type.Boolean({ description: 'False for an operator that needs another term.' }),
        is_available: Type.Boolean(),
        values: Type.Array(
          Type.Object({ text: Type.String(), help: Type.String(), is_available: Type.Boolean() }),
        ),
      }),
    ),
  },
  { title: 'ConsoleRuleOperators' },
)

export const listOperators = consoleEndpoint({
  paths: ['/console/api/apps/:app_id/rules/operators'],
  summary: 'Every operator of rules with one sentence of help, and which of them the app may use.',
  params: { app_id: PATH_ID, product: PRODUCT },
  answers: [{ schema: OPERATORS }],
  errors: ['app-not-found', 'field-invalid'],
  async handle({ services, caller, params }) {
    const { dialect } = await ruleDesk(services, caller, params.app_id, params.product)
    const operators = operatorHelp(dialect).map(({ standsAlone, isAvailable, values, ...rest }) => ({
      ...rest,
      stands_alone: standsAlone,
      is_available: isAvailable,
      values: values.map(({ isAvailable: is_available, ...value }) => ({ ...value, is_available })),
    }))
    return jsonAnswer({ operators })
  },
})

/** POST /console/api/apps/:app_id/rules/check: problems of a rule while a user types it. */
import { Type } from 'typebox'
import { diagnose } from '../../../../../filter/editing/diagnose.ts'
import { consoleBody } from '../../../_body.ts'
import { consoleEndpoint, jsonAnswer } from '../../../_family.ts'
import { PATH_ID, PRODUCT_MEMBER, ruleDesk, VALUE_MEMBER } from '../../../_rules/parameters.ts'

const BODY = consoleBody(Type.Object({ value: VALUE_MEMBER, product: PRODUCT_MEMBER }))

const CHECKED = Type.Object(
  {
    problems: Type.Array(
      Type.Object({
        message: Type.String({ description: 'The message of the API.' }),
        start: Type.Integer({ description: 'In UTF-16 code units of the rule.' }),
        end: Type.Integer({ description: 'Exclusive.' }),
        expected: Type.Array(Type.String(), {
          description: 'Tokens and forms that are possible at `start`.',
        }),
      }),
    ),
    length: Type.Integer({ description: 'Characters of the rule.' }),
    max_length: Type.Integer(),
  },
  { title: 'ConsoleRuleCheck' },
)

export const checkRule = consoleEndpoint({
  method: 'POST',
  paths: ['/console/api/apps/:app_id/rules/check'],
  summary: 'Problems of a rule with their places; nothing is stored.',
  params: { app_id: PATH_ID },
  body: BODY.spec,
  answers: [{ schema: CHECKED }],
  errors: ['app-not-found', 'field-invalid'],
  async handle({ services, caller, params, json }) {
    const { value, product } = BODY.read(json)
    const { dialect, limits } = await ruleDesk(services, caller, params.app_id, product)
    return jsonAnswer({
      problems: diagnose(value, dialect),
      length: [...value].length,
      max_length: limits.maxLength,
    })
  },
})

/**
 * PUT /console/api/operator/console_users/operator: makes a user of the console an operator of the server, or
 * ends this role (spec/console.md#console-users-at-the-desk).
 */
import { Type } from 'typebox'
import { setConsoleOperator } from '../../../../../domain/console/operators.ts'
import { consoleBody } from '../../../_body.ts'
import { DONE, doneAnswer } from '../../../_family.ts'
import { operatorEndpoint } from '../../../_operator/endpoint.ts'
import { MAX_EMAIL_LENGTH } from '../../../_session.ts'

const BODY = consoleBody(
  Type.Object({ email: Type.String({ maxLength: MAX_EMAIL_LENGTH }), is_operator: Type.Boolean() }),
)

export const changeDeskOperator = operatorEndpoint({
  method: 'PUT',
  paths: ['/console/api/operator/console_users/operator'],
  summary: 'Makes a user of the console an operator of the server, or ends this role.',
  params: {},
  body: BODY.spec,
  answers: [DONE],
  errors: ['field-invalid', 'console-user-not-found', 'state-already-so'],
  async handle({ services, json }) {
    const { email, is_operator: isOperator } = BODY.read(json)
    await setConsoleOperator(services, email, isOperator)
    return doneAnswer()
  },
})

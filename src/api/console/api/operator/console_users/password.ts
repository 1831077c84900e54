/**
 * PUT /console/api/operator/console_users/password: changes the password of a user of the console
 * (spec/console.md#console-users-at-the-desk).
 */
import { Type } from 'typebox'
import { changeConsolePassword } from '../../../../../domain/console/console-account.ts'
import { consoleBody } from '../../../_body.ts'
import { DONE, doneAnswer } from '../../../_family.ts'
import { operatorEndpoint } from '../../../_operator/endpoint.ts'
import { MAX_EMAIL_LENGTH, MAX_PASSWORD_LENGTH } from '../../../_session.ts'

const BODY = consoleBody(
  Type.Object({
    email: Type.String({ maxLength: MAX_EMAIL_LENGTH }),
    password: Type.String({ maxLength: MAX_PASSWORD_LENGTH, description: 'At least 8 characters.' }),
    remove_passkeys: Type.Boolean({ description: 'Removes the passkeys of the user too.' }),
  }),
)

export const changeDeskConsolePassword = operatorEndpoint({
  method: 'PUT',
  paths: ['/console/api/operator/console_users/password'],
  summary: 'Changes the password of a user of the console. All its sessions end.',
  params: {},
  body: BODY.spec,
  answers: [DONE],
  errors: ['field-invalid', 'console-user-not-found', 'password-too-short'],
  async handle({ services, json }) {
    const { email, password, remove_passkeys: removePasskeys } = BODY.read(json)
    await changeConsolePassword(services, email, password, { removePasskeys })
    return doneAnswer()
  },
})

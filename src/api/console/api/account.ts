/** PUT /console/api/account: e-mail address and password of the caller (spec/console.md#console-accounts). */
import { Type } from 'typebox'
import { changeCredentials } from '../../../domain/console/credentials.ts'
import { consoleBody } from '../_body.ts'
import { consoleEndpoint, DONE, doneAnswer } from '../_family.ts'
import { requirePassword } from '../_require-password.ts'
import { MAX_EMAIL_LENGTH, MAX_PASSWORD_LENGTH } from '../_session.ts'

const CHANGES = consoleBody(
  Type.Object({
    email: Type.Optional(Type.String({ maxLength: MAX_EMAIL_LENGTH })),
    password: Type.Optional(
      Type.String({ maxLength: MAX_PASSWORD_LENGTH, description: 'The new password; other sessions end.' }),
    ),
    current_password: Type.Optional(
      Type.String({ maxLength: MAX_PASSWORD_LENGTH, description: 'Required if the caller has a password.' }),
    ),
  }),
)

export const updateAccount = consoleEndpoint({
  method: 'PUT',
  paths: ['/console/api/account'],
  summary: 'Changes e-mail address and password of the caller.',
  params: {},
  body: CHANGES.spec,
  answers: [DONE],
  errors: [
    'password-wrong',
    'sign-in-too-old',
    'too-many-tries',
    'email-invalid',
    'email-taken',
    'password-too-short',
  ],
  async handle(call) {
    const { caller, services } = call
    const { email, password, current_password: current = '' } = CHANGES.read(call.json)
    await requirePassword(call, current)
    const { consoleUserId, sessionHash } = caller
    const ended = await changeCredentials(services, { consoleUserId, sessionHash, email, password })
    for (const hash of ended) services.eventReaders.endAll(hash)
    return doneAnswer()
  },
})

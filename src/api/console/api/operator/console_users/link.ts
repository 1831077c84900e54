/**
 * POST /console/api/operator/console_users/link: makes a link that signs a user in to the console once,
 * within 24 hours (spec/console.md#console-users-at-the-desk).
 */
import { Type } from 'typebox'
import { findConsoleLogin } from '../../../../../domain/console/console-account.ts'
import { createConsoleLink } from '../../../../../domain/console/links.ts'
import { consoleBody } from '../../../_body.ts'
import { jsonAnswer } from '../../../_family.ts'
import { operatorEndpoint } from '../../../_operator/endpoint.ts'
import { browsedOrigin } from '../../../_passkeys/site.ts'
import { ConsoleProblem } from '../../../_problems.ts'
import { MAX_EMAIL_LENGTH } from '../../../_session.ts'

const BODY = consoleBody(Type.Object({ email: Type.String({ maxLength: MAX_EMAIL_LENGTH }) }))

export const makeDeskConsoleLink = operatorEndpoint({
  method: 'POST',
  paths: ['/console/api/operator/console_users/link'],
  summary: 'Makes a link that signs a user in to the console once, within 24 hours. The link is shown once.',
  params: {},
  body: BODY.spec,
  answers: [{ status: 201, schema: Type.Object({ url: Type.String({ description: 'The link.' }) }) }],
  errors: ['field-invalid', 'console-user-not-found'],
  async handle(call) {
    const { services, json } = call
    const login = await findConsoleLogin(services.store, BODY.read(json).email)
    if (login === undefined) throw new ConsoleProblem('console-user-not-found')
    const token = await createConsoleLink(services, login.user)
    return jsonAnswer({ url: `${browsedOrigin(call)}/console/link#${token}` }, { status: 201 })
  },
})

/**
 * POST /console/api/operator/users/:user_id/password_link: makes a link with which a user sets a new password
 * once (spec/console.md#password-links-at-the-desk).
 */
import { Type } from 'typebox'
import {
  createPasswordLink,
  MAX_PASSWORD_LINK_HOURS,
} from '../../../../../domain/accounts/passwords/password-links.ts'
import { optionalText } from '../../../../../http/params.ts'
import { idIn } from '../../../../1.1/_id.ts'
import { consoleBody } from '../../../_body.ts'
import { streamBase } from '../../../_compliance/stream-base.ts'
import { jsonAnswer } from '../../../_family.ts'
import { operatorEndpoint } from '../../../_operator/endpoint.ts'
import { ConsoleProblem } from '../../../_problems.ts'

const HOUR_MS = 3_600_000

const BODY = consoleBody(
  Type.Object({
    hours: Type.Integer({
      ...{ minimum: 1, maximum: MAX_PASSWORD_LINK_HOURS, description: 'Hours until the link expires.' },
    }),
  }),
)

export const makeDeskPasswordLink = operatorEndpoint({
  method: 'POST',
  paths: ['/console/api/operator/users/:user_id/password_link'],
  summary: 'Makes a link with which a user sets a new password once. The link is shown once.',
  params: { user_id: optionalText('The id of a user.') },
  body: BODY.spec,
  answers: [
    {
      status: 201,
      schema: Type.Object({
        url: Type.String({ description: 'The link.' }),
        expires_at: Type.Integer({ description: 'Unix milliseconds.' }),
      }),
    },
  ],
  errors: ['field-invalid', 'user-not-found', 'user-without-email'],
  async handle({ services, params, outer, json }) {
    const { hours } = BODY.read(json)
    const userId = idIn(params.user_id ?? '')
    if (userId === undefined) throw new ConsoleProblem('user-not-found')
    const { token, expiresAt } = await createPasswordLink(services, { userId, lifetime: hours * HOUR_MS })
    const url = `${streamBase(services.pageAddress, outer)}/settings/reset_password?token=${token}`
    return jsonAnswer({ url, expires_at: expiresAt }, { status: 201 })
  },
})

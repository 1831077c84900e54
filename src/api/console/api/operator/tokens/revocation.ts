/**
 * POST /console/api/operator/tokens/revocation: revokes an access token of a user, with a reason
 * (spec/console.md#apps-at-the-desk).
 */
import { Type } from 'typebox'
import { revokeToken } from '../../../../../domain/apps/tokens.ts'
import { consoleBody } from '../../../_body.ts'
import { DONE, doneAnswer } from '../../../_family.ts'
import { operatorEndpoint } from '../../../_operator/endpoint.ts'
import { REASON } from '../../../_operator/moderation.ts'

const BODY = consoleBody(Type.Object({ token: Type.String({ maxLength: 64 }), reason: REASON }))

export const revokeDeskToken = operatorEndpoint({
  method: 'POST',
  paths: ['/console/api/operator/tokens/revocation'],
  summary: 'Revokes an access token of a user, with a reason.',
  params: {},
  body: BODY.spec,
  answers: [DONE],
  errors: ['field-invalid', 'token-not-found'],
  async handle({ services, json }) {
    const { token, reason } = BODY.read(json)
    await revokeToken(services, token, reason.trim())
    return doneAnswer()
  },
})

/**
 * POST /console/api/operator/sign_ups/:sign_up_id/decision: creates the user of a waiting sign-up, or removes
 * the sign-up (spec/console.md#sign-ups).
 */
import { Type } from 'typebox'
import { approveSignUp, rejectSignUp } from '../../../../../domain/accounts/sign-up/requests.ts'
import { optionalText } from '../../../../../http/params.ts'
import { idIn } from '../../../../1.1/_id.ts'
import { consoleBody } from '../../../_body.ts'
import { jsonAnswer } from '../../../_family.ts'
import { operatorEndpoint } from '../../../_operator/endpoint.ts'
import { REASON } from '../../../_operator/moderation.ts'
import { ConsoleProblem } from '../../../_problems.ts'

const BODY = consoleBody(
  Type.Object({
    decision: Type.Enum(['approve', 'reject']),
    reason: Type.Optional(REASON),
  }),
)

export const decideDeskSignUp = operatorEndpoint({
  method: 'POST',
  paths: ['/console/api/operator/sign_ups/:sign_up_id/decision'],
  summary: 'Creates the user of a waiting sign-up, or removes the sign-up.',
  params: { sign_up_id: optionalText('The id of a sign-up.') },
  body: BODY.spec,
  answers: [
    {
      schema: Type.Object({
        user_id: Type.Union([Type.String(), Type.Null()], { description: 'The new user after an approval.' }),
      }),
    },
  ],
  errors: ['field-invalid', 'sign-up-not-found', 'screen-name-taken', 'email-taken'],
  async handle({ services, params, json }) {
    const { decision, reason } = BODY.read(json)
    const id = idIn(params.sign_up_id ?? '')
    if (id === undefined) throw new ConsoleProblem('sign-up-not-found')
    if (decision === 'approve') return jsonAnswer({ user_id: (await approveSignUp(services, id)).id })
    await rejectSignUp(services, id, reason?.trim())
    return jsonAnswer({ user_id: null })
  },
})

/**
 * POST /console/api/operator/users/:user_id/moderation: changes the state of a user, with a reason
 * (spec/console.md#moderation-at-the-desk).
 */
import { Type } from 'typebox'
import { changeUserState } from '../../../../../domain/accounts/change-user-state.ts'
import { optionalText } from '../../../../../http/params.ts'
import { idIn } from '../../../../1.1/_id.ts'
import { consoleBody } from '../../../_body.ts'
import { jsonAnswer } from '../../../_family.ts'
import { operatorEndpoint } from '../../../_operator/endpoint.ts'
import { COUNTRIES, REASON, unlessMeanwhile, VERSION } from '../../../_operator/moderation.ts'
import { DESK_USER, deskUser } from '../../../_operator/users.ts'
import { ConsoleProblem } from '../../../_problems.ts'

const ACTIONS = [
  'protect',
  'unprotect',
  'suspend',
  'unsuspend',
  'deactivate',
  'reactivate',
  'withhold',
  'unwithhold',
] as const

const BODY = consoleBody(
  Type.Object({ action: Type.Enum([...ACTIONS]), reason: REASON, countries: COUNTRIES, version: VERSION }),
)

export const moderateDeskUser = operatorEndpoint({
  method: 'POST',
  paths: ['/console/api/operator/users/:user_id/moderation'],
  summary: 'Changes the state of a user, with a reason.',
  params: { user_id: optionalText('The id of a user.') },
  body: BODY.spec,
  answers: [{ schema: DESK_USER }],
  errors: [
    'field-invalid',
    'user-not-found',
    'user-gone',
    'country-code-invalid',
    'state-already-so',
    'moderated-meanwhile',
  ],
  async handle({ services, caller, params, json }) {
    const { action, reason, countries = [], version } = BODY.read(json)
    const userId = idIn(params.user_id ?? '')
    if (userId === undefined) throw new ConsoleProblem('user-not-found')
    const note = { reason: reason.trim(), actor: caller.email, version }
    const changed = await unlessMeanwhile(services, { kind: 'user', id: userId }, () =>
      changeUserState(services, { userId, action, countries, ...note }),
    )
    return jsonAnswer(deskUser(changed, services.clock.now()))
  },
})

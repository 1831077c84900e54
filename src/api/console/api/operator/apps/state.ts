/**
 * PUT /console/api/operator/apps/:app_id/state: suspends an app, or ends its suspension, with a reason
 * (spec/console.md#apps-at-the-desk).
 */
import { Type } from 'typebox'
import { changeAppState } from '../../../../../domain/apps/change-app-state.ts'
import { optionalText } from '../../../../../http/params.ts'
import { idIn } from '../../../../1.1/_id.ts'
import { consoleBody } from '../../../_body.ts'
import { DONE, doneAnswer } from '../../../_family.ts'
import { operatorEndpoint } from '../../../_operator/endpoint.ts'
import { REASON } from '../../../_operator/moderation.ts'
import { ConsoleProblem } from '../../../_problems.ts'

const BODY = consoleBody(Type.Object({ action: Type.Enum(['suspend', 'unsuspend']), reason: REASON }))

export const changeDeskAppState = operatorEndpoint({
  method: 'PUT',
  paths: ['/console/api/operator/apps/:app_id/state'],
  summary: 'Suspends an app, or ends its suspension, with a reason.',
  params: { app_id: optionalText('The id of an app.') },
  body: BODY.spec,
  answers: [DONE],
  errors: ['field-invalid', 'app-not-found', 'state-already-so'],
  async handle({ services, params, json }) {
    const { action, reason } = BODY.read(json)
    const id = idIn(params.app_id ?? '')
    if (id === undefined) throw new ConsoleProblem('app-not-found')
    await changeAppState(services, id, action, reason.trim())
    return doneAnswer()
  },
})

/**
 * PUT /console/api/operator/apps/:app_id/oauth2: lets an app use OAuth 2.0, or changes the type of its
 * client, with a reason (spec/console.md#apps-at-the-desk).
 */
import { Type } from 'typebox'
import { CLIENT_TYPES, setClientType } from '../../../../../domain/apps/oauth2/client.ts'
import { optionalText } from '../../../../../http/params.ts'
import { idIn } from '../../../../1.1/_id.ts'
import { NEW_CLIENT } from '../../../_apps/own-app.ts'
import { consoleBody } from '../../../_body.ts'
import { jsonAnswer } from '../../../_family.ts'
import { operatorEndpoint } from '../../../_operator/endpoint.ts'
import { REASON } from '../../../_operator/moderation.ts'
import { ConsoleProblem } from '../../../_problems.ts'
import { clientBody } from '../../apps/oauth2.ts'

const BODY = consoleBody(Type.Object({ client_type: Type.Enum([...CLIENT_TYPES]), reason: REASON }))

export const changeDeskClient = operatorEndpoint({
  method: 'PUT',
  paths: ['/console/api/operator/apps/:app_id/oauth2'],
  summary:
    'Lets an app use OAuth 2.0, or changes the type of its client, with a reason. A new secret is shown once.',
  params: { app_id: optionalText('The id of an app.') },
  body: BODY.spec,
  answers: [{ schema: NEW_CLIENT }],
  errors: ['field-invalid', 'app-not-found'],
  async handle({ services, params, json }) {
    const { client_type: type, reason } = BODY.read(json)
    const id = idIn(params.app_id ?? '')
    if (id === undefined) throw new ConsoleProblem('app-not-found')
    return jsonAnswer(clientBody(await setClientType(services, id, type, undefined, reason.trim())))
  },
})

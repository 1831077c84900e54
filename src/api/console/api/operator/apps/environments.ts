/**
 * POST /console/api/operator/apps/:app_id/environments: declares an environment for webhooks of an app. After
 * the first declaration, the app can use only declared labels (spec/console.md#webhooks-at-the-desk).
 */
import { Type } from 'typebox'
import { declareEnvironment, environmentsOf } from '../../../../../domain/webhooks/environments.ts'
import { optionalText } from '../../../../../http/params.ts'
import { idIn } from '../../../../1.1/_id.ts'
import { consoleBody } from '../../../_body.ts'
import { jsonAnswer } from '../../../_family.ts'
import { operatorEndpoint } from '../../../_operator/endpoint.ts'
import { ConsoleProblem } from '../../../_problems.ts'

const BODY = consoleBody(Type.Object({ label: Type.String({ maxLength: 64 }) }))

export const addDeskEnvironment = operatorEndpoint({
  method: 'POST',
  paths: ['/console/api/operator/apps/:app_id/environments'],
  summary:
    'Adds an environment for webhooks to an app, which can then use only its declared labels. Does nothing if the app already has the environment.',
  params: { app_id: optionalText('The id of an app.') },
  body: BODY.spec,
  answers: [{ status: 201, schema: Type.Object({ environments: Type.Array(Type.String()) }) }],
  errors: ['field-invalid', 'app-not-found', 'environment-invalid', 'too-many-webhooks'],
  async handle({ services, params, json }) {
    const appId = idIn(params.app_id ?? '')
    if (appId === undefined) throw new ConsoleProblem('app-not-found')
    await declareEnvironment(services, { appId, environment: BODY.read(json).label })
    return jsonAnswer({ environments: await environmentsOf(services.store, appId) }, { status: 201 })
  },
})

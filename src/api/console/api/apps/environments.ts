/** /console/api/apps/:app_id/environments: labels for webhooks (spec/console.md#environments). */
import { Type } from 'typebox'
import {
  declareEnvironment,
  environmentsOf,
  removeEnvironment,
} from '../../../../domain/webhooks/environments.ts'
import { optionalText } from '../../../../http/params.ts'
import { consoleBody } from '../../_body.ts'
import { consoleEndpoint, DONE, doneAnswer, jsonAnswer } from '../../_family.ts'
import { ownApp } from '../../_own-app.ts'
import { APP_PARAM } from '../../_webhooks/own-webhook.ts'

const ENVIRONMENTS = Type.Object({ environments: Type.Array(Type.String()) })
const BODY = consoleBody(Type.Object({ label: Type.String({ maxLength: 64 }) }))

export const listEnvironments = consoleEndpoint({
  paths: ['/console/api/apps/:app_id/environments'],
  summary: 'The environments of an app, sorted.',
  params: APP_PARAM,
  answers: [{ schema: ENVIRONMENTS }],
  errors: ['app-not-found'],
  async handle({ services, caller, params }) {
    const { id } = await ownApp(services, caller, params.app_id ?? '')
    return jsonAnswer({ environments: await environmentsOf(services.store, id) })
  },
})

export const addEnvironment = consoleEndpoint({
  method: 'POST',
  paths: ['/console/api/apps/:app_id/environments'],
  summary:
    'Adds an environment to an app, which can then use only its declared labels. Does nothing if the app has the environment.',
  params: APP_PARAM,
  body: BODY.spec,
  answers: [{ status: 201, schema: ENVIRONMENTS }],
  errors: ['app-not-found', 'field-invalid', 'environment-invalid'],
  async handle({ services, caller, params, json }) {
    const { id: appId } = await ownApp(services, caller, params.app_id ?? '')
    await declareEnvironment(services, { appId, environment: BODY.read(json).label })
    return jsonAnswer({ environments: await environmentsOf(services.store, appId) }, { status: 201 })
  },
})

export const deleteEnvironment = consoleEndpoint({
  method: 'DELETE',
  paths: ['/console/api/apps/:app_id/environments/:label'],
  summary:
    'Removes an environment that has no webhook. After its last environment, the app can use any label again.',
  params: { ...APP_PARAM, label: optionalText('The label.') },
  answers: [DONE],
  errors: ['app-not-found', 'environment-unknown', 'environment-in-use'],
  async handle({ services, caller, params }) {
    const { id: appId } = await ownApp(services, caller, params.app_id ?? '')
    await removeEnvironment(services, { appId, environment: params.label ?? '' })
    return doneAnswer()
  },
})

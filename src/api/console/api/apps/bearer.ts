/** /console/api/apps/:app_id/bearer: the bearer token of an app (spec/console.md#keys-and-tokens). */
import { revokeBearer } from '../../../../domain/apps/invalidate-bearer.ts'
import { regenerateBearer } from '../../../../domain/apps/regenerate-bearer.ts'
import { APP_ID, NEW_BEARER, SEEN, SEEN_ERRORS } from '../../_apps/own-app.ts'
import { consoleEndpoint, DONE, doneAnswer, jsonAnswer } from '../../_family.ts'
import { ownApp } from '../../_own-app.ts'

const BEARER = '/console/api/apps/:app_id/bearer'

export const regenerateOwnBearer = consoleEndpoint({
  method: 'POST',
  paths: [BEARER],
  summary: 'Makes a new bearer token. The old one stops working immediately.',
  params: APP_ID,
  body: SEEN.spec,
  answers: [{ status: 201, schema: NEW_BEARER }],
  errors: SEEN_ERRORS,
  async handle({ services, caller, params, json }) {
    const { id } = await ownApp(services, caller, params.app_id ?? '')
    const bearer = await regenerateBearer(services, id, SEEN.read(json).version)
    return jsonAnswer({ bearer_token: bearer }, { status: 201 })
  },
})

export const revokeOwnBearer = consoleEndpoint({
  method: 'DELETE',
  paths: [BEARER],
  summary: 'Revokes the bearer token.',
  params: APP_ID,
  body: SEEN.spec,
  answers: [DONE],
  errors: [...SEEN_ERRORS, 'token-not-found'],
  async handle({ services, caller, params, json }) {
    const { id } = await ownApp(services, caller, params.app_id ?? '')
    await revokeBearer(services, id, SEEN.read(json).version)
    return doneAnswer()
  },
})

/** /console/api/apps/:app_id/token: the access token of the app's owner (spec/console.md#keys-and-tokens). */
import { regenerateOwnerToken, revokeOwnerToken } from '../../../../domain/apps/own/owner-token.ts'
import { APP_ID, NEW_TOKEN, SEEN, SEEN_ERRORS } from '../../_apps/own-app.ts'
import { consoleEndpoint, DONE, doneAnswer, jsonAnswer } from '../../_family.ts'
import { ownApp } from '../../_own-app.ts'

const TOKEN = '/console/api/apps/:app_id/token'

export const regenerateOwnToken = consoleEndpoint({
  method: 'POST',
  paths: [TOKEN],
  summary: 'Makes an access token and secret for the owner. The old pair stops working immediately.',
  params: APP_ID,
  body: SEEN.spec,
  answers: [{ status: 201, schema: NEW_TOKEN }],
  errors: SEEN_ERRORS,
  async handle({ services, caller, params, json }) {
    const { id } = await ownApp(services, caller, params.app_id ?? '')
    const issued = await regenerateOwnerToken(services, id, SEEN.read(json).version)
    const body = {
      access_token: issued.accessToken,
      access_token_secret: issued.accessTokenSecret,
      screen_name: issued.screenName,
      permissions: issued.permissions,
    }
    return jsonAnswer(body, { status: 201 })
  },
})

export const revokeOwnToken = consoleEndpoint({
  method: 'DELETE',
  paths: [TOKEN],
  summary: 'Revokes the access token of the owner.',
  params: APP_ID,
  body: SEEN.spec,
  answers: [DONE],
  errors: [...SEEN_ERRORS, 'token-not-found'],
  async handle({ services, caller, params, json }) {
    const { id } = await ownApp(services, caller, params.app_id ?? '')
    await revokeOwnerToken(services, id, SEEN.read(json).version)
    return doneAnswer()
  },
})

/** /console/api/apps/:app_id/oauth2/secret: a new client secret of OAuth 2.0 (spec/oauth2.md#clients). */
import { regenerateClientSecret } from '../../../../../domain/apps/oauth2/client.ts'
import { APP_ID, NEW_CLIENT, SEEN, SEEN_ERRORS } from '../../../_apps/own-app.ts'
import { consoleEndpoint, jsonAnswer } from '../../../_family.ts'
import { ownApp } from '../../../_own-app.ts'
import { clientBody } from '../oauth2.ts'

export const regenerateOwnClientSecret = consoleEndpoint({
  method: 'POST',
  paths: ['/console/api/apps/:app_id/oauth2/secret'],
  summary: 'Makes a new client secret. The old one stops working immediately.',
  params: APP_ID,
  body: SEEN.spec,
  answers: [{ status: 201, schema: NEW_CLIENT }],
  errors: [...SEEN_ERRORS, 'client-not-confidential'],
  async handle({ services, caller, params, json }) {
    const { id } = await ownApp(services, caller, params.app_id ?? '')
    const made = await regenerateClientSecret(services, id, SEEN.read(json).version)
    return jsonAnswer(clientBody(made), { status: 201 })
  },
})

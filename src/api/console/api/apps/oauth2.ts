/** /console/api/apps/:app_id/oauth2: the OAuth 2.0 client of an app (spec/oauth2.md#clients). */
import { Type } from 'typebox'
import { CLIENT_TYPES, type ClientCredentials, setClientType } from '../../../../domain/apps/oauth2/client.ts'
import { SEEN_ERRORS } from '../../_apps/credential-change.ts'
import { APP_ID, NEW_CLIENT } from '../../_apps/own-app.ts'
import { consoleBody } from '../../_body.ts'
import { consoleEndpoint, jsonAnswer } from '../../_family.ts'
import { ownApp } from '../../_own-app.ts'

const TYPE = consoleBody(
  Type.Object({ version: Type.String({ maxLength: 64 }), client_type: Type.Enum([...CLIENT_TYPES]) }),
)

export const changeOwnClient = consoleEndpoint({
  method: 'PUT',
  paths: ['/console/api/apps/:app_id/oauth2'],
  summary: 'Lets an app use OAuth 2.0, or changes the type of its client.',
  params: APP_ID,
  body: TYPE.spec,
  answers: [{ schema: NEW_CLIENT }],
  errors: SEEN_ERRORS,
  async handle({ services, caller, params, json }) {
    const { id } = await ownApp(services, caller, params.app_id ?? '')
    const { client_type: type, version } = TYPE.read(json)
    return jsonAnswer(clientBody(await setClientType(services, id, type, version)))
  },
})

/** Renders an object of the schema {@link NEW_CLIENT}. */
export function clientBody({ clientId, type, clientSecret }: ClientCredentials): object {
  return { client_id: clientId, client_type: type, client_secret: clientSecret ?? null }
}

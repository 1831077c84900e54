/**
 * POST /console/api/operator/apps/:app_id/credentials: replaces a secret of an app, with a reason
 * (spec/console.md#apps-at-the-desk).
 */
import { Type } from 'typebox'
import { regenerateClientSecret } from '../../../../../domain/apps/oauth2/client.ts'
import { regenerateBearer } from '../../../../../domain/apps/regenerate-bearer.ts'
import { regenerateKeys } from '../../../../../domain/apps/regenerate-keys.ts'
import { optionalText } from '../../../../../http/params.ts'
import type { Services } from '../../../../_services.ts'
import { idIn } from '../../../../1.1/_id.ts'
import { NEW_BEARER, NEW_KEYS } from '../../../_apps/own-app.ts'
import { consoleBody } from '../../../_body.ts'
import { jsonAnswer } from '../../../_family.ts'
import { operatorEndpoint } from '../../../_operator/endpoint.ts'
import { REASON } from '../../../_operator/moderation.ts'
import { ConsoleProblem } from '../../../_problems.ts'

const KINDS = ['keys', 'bearer', 'client-secret'] as const

const BODY = consoleBody(Type.Object({ kind: Type.Enum([...KINDS]), reason: REASON }))

export const regenerateDeskCredentials = operatorEndpoint({
  method: 'POST',
  paths: ['/console/api/operator/apps/:app_id/credentials'],
  summary:
    'Replaces a secret of an app, with a reason. The old secret stops working. The new secret is shown once.',
  params: { app_id: optionalText('The id of an app.') },
  body: BODY.spec,
  answers: [
    {
      status: 201,
      schema: Type.Partial(
        Type.Object({
          ...{ ...NEW_KEYS.properties, ...NEW_BEARER.properties },
          ...{ client_id: Type.String(), client_secret: Type.String() },
        }),
      ),
    },
  ],
  errors: ['field-invalid', 'app-not-found', 'client-not-confidential'],
  async handle({ services, params, json }) {
    const { kind, reason } = BODY.read(json)
    const id = idIn(params.app_id ?? '')
    if (id === undefined) throw new ConsoleProblem('app-not-found')
    return jsonAnswer(await MAKERS[kind](services, id, reason.trim()), { status: 201 })
  },
})

type Maker = (services: Services, appId: bigint, reason: string) => Promise<object>

/** The command for each kind of credential. Operators replace credentials of any version. */
const MAKERS: Readonly<Record<(typeof KINDS)[number], Maker>> = {
  async keys(services, appId, reason) {
    const pair = await regenerateKeys(services, appId, undefined, reason)
    return { consumer_key: pair.consumerKey, consumer_secret: pair.consumerSecret }
  },
  async bearer(services, appId, reason) {
    return { bearer_token: await regenerateBearer(services, appId, undefined, reason) }
  },
  async 'client-secret'(services, appId, reason) {
    const client = await regenerateClientSecret(services, appId, undefined, reason)
    return { client_id: client.clientId, client_secret: client.clientSecret }
  },
}

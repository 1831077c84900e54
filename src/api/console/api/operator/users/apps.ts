/**
 * POST /console/api/operator/users/:user_id/apps: creates an app for a user, with a reason
 * (spec/console.md#apps-at-the-desk).
 */
import { Type } from 'typebox'
import { createApp } from '../../../../../domain/apps/create-app.ts'
import { createAppInOwnProject } from '../../../../../domain/apps/projects/own-project.ts'
import { optionalText } from '../../../../../http/params.ts'
import { idIn } from '../../../../1.1/_id.ts'
import { NEW_BEARER, NEW_KEYS } from '../../../_apps/own-app.ts'
import { consoleBody } from '../../../_body.ts'
import { jsonAnswer } from '../../../_family.ts'
import { APP_PERMISSIONS, LEVEL } from '../../../_operator/apps.ts'
import { operatorEndpoint } from '../../../_operator/endpoint.ts'
import { REASON } from '../../../_operator/moderation.ts'
import { ConsoleProblem } from '../../../_problems.ts'

const BODY = consoleBody(
  Type.Object({
    // This limit is greater than the limit of the domain, so a name that is too long for the domain gets the error of the
    // domain, which names the limit.
    name: Type.String({ maxLength: 2_000 }),
    permissions: APP_PERMISSIONS,
    level: LEVEL,
    is_standalone: Type.Boolean({ description: 'True for an app without a project, and so without API v2.' }),
    reason: REASON,
  }),
)

export const addDeskApp = operatorEndpoint({
  method: 'POST',
  paths: ['/console/api/operator/users/:user_id/apps'],
  summary:
    'Creates an app for a user, with a reason. The response has the secrets, which are shown only once.',
  params: { user_id: optionalText('The id of a user.') },
  body: BODY.spec,
  answers: [
    {
      status: 201,
      schema: Type.Object({ app_id: Type.String(), ...NEW_KEYS.properties, ...NEW_BEARER.properties }),
    },
  ],
  errors: ['field-invalid', 'user-not-found', 'name-too-long', 'name-invalid'],
  async handle({ services, params, json }) {
    const { name, permissions, level, is_standalone: isStandalone, reason } = BODY.read(json)
    const ownerId = idIn(params.user_id ?? '')
    if (ownerId === undefined) throw new ConsoleProblem('user-not-found')
    const input = { name: name.trim(), ownerId, permissions, level, reason: reason.trim() }
    const create = isStandalone ? createApp : createAppInOwnProject
    const { appId, consumerKey, consumerSecret, bearerToken } = await create(services, input)
    return jsonAnswer(
      {
        ...{ app_id: appId, consumer_key: consumerKey, consumer_secret: consumerSecret },
        bearer_token: bearerToken,
      },
      { status: 201 },
    )
  },
})

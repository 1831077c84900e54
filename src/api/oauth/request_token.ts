/** POST and GET oauth/request_token: the first step of three-legged OAuth (spec/oauth.md#request-token). */
import type { ConsumerCaller } from '../../auth/caller.ts'
import { type App, lowerPermissions, type Permissions } from '../../domain/apps/app.ts'
import { isRegisteredCallback, OUT_OF_BAND } from '../../domain/apps/callbacks.ts'
import { createRequestToken } from '../../domain/apps/request-tokens.ts'
import type { Answer } from '../../http/endpoint.ts'
import { optionalText } from '../../http/params.ts'
import type { Services } from '../_services.ts'
import { V11Error } from '../1.1/_errors.ts'
import { formAnswer, formSchema, legEndpoint } from './_family.ts'

/** `x_auth_access_type`: the maximum permission level of the token. */
const ACCESS_TYPES = new Map<string, Permissions>([
  ['read', 'read'],
  ['write', 'read-write'],
])

const REQUEST_TOKEN = formSchema({
  oauth_token: 'The request token.',
  oauth_token_secret: 'Its secret.',
  oauth_callback_confirmed: '`true`.',
})

const DECLARATION = {
  paths: ['/oauth/request_token'],
  summary: 'Issues a request token for oauth/authorize.',
  auth: ['consumer'],
  params: {
    x_auth_access_type: optionalText('`read` or `write`: limits the permissions of the access token.'),
  },
  answers: [{ schema: REQUEST_TOKEN }],
  errors: [
    'parameterInvalid:x_auth_access_type',
    'callbackNotApproved',
    'applicationSuspended',
    'desktopOnlyOob',
  ],
  handle: begin,
} as const

export const oauthRequestToken = legEndpoint({ method: 'POST', ...DECLARATION })
export const oauthRequestTokenByGet = legEndpoint({ method: 'GET', ...DECLARATION })

async function begin({
  params,
  caller,
  services,
}: {
  readonly params: { readonly x_auth_access_type: string | undefined }
  readonly caller: ConsumerCaller
  readonly services: Services
}): Promise<Answer> {
  const { app } = caller
  if (app.suspendedAt !== null) throw new V11Error('applicationSuspended')
  const callback = approvedCallback(app, caller.callback || OUT_OF_BAND)
  const permissions = levelOf(app, params.x_auth_access_type)
  const { token, secret } = await createRequestToken(services, { app, callback, permissions })
  return formAnswer({
    oauth_token: token,
    oauth_token_secret: secret,
    oauth_callback_confirmed: 'true',
  })
}

function approvedCallback(app: App, callback: string): string {
  if (callback === OUT_OF_BAND) return callback
  if (app.callbackUrls.length === 0) throw new V11Error('desktopOnlyOob')
  if (!isRegisteredCallback(app, callback)) throw new V11Error('callbackNotApproved')
  return callback
}

function levelOf(app: App, accessType: string | undefined): Permissions {
  if (accessType === undefined) return app.permissions
  const asked = ACCESS_TYPES.get(accessType)
  // An unknown value is an error. If the value were ignored, the token could have more access than requested.
  if (asked === undefined) throw new V11Error('parameterInvalid', 'x_auth_access_type')
  return lowerPermissions(app.permissions, asked)
}

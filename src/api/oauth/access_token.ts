/** POST and GET oauth/access_token: the last step of three-legged OAuth (spec/oauth.md#access-token). */
import type { RequestTokenCaller } from '../../auth/caller.ts'
import { exchangeRequestToken } from '../../domain/apps/request-tokens.ts'
import { Refusal, type RefusalReason } from '../../domain/context.ts'
import type { Answer } from '../../http/endpoint.ts'
import type { Services } from '../_services.ts'
import { V11Error, type V11ErrorName } from '../1.1/_errors.ts'
import { formAnswer, formSchema, legEndpoint } from './_family.ts'

const ACCESS_TOKEN = formSchema({
  oauth_token: 'The access token.',
  oauth_token_secret: 'Its secret.',
  user_id: 'Whose it is.',
  screen_name: 'The name of that user.',
})

const DECLARATION = {
  paths: ['/oauth/access_token'],
  summary: 'Exchanges an approved request token and its verifier for an access token, once.',
  auth: ['request-token'],
  params: {},
  answers: [{ schema: ACCESS_TOKEN }],
  errors: ['invalidToken', 'verifierInvalid', 'applicationSuspended'],
  handle: exchange,
} as const

export const oauthAccessToken = legEndpoint({ method: 'POST', ...DECLARATION })
export const oauthAccessTokenByGet = legEndpoint({ method: 'GET', ...DECLARATION })

const REFUSALS: Partial<Record<RefusalReason, V11ErrorName>> = {
  'token-not-found': 'invalidToken',
  'verifier-wrong': 'verifierInvalid',
  'app-suspended': 'applicationSuspended',
}

async function exchange({
  caller,
  services,
}: {
  readonly caller: RequestTokenCaller
  readonly services: Services
}): Promise<Answer> {
  if (caller.app.suspendedAt !== null) throw new V11Error('applicationSuspended')
  // A verifier in an unexpected place counts as a wrong verifier.
  const { requestToken, verifier = '' } = caller
  try {
    const issued = await exchangeRequestToken(services, { token: requestToken.token, verifier })
    return formAnswer({
      oauth_token: issued.accessToken,
      oauth_token_secret: issued.accessTokenSecret,
      user_id: String(issued.userId),
      screen_name: issued.screenName,
    })
  } catch (error) {
    const name = error instanceof Refusal ? REFUSALS[error.reason] : undefined
    throw name === undefined ? error : new V11Error(name)
  }
}

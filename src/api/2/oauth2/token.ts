/** POST /2/oauth2/token: exchanges a code or a refresh token for tokens (spec/oauth2.md#token). */
import { Type } from 'typebox'
import type { ClientOfApp } from '../../../domain/apps/oauth2/client.ts'
import { exchangeCode } from '../../../domain/apps/oauth2/codes.ts'
import type { IssuedTokens } from '../../../domain/apps/oauth2/grants.ts'
import { refreshGrant } from '../../../domain/apps/oauth2/refresh.ts'
import { type Context, Refusal } from '../../../domain/context.ts'
import type { Sent } from '../../../http/form.ts'
import { TokenError, type TokenErrorName } from '../../_oauth2/_errors.ts'
import { singleOf } from '../../_oauth2/single-values.ts'
import { tokenEndpoint } from '../../_oauth2/token-endpoint.ts'
import { requireParameter } from '../../_oauth2/token-request.ts'

const TOKENS = Type.Object(
  {
    token_type: Type.Literal('bearer'),
    expires_in: Type.Integer({ description: 'Seconds that the access token is valid.' }),
    access_token: Type.String(),
    scope: Type.String({ description: 'The granted scopes, as requested.' }),
    refresh_token: Type.Optional(Type.String({ description: 'With `offline.access` only; used once.' })),
  },
  { title: 'UserTokens' },
)

export const v2Token = tokenEndpoint({
  path: '/2/oauth2/token',
  summary: 'Exchanges an authorization code or a refresh token for tokens of a user.',
  parameters: {
    grant_type: '`authorization_code` or `refresh_token`.',
    code: 'The authorization code.',
    redirect_uri: 'The redirect URI of the authorization request.',
    code_verifier: 'The verifier of the challenge.',
    refresh_token: 'The refresh token.',
    scope: 'With a refresh token: scopes of the new access token; default: all of the grant.',
    client_id: 'The client, unless it authenticates by Basic.',
    client_secret: 'The secret of a confidential client that does not authenticate by Basic.',
  },
  answer: TOKENS,
  errors: ['codeInvalid', 'tokenInvalid', 'grantTypeUnsupported', 'scopeInvalid'],
  async handle(services, client, parameters) {
    switch (requireParameter(parameters, 'grant_type')) {
      case 'authorization_code':
        return tokensObject(await exchange(services, client, parameters))
      case 'refresh_token':
        return tokensObject(await refresh(services, client, parameters))
      default:
        throw new TokenError('grantTypeUnsupported')
    }
  },
})

async function exchange(context: Context, { app }: ClientOfApp, parameters: Sent): Promise<IssuedTokens> {
  const input = {
    appId: app.id,
    code: requireParameter(parameters, 'code'),
    redirectUri: requireParameter(parameters, 'redirect_uri'),
    verifier: requireParameter(parameters, 'code_verifier'),
  }
  return translated('codeInvalid', exchangeCode(context, input))
}

async function refresh(context: Context, { app }: ClientOfApp, parameters: Sent): Promise<IssuedTokens> {
  const refreshToken = requireParameter(parameters, 'refresh_token')
  const scope = singleOf(parameters, 'scope')
  return translated('tokenInvalid', refreshGrant(context, { appId: app.id, refreshToken, scope }))
}

async function translated<T>(invalid: TokenErrorName, work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    if (error.reason === 'token-not-found') throw new TokenError(invalid)
    throw error.reason === 'scope-invalid' ? new TokenError('scopeInvalid') : error
  }
}

function tokensObject({ accessToken, refreshToken, scope, expiresIn }: IssuedTokens): object {
  return {
    token_type: 'bearer',
    expires_in: expiresIn,
    access_token: accessToken,
    scope,
    ...(refreshToken === undefined ? {} : { refresh_token: refreshToken }),
  }
}

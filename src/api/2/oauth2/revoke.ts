/** POST /2/oauth2/revoke: ends all tokens of a grant (spec/oauth2.md#revoke). */
import { Type } from 'typebox'
import { revokeGrantOfToken } from '../../../domain/apps/oauth2/grants.ts'
import { Refusal } from '../../../domain/context.ts'
import { TokenError } from '../../_oauth2/_errors.ts'
import { tokenEndpoint } from '../../_oauth2/token-endpoint.ts'
import { requireParameter } from '../../_oauth2/token-request.ts'

export const v2Revoke = tokenEndpoint({
  path: '/2/oauth2/revoke',
  summary: 'Revokes an access or refresh token, and the grant to which the token belongs.',
  parameters: {
    token: 'The access token or refresh token.',
    token_type_hint: 'Ignored: the token names its kind.',
    client_id: 'The client, unless it authenticates by Basic.',
    client_secret: 'The secret of a confidential client that does not authenticate by Basic.',
  },
  answer: Type.Object({ revoked: Type.Literal(true) }, { title: 'RevokedToken' }),
  errors: ['tokenInvalid'],
  async handle(services, { app }, parameters) {
    try {
      await revokeGrantOfToken(services, { appId: app.id, token: requireParameter(parameters, 'token') })
    } catch (error) {
      if (!(error instanceof Refusal) || error.reason !== 'token-not-found') throw error
      throw new TokenError('tokenInvalid')
    }
    return { revoked: true }
  },
})

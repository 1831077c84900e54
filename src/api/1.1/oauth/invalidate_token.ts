/** POST oauth/invalidate_token: ends the access token that signs the request (spec/oauth.md#invalidate-token). */

import { Type } from 'typebox'
import { revokeToken } from '../../../domain/apps/tokens.ts'
import { Refusal } from '../../../domain/context.ts'
import { V11Error } from '../_errors.ts'
import { v11Endpoint } from '../_family.ts'

export const oauthInvalidateToken = v11Endpoint({
  method: 'POST',
  paths: ['/1.1/oauth/invalidate_token.json'],
  summary: 'Invalidates the access token that signs the request.',
  auth: ['user'],
  window: { user: 15 },
  params: {},
  answers: [
    { schema: Type.Object({ access_token: Type.String({ description: 'The invalidated token.' }) }) },
  ],
  errors: ['invalidToken'],
  async handle({ caller: { token }, services }) {
    try {
      await revokeToken(services, token)
    } catch (error) {
      // Another request revoked the token after this request had read the token.
      throw error instanceof Refusal ? new V11Error('invalidToken') : error
    }
    return { status: 200, body: JSON.stringify({ access_token: token }) }
  },
})
